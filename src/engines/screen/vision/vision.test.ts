import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { type Special, startVisionStub } from '../../../../test/kit/vision-stub.ts';
import { silentLog } from '../../../kernel/log.ts';
import { blackPicture } from '../compose.ts';
import { Settings } from '../settings/settings.ts';
import { Vision } from './vision.ts';

const KEYS = { ANTHROPIC_API_KEY: 'key-a', OPENAI_API_KEY: 'key-o', GEMINI_API_KEY: 'key-g' };

async function start(t: TestContext, special?: Special, stored: Record<string, unknown> = {}) {
  const stub = await startVisionStub(t, special);
  const { url } = stub;
  const ai = { ...stored, endpoints: [{ id: 'mine', name: 'My box', baseUrl: `${url}/v1/`, model: 'm' }] };
  const settings = new Settings({ read: async () => ({ ai }), write: async () => {} });
  const env = {
    ...KEYS,
    ANTHROPIC_BASE_URL: url,
    OPENAI_BASE_URL: `${url}/v1`,
    GEMINI_BASE_URL: url,
    OLLAMA_HOST: url.replace('http://', ''),
  };
  const vision = new Vision(settings, env, silentLog);
  const ask = (provider?: string, signal?: AbortSignal) =>
    vision.analyze({ picture: blackPicture(300, 200), prompt: 'What is it?', provider, signal });
  return { ...stub, ask, settings, env };
}

const refuse =
  (status: number, body: object, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
    return true;
  };

test('Claude is asked by default', async (t) => {
  const { ask, received } = await start(t);
  const { latency_ms, ...result } = await ask();
  assert.ok(latency_ms >= 0);
  assert.deepEqual(result, {
    provider: 'claude',
    model: 'claude-stub',
    response_text: 'A picture, says Claude.',
    tokens_used: 107,
  });
  const [{ path, headers, body }] = received as [(typeof received)[0]];
  assert.equal(path, '/v1/messages');
  assert.deepEqual([headers['x-api-key'], headers['anthropic-version']], ['key-a', '2023-06-01']);
  assert.equal(body.model, 'claude-sonnet-4-20250514');
  const [image, text] = body.messages[0].content;
  assert.deepEqual(text, { type: 'text', text: 'What is it?' });
  const { format, width, height } = await sharp(Buffer.from(image.source.data, 'base64')).metadata();
  assert.deepEqual([format, width, height, image.source.media_type], ['jpeg', 300, 200, 'image/jpeg']);
});

