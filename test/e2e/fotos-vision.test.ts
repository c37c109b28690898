/** What Fotos demands of vision models, on the built command, against stubs of their protocols. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { decodePicture } from '../../src/engines/screen/encode-picture.ts';
import type { Picture } from '../../src/engines/screen/picture.ts';
import { failureOf, jsonOf, pictureOf, startFotos } from '../kit/fotos.ts';
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

/** The picture that a model got is the screenshot, but for what compressing costs. */
async function assertSame(sent: string, screenshot: Picture): Promise<void> {
  const { data, info } = await sharp(Buffer.from(sent, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [screenshot.width, screenshot.height]);
  const difference = data.reduce((sum, value, i) => sum + Math.abs(value - screenshot.pixels[i]!), 0);
  assert.ok(difference / data.length < 2, `${difference / data.length} a byte`);
  assert.ok(new Set(data).size > 10, 'there is something on it');
}

verifies(
  'fotos: Vision / Analysis with default provider',
  async () => {
    const taken = await server!.call('take_screenshot');
    const { id } = jsonOf(taken);
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
    await assertSame(image.source.data, await pictureOf(taken));
  },
  { skip },
);

verifies(
  'fotos: Vision / Analysis with explicit provider',
  async () => {
    const taken = await server!.call('take_screenshot');
    const { id } = jsonOf(taken);
    const answer = await server!.call('analyze_screenshot', { screenshot_id: id, provider: 'ollama' });
    assert.equal(answer.result.content[0].text, 'A picture, says Ollama.');
    const { path, body } = stub.received.at(-1)!;
    assert.deepEqual([path, body.model], ['/api/chat', 'llava:7b']);
    assert.equal(body.messages[0].content, 'Describe what you see in this screenshot');
    await assertSame(body.messages[0].images[0], await pictureOf(taken));
  },
  { skip },
);

verifies(
  'fotos: Vision / Missing API key',
  async (t) => {
    const keyless = await startFotos(t, display, ['--standalone'], { env: { ANTHROPIC_BASE_URL: stub.url } });
    const { id } = jsonOf(await keyless.call('take_screenshot'));
    const before = stub.received.length;
    for (const [provider, words] of [
      [undefined, /API key for Claude is missing\. Set ANTHROPIC_API_KEY/],
      ['claude', /API key for Claude is missing\. Set ANTHROPIC_API_KEY/],
      ['openai', /API key for OpenAI is missing\. Set OPENAI_API_KEY/],
      ['gemini', /API key for Gemini is missing\. Set GEMINI_API_KEY/],
    ] as const) {
      assert.match(
        failureOf(await keyless.call('analyze_screenshot', { screenshot_id: id, provider })),
        words,
      );
    }
    assert.equal(stub.received.length, before, 'nothing was sent');
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
    assert.deepEqual([jsonOf(answer, 1).screenshot_id, list[0].mode], [list[0].id, 'fullscreen']);
    const uri = `screenshots://${list[0].id}`;
    const { contents } = (await server!.request('resources/read', { uri })).result;
    const { data } = stub.received.at(-1)!.body.messages[0].content[0].source;
    await assertSame(data, await decodePicture(Buffer.from(contents[0].blob, 'base64')));
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
