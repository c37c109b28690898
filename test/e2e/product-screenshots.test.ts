/** Pictures of pages beside those of the screen: one shelf, and every screen tool works on both. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startPages } from '../kit/pages.ts';
import { type ServerProcess, startServer } from '../kit/start-server.ts';

const LIMIT_MS = 90_000;
const pages = await startPages();
after(() => pages.close());

const PAGE = `<title>Customer</title><body style="font: 24px 'DejaVu Sans', sans-serif; margin: 40px">
<p>Customer record of today</p><p>Mail: jane.doe@example.com</p></body>`;

interface Answer {
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly data?: string }[];
}

const ask = async (server: ServerProcess, tool: string, args: Record<string, unknown>): Promise<Answer> =>
  (await server.call(tool, args, LIMIT_MS)).result;
const wordsOf = ({ content }: Answer) => content.map(({ text }) => text ?? '').join('\n');

async function takePicture(server: ServerProcess, args: Record<string, unknown> = {}): Promise<string> {
  const taken = await ask(server, 'browser_take_screenshot', args);
  const [, id = ''] = /screenshot_id: ([0-9a-f-]{36})/.exec(wordsOf(taken)) ?? [];
  assert.ok(id, wordsOf(taken));
  assert.ok(taken.content.some(({ type }) => type === 'image'));
  return id;
}

test('a picture of a page has an id that every screen tool takes', async (t) => {
  const server = await startServer(t, 'sensorium', ['--standalone', '--headless', '--isolated']);
  await server.initialize();
  await ask(server, 'browser_navigate', { url: `data:text/html,${encodeURIComponent(PAGE)}` });
  const screenshot_id = await takePicture(server);

  const [listed] = JSON.parse(wordsOf(await ask(server, 'list_screenshots', {})));
  assert.partialDeepStrictEqual(listed, { id: screenshot_id, mode: 'browser', title: 'Customer' });
  const read = await ask(server, 'ocr_screenshot', { screenshot_id });
  assert.match(wordsOf(read), /Customer record of today/);
  const found = await ask(server, 'find_text', { screenshot_id, text: 'record' });
  assert.match(wordsOf(found), /"x":\s*\d+/);
  const marked = await ask(server, 'annotate_screenshot', {
    screenshot_id,
    annotations: [{ type: 'rect', x: 30, y: 30, width: 200, height: 60 }],
  });
  assert.equal(marked.content[0]?.type, 'image');
  const hidden = await ask(server, 'auto_redact_pii', { screenshot_id });
  assert.match(wordsOf(hidden), /"type":\s*"email"/);
  const { contents } = (await server.request('resources/read', { uri: `screenshots://${screenshot_id}` }))
    .result;
  assert.equal(contents[0].mimeType, 'image/png');
  const seen = await ask(server, 'observe', { what: 'screenshot' });
  const other = String(seen.structuredContent?.screenshot_id);
  assert.match(wordsOf(await ask(server, 'ocr_screenshot', { screenshot_id: other })), /Customer record/);
  const prompt = { name: 'describe_ui', arguments: { screenshot_id } };
  const { messages } = (await server.request('prompts/get', prompt)).result;
  assert.equal(messages[0].content.type, 'image');
});

test('so has one in another format, and one of another browser', async (t) => {
  const server = await startServer(t, 'sensorium', ['--standalone', '--headless', '--isolated']);
  await server.initialize();
  const url = `data:text/html,${encodeURIComponent(PAGE)}`;
  const { instanceId } = JSON.parse(
    wordsOf(await ask(server, 'browser_instance', { action: 'new', name: 'one', url })),
  );
  const screenshot_id = await takePicture(server, { instanceId, type: 'jpeg' });
  assert.match(wordsOf(await ask(server, 'ocr_screenshot', { screenshot_id })), /Customer record/);
});

test('where there are no screen tools, nothing is said of an id', async (t) => {
  const args = ['--standalone', '--headless', '--isolated', '--toolsets', 'browser'];
  const server = await startServer(t, 'sensorium', args);
  await server.initialize();
  await ask(server, 'browser_navigate', { url: pages.url('/index.html') });
  const taken = await ask(server, 'browser_take_screenshot', {});
  assert.doesNotMatch(wordsOf(taken), /screenshot_id/);
  assert.equal(taken.structuredContent, undefined);
});