test('OpenAI', async (t) => {
  const { ask, received } = await start(t);
  const { response_text, model, tokens_used } = await ask('openai');
  assert.deepEqual([response_text, model, tokens_used], ['A picture, says OpenAI.', 'gpt-stub', 208]);
  const { path, headers, body } = received[0]!;
  assert.deepEqual(
    [path, headers.authorization, body.model],
    ['/v1/chat/completions', 'Bearer key-o', 'gpt-4o'],
  );
  const [image, text] = body.messages[0].content;
  assert.match(image.image_url.url, /^data:image\/jpeg;base64,\/9j\//);
  assert.equal(text.text, 'What is it?');
});

test('Gemini, its key in a header', async (t) => {
  const { ask, received } = await start(t);
  const { response_text, model, tokens_used } = await ask('gemini');
  assert.deepEqual([response_text, model, tokens_used], ['A picture, says Gemini.', 'gemini-stub', 309]);
  const { path, headers, body } = received[0]!;
  assert.deepEqual(
    [path, headers['x-goog-api-key']],
    ['/v1beta/models/gemini-2.0-flash:generateContent', 'key-g'],
  );
  assert.deepEqual(
    [body.contents[0].parts[0].inlineData.mimeType, body.contents[0].parts[1].text],
    ['image/jpeg', 'What is it?'],
  );
});

test('Ollama, without a key', async (t) => {
  const { ask, received } = await start(t);
  const { response_text, model, tokens_used } = await ask('ollama');
  assert.deepEqual([response_text, model, tokens_used], ['A picture, says Ollama.', 'llava-stub', 410]);
  const { path, body } = received[0]!;
  assert.deepEqual(
    [path, body.model, body.stream, body.messages[0].content],
    ['/api/chat', 'llava:7b', false, 'What is it?'],
  );
  assert.match(body.messages[0].images[0], /^\/9j\//);
});

test('any endpoint of the settings, with a key if there is one', async (t) => {
  const bare = await start(t);
  assert.equal((await bare.ask('endpoint:mine')).response_text, 'A picture, says OpenAI.');
  assert.deepEqual(
    [bare.received[0]!.path, bare.received[0]!.headers.authorization],
    ['/v1/chat/completions', undefined],
  );
  const keyed = await start(t, undefined, { apiKeys: { mine: 'key-m' } });
  await keyed.ask('endpoint:mine');
  assert.equal(keyed.received[0]!.headers.authorization, 'Bearer key-m');
  await assert.rejects(bare.ask('endpoint:other'), {
    code: 'NO_SUCH_PROVIDER',
    hint: /ollama, endpoint:mine/,
  });
});

test('a large picture is scaled down, and the settings choose the provider', async (t) => {
  const { received, settings, env } = await start(t, undefined, {
    imageMaxDim: 100,
    defaultLlmProvider: 'ollama',
  });
  await new Vision(settings, env, silentLog).analyze({ picture: blackPicture(400, 100), prompt: 'x' });
  const image = Buffer.from(received[0]!.body.messages[0].images[0], 'base64');
  const { width, height } = await sharp(image).metadata();
  assert.deepEqual([width, height], [100, 25]);
});

for (const [provider, variable, account] of [
  ['claude', 'ANTHROPIC_API_KEY', 'anthropic-api-key'],
  ['openai', 'OPENAI_API_KEY', 'endpoint-openai'],
  ['gemini', 'GEMINI_API_KEY', 'gemini-api-key'],
] as const) {
  test(`without a key for ${provider} the fault says where to put it`, async () => {
    const vision = new Vision(new Settings(), {}, silentLog);
    await assert.rejects(vision.analyze({ picture: blackPicture(4, 4), prompt: 'x', provider }), {
      code: 'API_KEY_MISSING',
      message: new RegExp(`key for ${provider} is missing`, 'i'),
      hint: new RegExp(`${variable}.*${account}`),
    });
  });
}

const PROBLEMS: readonly (readonly [string, Special, object])[] = [
  [
    '401',
    refuse(401, { error: { message: 'invalid x-api-key' } }),
    { code: 'VISION_AUTH', message: /invalid x-api-key/ },
  ],
  ['403', refuse(403, { error: 'no' }), { code: 'VISION_AUTH' }],
  [
    '429 with seconds',
    refuse(429, { message: 'slow down' }, { 'retry-after': '7' }),
    { code: 'VISION_RATE_LIMITED', hint: /Wait 7 s/ },
  ],
  ['429 without', refuse(429, {}), { code: 'VISION_RATE_LIMITED', hint: /Wait 30 s/ }],
  [
    '500',
    refuse(500, { error: { message: 'broken.' } }),
    { code: 'VISION_PROVIDER', message: 'Claude answered with 500: broken.' },
  ],
  [
    '404',
    refuse(404, { error: { message: 'no such model' } }),
    { code: 'VISION_PROVIDER', message: /no such model/ },
  ],
  [
    'a strange answer',
    refuse(200, { hello: 1 }),
    { code: 'VISION_INVALID_ANSWER', message: /fields are missing/ },
  ],
  ['an empty answer', refuse(200, { content: [] }), { code: 'VISION_INVALID_ANSWER', message: /no text/ }],
  [
    'no JSON',
    (response) => {
      response.end('<html>');
      return true;
    },
    { code: 'VISION_INVALID_ANSWER', message: /no JSON/ },
  ],
  [
    'a closed connection',
    (response) => {
      response.destroy();
      return true;
    },
    { code: 'VISION_NETWORK' },
  ],
];

for (const [name, special, expected] of PROBLEMS) {
  test(`${name} is the right fault`, async (t) => {
    const { ask } = await start(t, special);
    await assert.rejects(ask('claude'), expected);
  });
}

test('a provider that is not there is named with its address', async () => {
  const vision = new Vision(new Settings(), { OLLAMA_HOST: '127.0.0.1:9' }, silentLog);
  await assert.rejects(vision.analyze({ picture: blackPicture(4, 4), prompt: 'x', provider: 'ollama' }), {
    code: 'VISION_NETWORK',
    message: /Ollama cannot be reached at http:\/\/127\.0\.0\.1:9 /,
  });
});

test('a slow answer ends at the limit of the settings, or when the caller has enough', async (t) => {
  const slow = await start(t, () => true, { timeoutSeconds: 1 });
  await assert.rejects(slow.ask('claude'), { code: 'VISION_TIMEOUT', message: /within 1 s/ });
  const controller = new AbortController();
  const reason = new Error('enough');
  const asked = start(t, () => {
    setImmediate(() => controller.abort(reason));
    return true;
  });
  await assert.rejects((await asked).ask('claude', controller.signal), reason);
});
