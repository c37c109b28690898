/** What Fotos demands of vision models, on the built command, against stubs of their protocols. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { failureOf, jsonOf, startFotos } from '../kit/fotos.ts';
import { lacking } from '../kit/needs.ts';
import { startVisionStub } from '../kit/vision-stub.ts';
import { writtenPicture } from '../kit/written-picture.ts';
import { startDisplay } from '../kit/xvfb.ts';
import { verifies } from '../requirements/verifies.ts';

const skip = lacking('Xvfb', 'display');
const display = skip ? undefined : await startDisplay({ after }, { width: 600, height: 200 });
await display?.show(await writtenPicture(600, 200, ['Mail: jane.doe@example.com']));
const stub = await startVisionStub({ after });
const env = { ANTHROPIC_API_KEY: 'key-a', ANTHROPIC_BASE_URL: stub.url, OLLAMA_HOST: stub.url };
const server = display && (await startFotos({ after }, display, ['--standalone'], { env }));

verifies(
  'fotos: Vision / Analysis with default provider',
  async () => {
    const { id } = jsonOf(await server!.call('take_screenshot'));
    const answer = await server!.call('analyze_screenshot', {
      screenshot_id: id,
      prompt: 'What is wrong here?',
    });
    assert.equal(answer.result.content[0].text, 'A picture, says Claude.');
    const { latency_ms, ...about } = jsonOf(answer, 1);
    assert.ok(latency_ms >= 0);
    assert.deepEqual(about, {
      screenshot_id: id,
      redacted: false,
      provider: 'claude',
      model: 'claude-stub',
      tokens_used: 107,
    });
    const { path, headers, body } = stub.received.at(-1)!;
    assert.deepEqual([path, headers['x-api-key']], ['/v1/messages', 'key-a']);
    const [image, words] = body.messages[0].content;
    assert.equal(words.text, 'What is wrong here?');
    const { width, height } = await sharp(Buffer.from(image.source.data, 'base64')).metadata();
    assert.deepEqual([width, height], [600, 200]);
  },
  { skip },
);

verifies(
  'fotos: Vision / Analysis with explicit provider',
  async () => {
    const { id } = jsonOf(await server!.call('take_screenshot'));
    const answer = await server!.call('analyze_screenshot', { screenshot_id: id, provider: 'ollama' });
    assert.equal(answer.result.content[0].text, 'A picture, says Ollama.');
    const { path, body } = stub.received.at(-1)!;
    assert.deepEqual([path, body.model], ['/api/chat', 'llava:7b']);
    assert.equal(body.messages[0].content, 'Describe what you see in this screenshot');
  },
  { skip },
);

verifies(
  'fotos: Vision / Missing API key',
  async () => {
    for (const [provider, words] of [
      ['openai', /API key for OpenAI is missing\. Set OPENAI_API_KEY/],
      ['gemini', /API key for Gemini is missing\. Set GEMINI_API_KEY/],
    ] as const) {
      const { id } = jsonOf(await server!.call('take_screenshot'));
      const answer = await server!.call('analyze_screenshot', { screenshot_id: id, provider });
      assert.match(failureOf(answer), words);
    }
  },
  { skip },
);

verifies(
  'fotos: Vision / Automatic capture before analysis',
  async () => {
    const before = jsonOf(await server!.call('list_screenshots', { limit: 1000 })).length;
    const answer = await server!.call('analyze_screenshot');
    const list = jsonOf(await server!.call('list_screenshots', { limit: 1000 }));
    assert.equal(list.length, before + 1);
    assert.equal(jsonOf(answer, 1).screenshot_id, list[0].id);
  },
  { skip },
);

test('redact: true sends the redacted picture', { skip }, async () => {
  const { id } = jsonOf(await server!.call('take_screenshot'));
  const sent = async (redact: boolean, left: number) => {
    await server!.call('analyze_screenshot', { screenshot_id: id, redact }, 60_000);
    const { data } = stub.received.at(-1)!.body.messages[0].content[0].source;
    const part = { left, top: 40, width: 40, height: 26 };
    return sharp(Buffer.from(data, 'base64')).extract(part).greyscale().raw().toBuffer();
  };
  const difference = async (left: number) => {
    const [plain, redacted] = [await sent(false, left), await sent(true, left)];
    return plain.reduce((sum, value, i) => sum + Math.abs(value - redacted[i]!), 0) / plain.length;
  };
  assert.ok((await difference(40)) < 4, 'the label before the address is untouched');
  assert.ok((await difference(260)) > 10, 'the address is not what it was');
});

verifies(
  'fotos: Standalone / Standalone tool availability',
  async () => {
    const { id } = jsonOf(await server!.call('take_screenshot'));
    const step = { type: 'step', x: 50, y: 50 };
    const annotated = await server!.call('annotate_screenshot', { screenshot_id: id, annotations: [step] });
    assert.equal(jsonOf(annotated).kept, false);
    const { contents } = (await server!.request('resources/read', { uri: `screenshots://${id}` })).result;
    assert.equal(JSON.parse(contents[1].text).annotations, undefined);
    for (const name of ['ocr_screenshot', 'analyze_screenshot', 'auto_redact_pii', 'list_screenshots']) {
      const answer = await server!.call(
        name,
        name === 'list_screenshots' ? {} : { screenshot_id: id },
        60_000,
      );
      assert.ok(!answer.error && !answer.result.isError, `${name}: ${JSON.stringify(answer).slice(0, 300)}`);
    }
  },
  { skip },
);
