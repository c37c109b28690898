/** Many browsers beside the browser tools of the product. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fetchText, openSse } from '../kit/http.ts';
import { type Message, request, toolCall } from '../kit/json-rpc.ts';
import { startPages } from '../kit/pages.ts';
import { startServer } from '../kit/start-server.ts';

const LIMIT_MS = 90_000;
const ARGS = ['--standalone', '--headless', '--isolated', '--rate-limit', '0'];

test('tab names another browser, context or page than the current one', async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const server = await startServer(t, 'sensorium', ARGS);
  await server.initialize();
  const words = async (name: string, args: Record<string, unknown>) => {
    const { result } = await server.call(name, args, LIMIT_MS);
    return result.content.map((block: { text?: string }) => block.text ?? '').join('\n') as string;
  };
  const data = async (args: Record<string, unknown>) => JSON.parse(await words('browser_instance', args));
  const title = (args: Record<string, unknown> = {}) =>
    words('browser_evaluate', { function: '() => document.cookie', ...args });

  await words('browser_navigate', { url: pages.url('/set-cookie?value=default') });
  const one = await data({ action: 'new', name: 'one' });
  await words('browser_navigate', { url: pages.url('/set-cookie?value=one') });
  const two = await data({ action: 'new', name: 'two', url: pages.url('/set-cookie?value=two') });
  assert.match(await title(), /seen=two/, 'a new one is the current one');
  assert.match(await title({ instanceId: one.instanceId }), /seen=one/);
  assert.match(await title({ tab: one.instanceId }), /seen=one/, 'the same by its short name');
  await data({ action: 'activate' });
  assert.match(await title(), /seen=default/, 'back in the first browser');
  await data({ action: 'activate', instanceId: one.instanceId });
  assert.match(await title(), /seen=one/);
  assert.match(await words('browser_close', { tab: two.instanceId }), /Closed/);
  const { instances } = await data({ action: 'list' });
  assert.deepEqual(
    instances.map(({ name }: { name: string }) => name),
    ['one'],
  );
  assert.match(await title({ tab: 'inst_none' }), /NO_INSTANCE/);
  assert.match(await title({ instanceId: two.instanceId }), /NO_INSTANCE/);
});

async function connect(t: TestContext, url: string, headers: Record<string, string>) {
  const stream = await openSse(t, `${url}/sse`, headers);
  const { data: endpoint } = await stream.event('endpoint');
  const ask = async (message: Message): Promise<Message> => {
    await fetchText(endpoint, { body: message, headers, limitMs: LIMIT_MS });
    return stream.answer(message.id ?? null, LIMIT_MS);
  };
  return { stream, ask };
}

test('a session whose browser is busy keeps no other session waiting', async (t) => {
  const server = await startServer(t, 'sensorium', [...ARGS, '--port', '0', '--api-key', 'the-key-of-it']);
  const [, url] = await server.stderrMatch(/listens at (http:\S+)\/mcp/);
  const headers = { authorization: 'Bearer the-key-of-it' };
  const [ann, bob] = [await connect(t, url!, headers), await connect(t, url!, headers)];
  for (const { ask } of [ann, bob]) await ask(request('hello', 'initialize', {}));
  const open = async ({ ask }: typeof ann) => {
    const { result } = await ask(toolCall('new', 'browser_instance', { action: 'new' }));
    return JSON.parse(result.content[0].text).instanceId as string;
  };
  const [busy] = await Promise.all([open(ann), open(bob)]);
  const evaluate = (words: string) => toolCall(words, 'browser_evaluate', { function: words });
  const hanging = ann.ask(evaluate('new Promise(() => {})'));
  assert.match(JSON.stringify((await bob.ask(evaluate('6 * 7'))).result), /42/);
  // The busy one still hangs: only the end of its browser ends it.
  await ann.ask(toolCall('close', 'browser_instance', { action: 'close', instanceId: busy }));
  assert.match(JSON.stringify((await hanging).result), /NO_INSTANCE/);
});

test('twenty sessions at once over SSE, each in its own context: no word goes to the wrong one', async (t) => {
  const pages = await startPages();
  t.after(() => pages.close());
  const server = await startServer(t, 'sensorium', [...ARGS, '--port', '0', '--api-key', 'the-key-of-it']);
  const [, url] = await server.stderrMatch(/listens at (http:\S+)\/mcp/);
  const headers = { authorization: 'Bearer the-key-of-it' };
  const clients = await Promise.all(Array.from({ length: 20 }, () => connect(t, url!, headers)));
  const marks = clients.map((_, i) => `mark-${i}-end`);
  await Promise.all(
    clients.map(async ({ ask }, i) => {
      const context = `c${i}`;
      const call = (id: number, name: string, args: Record<string, unknown>) =>
        ask(toolCall(`${marks[i]}-${id}`, name, { context, ...args }));
      await ask(request(`${marks[i]}-0`, 'initialize', {}));
      assert.ok(!(await call(1, 'browser_context_create', { name: context })).result.isError);
      await call(2, 'browser_navigate', { url: pages.url(`/set-cookie?value=${marks[i]}`) });
      const { result } = await call(3, 'browser_evaluate', { function: '() => document.cookie' });
      assert.match(JSON.stringify(result), new RegExp(`seen=${marks[i]}`));
    }),
  );
  for (const [i, { stream }] of clients.entries()) {
    const heard = stream.events.all.map(({ data }) => data).join('\n');
    assert.deepEqual(
      marks.filter((mark) => heard.includes(mark)),
      [marks[i]],
    );
  }
});
