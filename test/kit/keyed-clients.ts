/** A server with two keys, and clients that come with one of them. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { QUIET_ARGS } from './browser.ts';
import { fetchText, rpc } from './http.ts';
import { initialize, request, toolCall } from './json-rpc.ts';
import { startPages } from './pages.ts';
import { startServer } from './start-server.ts';

export const KEY = 'one-one-one';
export const OTHER = 'two-two-two';
export const LIMIT_MS = 60_000;

export interface Client {
  call(tool: string, args?: Record<string, unknown>): Promise<{ text: string; isError: boolean }>;
  ok(tool: string, args?: Record<string, unknown>): Promise<string>;
  fails(code: string, tool: string, args?: Record<string, unknown>): Promise<void>;
  value(expression: string): Promise<string>;
  /** Any other request; its result or its error. */
  ask(method: string, params: Record<string, unknown>): Promise<unknown>;
  end(): Promise<void>;
}

export async function served(t: TestContext, flags: readonly string[], home?: string) {
  const pages = await startPages();
  t.after(() => pages.close());
  const launch = ['--headless', '--launch-options', JSON.stringify({ args: QUIET_ARGS })];
  const keys = ['--port', '0', '--api-keys', `${KEY},${OTHER}`, '--standalone'];
  const args = [...keys, '--caps', 'network,storage', ...launch, ...flags];
  const server = await startServer(t, 'sensorium', args, home === undefined ? {} : { home });
  const [, base = ''] = await server.stderrMatch(/listens at (http:\S+)\/mcp\n/);
  return { pages, base, server };
}

/** A client with a session; `stateless` has none but its key. */
export async function client(base: string, key: string, stateless = false): Promise<Client> {
  const mcp = `${base}/mcp`;
  const opened = stateless ? undefined : await rpc(mcp, initialize(1), { key });
  const session = opened && String(opened.headers['mcp-session-id']);
  const call: Client['call'] = async (tool, args = {}) => {
    const { answer } = await rpc(mcp, toolCall(2, tool, args), { key, session, limitMs: LIMIT_MS });
    const { content, isError } = answer?.result ?? assert.fail(JSON.stringify(answer));
    const texts = (content as { text?: string }[]).map(({ text = '' }) => text);
    return { text: texts.join('\n'), isError: isError === true };
  };
  const ok: Client['ok'] = async (tool, args) => {
    const { text, isError } = await call(tool, args);
    assert.ok(!isError, text);
    return text;
  };
  return {
    call,
    ok,
    async fails(code, tool, args) {
      const { text, isError } = await call(tool, args);
      assert.ok(isError && text.includes(code), text);
    },
    value: (expression) => ok('browser_evaluate', { function: `() => ${expression}` }),
    async ask(method, params) {
      const { answer } = await rpc(mcp, request(3, method, params), { key, session, limitMs: LIMIT_MS });
      return answer?.result ?? answer?.error;
    },
    async end() {
      const headers = { authorization: `Bearer ${key}`, 'mcp-session-id': session ?? '' };
      assert.equal((await fetchText(mcp, { method: 'DELETE', headers, limitMs: LIMIT_MS })).status, 204);
    },
  };
}
