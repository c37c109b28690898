/** The command gasoline-mcp as its clients meet it: stdio and POST /mcp, the seed's enums, resources, messages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { toolCall } from '../kit/json-rpc.ts';
import { startSite } from '../kit/site.ts';
import { startHttp } from '../kit/start-http.ts';
import { root, type ServerProcess, startServer } from '../kit/start-server.ts';
import { gasolineModes } from '../requirements/gasoline.ts';
import { verifies } from '../requirements/verifies.ts';

const KEYS: Readonly<Record<string, string>> = {
  observe: 'what',
  analyze: 'what',
  generate: 'format',
  configure: 'action',
  interact: 'action',
};

interface Listed {
  readonly name: string;
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>;
  };
}

async function toolsOf(server: ServerProcess): Promise<readonly Listed[]> {
  return (await server.request('tools/list')).result.tools;
}

verifies(
  ['gasoline: guarantee 1 schema first', 'gasoline: CORE_MCP_PROD_002'],
  'the enums are the seed’s, and every value has a handler',
  async (t) => {
    const server = await startServer(t, 'gasoline-mcp', ['--standalone']);
    const tools = await toolsOf(server);
    assert.deepEqual(tools.map(({ name }) => name).toSorted(), Object.keys(KEYS).toSorted());
    for (const { name, inputSchema } of tools) {
      const key = KEYS[name]!;
      const modes = inputSchema.properties[key]?.enum ?? [];
      const lacking = gasolineModes(name).filter((mode) => !modes.includes(mode));
      assert.deepEqual(lacking, [], name);
      for (const mode of modes) {
        // Only what needs a page or arguments may refuse; nothing may be unknown or break.
        if (['playback', 'navigate', 'new_tab'].includes(mode)) continue;
        const { result } = await server.call(name, { [key]: mode });
        const { code } = result.isError ? result.structuredContent : { code: undefined };
        const refusals = [undefined, 'INVALID_ARGUMENTS', 'NO_PAGE', 'NOTHING_RECORDED', 'NOT_RECORDING'];
        assert.ok(refusals.includes(code), `${name} ${mode}: ${JSON.stringify(result.structuredContent)}`);
      }
    }
  },
);

verifies(
  ['gasoline: CORE_MCP_PROD_001', 'gasoline: CORE_MCP_PROD_006'],
  'a call goes through tools/call and the schema of its tool, and what does not fit is a structured error',
  async (t) => {
    const server = await startServer(t, 'gasoline-mcp', ['--standalone']);
    await server.initialize();
    const tools = await toolsOf(server);
    assert.ok(tools.length >= 3);
    for (const { name, inputSchema } of tools) {
      const key = KEYS[name]!;
      const [mode] = inputSchema.properties[key]!.enum!;
      const byMethod = await server.request(name, { [key]: mode });
      assert.equal(byMethod.error?.code, -32601, `${name} is no method of the protocol`);
      const refused = async (args: Record<string, unknown>) => {
        const { result } = await server.call(name, args);
        assert.equal(result.isError, true, `${name} took ${JSON.stringify(args)}`);
        const { error, message, param, hint, retry } = result.structuredContent;
        assert.ok(error && message && (hint ?? retry), JSON.stringify(result.structuredContent));
        return [error, param];
      };
      assert.deepEqual(await refused({}), ['missing_param', key]);
      assert.deepEqual(await refused({ [key]: `${mode}x` }), ['unknown_mode', key]);
      assert.deepEqual(await refused({ [key]: 7 }), ['unknown_mode', key]);
      const numbers = {
        observe: { limit: 'many' },
        generate: { last_n: 'x' },
        analyze: { limit: 'x' },
        configure: { limit: 'x' },
        interact: { timeout_ms: 'x' },
      };
      const wrong = numbers[name as keyof typeof numbers];
      const taking = {
        observe: 'logs',
        analyze: 'history',
        generate: 'test',
        configure: 'audit_log',
        interact: 'click',
      }[name]!;
      assert.deepEqual(await refused({ [key]: taking, ...wrong }), ['invalid_param', Object.keys(wrong)[0]]);
    }
    const unknown = await server.call('obsreve', { what: 'logs' });
    assert.match(JSON.stringify(unknown.error), /Did you mean \\"observe\\"/);
  },
);

verifies(
  'gasoline: CORE_MCP_PROD_008',
  'the documentation has every mode and argument of the schema',
  async () => {
    const { telemetry, telemetryAlone } = await import('../../src/toolsets/telemetry/index.ts');
    const page = ['telemetry', 'telemetry-alone']
      .map((name) => readFileSync(join(root, 'docs/tools', `${name}.md`), 'utf8'))
      .join('\n');
    const rows = [...telemetry.tools, ...telemetryAlone.tools].flatMap(({ modes = [] }) => modes);
    assert.ok(rows.length >= Object.keys(KEYS).flatMap(gasolineModes).length, String(rows.length));
    for (const { name, summary, input } of rows) {
      const taken = Object.keys(input.shape).map((argument) => `\`${argument}\``);
      const row = page
        .split('\n')
        .find((line) => line.startsWith(`| \`${name}\` | ${summary.replaceAll('|', '\\|')}`));
      assert.ok(row?.endsWith(`${taken.join(', ')} |`), `${name}: ${row}`);
    }
  },
);

test('the seed’s transport: POST /mcp without a key, structured errors and resources', async (t) => {
  const { rpc } = await startHttp(t, 'gasoline-mcp');
  const health = await rpc(toolCall(1, 'configure', { action: 'health' }));
  assert.match(health.answer?.result.content[0].text, /^No browser runs; record open/);
  const wrong = await rpc(toolCall(2, 'observe', { what: 'erors' }));
  assert.deepEqual(
    [wrong.answer?.result.isError, wrong.answer?.result.structuredContent.error],
    [true, 'unknown_mode'],
  );
  const read = async (id: number, uri: string) =>
    (await rpc({ jsonrpc: '2.0', id, method: 'resources/read', params: { uri } })).answer;
  assert.match((await read(3, 'gasoline://capabilities'))?.result.contents[0].text, /what:"errors"/);
  assert.match(
    (await read(4, 'gasoline://playbook/security_audit/full'))?.result.contents[0].text,
    /^# Security, full/,
  );
  assert.match(
    (await read(5, 'gasoline://playbook/performance'))?.result.contents[0].text,
    /^# Performance, quick/,
  );
  assert.match((await read(6, 'gasoline://demo/ws'))?.result.contents[0].text, /websocket_status/);
  assert.equal((await read(7, 'gasoline://demo/nothing'))?.error?.code, -32002);
});

verifies(
  ['gasoline: fault 03 streaming'],
  'over stdio a client that asked for it is told of errors as they happen',
  async (t) => {
    const site = await startSite({
      // Without an icon of its own the browser asks for one, and its 404 would be the first error.
      '/': '<title>Boom</title><link rel=icon href="data:,"><script>setTimeout(() => { throw new TypeError("boom") }, 50)</script>',
    });
    t.after(() => site.close());
    const server = await startServer(t, 'gasoline-mcp', ['--standalone', '--headless', '--isolated']);
    await server.initialize();
    await server.call('configure', { action: 'streaming', streaming_action: 'enable', events: ['errors'] });
    const opened = await server.call('interact', { action: 'navigate', url: site.url('/') }, 30_000);
    assert.equal(opened.result.structuredContent.status, 'complete', JSON.stringify(opened));
    const told = await server.notification('notifications/message', 10_000);
    assert.deepEqual([told.params?.level, told.params?.logger], ['error', 'gasoline']);
    assert.match(JSON.stringify(told.params?.data), /TypeError: boom/);
    const bundles = await server.call('observe', { what: 'error_bundles' });
    assert.match(JSON.stringify(bundles.result.structuredContent.bundles), /boom/);
  },
);

test('what analyze brings into pages and threads is in the bundle', async (t) => {
  const site = await startSite({
    '/': '<title>Bad</title><link rel=icon href="data:,"><input><img src="data:,"><script src=/jquery.js></script>',
    '/jquery.js': '/*! jQuery v1.8.1 jquery.com | jquery.org/license */',
  });
  t.after(() => site.close());
  const server = await startServer(t, 'gasoline-mcp', ['--standalone', '--headless', '--isolated']);
  await server.initialize();
  await server.call('interact', { action: 'navigate', url: site.url('/') }, 30_000);
  const { result } = await server.call('analyze', { what: 'accessibility' }, 30_000);
  assert.match(JSON.stringify(result.structuredContent), /"id":"image-alt"/);
  const audit = await server.call('analyze', { what: 'security_audit', checks: ['libraries'] }, 30_000);
  assert.match(JSON.stringify(audit.result.structuredContent), /jquery 1\.8\.1: .*CVE-/);
  const asked = { what: 'performance', trace: 'load', background: true };
  const { correlation_id } = (await server.call('analyze', asked, 30_000)).result.structuredContent;
  for (let isOver = false; !isOver; ) {
    const told = await server.call('observe', { what: 'command_result', correlation_id }, 30_000);
    isOver = told.result.structuredContent.final;
    if (isOver) assert.match(JSON.stringify(told.result.structuredContent), /"insights":\[\{"name":"/);
  }
});

test('--no-pilot locks: nothing is done to pages, and no call lifts it', async (t) => {
  const server = await startServer(t, 'gasoline-mcp', ['--standalone', '--no-pilot']);
  const refused = await server.call('interact', { action: 'navigate', url: 'http://127.0.0.1:1/' });
  assert.equal(refused.result.structuredContent.error, 'pilot_disabled');
  const lifted = await server.call('configure', { action: 'telemetry', pilot: true });
  assert.equal(lifted.result.structuredContent.error, 'pilot_disabled');
});

const RECORD_PAGE = `<title>Kept</title><link rel=icon href="data:,"><input aria-label=Name><script>
for (let i = 0; i < 50; i++) console.log('line ' + i);
fetch('/gate/long', { method: 'POST', body: 'in', headers: { 'x-mine': 'secret-of-mine', 'x-api-key': 'usual' } });
fetch('/long?shoe=42');
</script>`;

test('what is kept, how long and what never is can be set', async (t) => {
  const long = (_request: unknown, response: { end(words: string): unknown }) =>
    void response.end('x'.repeat(5000));
  const site = await startSite({ '/': RECORD_PAGE, '/long': long, '/gate/long': long });
  t.after(() => site.close());
  const server = await startServer(t, 'gasoline-mcp', [
    ...['--standalone', '--headless', '--isolated', '--record-items', '500', '--body-kb', '1'],
    ...['--record-streams', '{"console":{"items":5}}', '--no-record-input'],
    ...['--private-headers', '+x-mine', '--private-paths', 'gate', '--private-fields', '+shoe'],
  ]);
  await server.initialize();
  const call = async (tool: string, args: Record<string, unknown>) =>
    (await server.call(tool, args, 30_000)).result.structuredContent;
  await call('interact', { action: 'navigate', url: site.url('/') });
  await call('interact', { action: 'type', selector: 'label=Name', text: 'Ada' });
  const { buffers } = await call('configure', { action: 'health' });
  assert.deepEqual([buffers.console.capacity, buffers.request.capacity], [5, 500]);
  // The oldest lines are taken away behind everybody's back.
  let lines: string[] = [];
  for (let tries = 0; tries < 100 && lines.length !== 5; tries++) {
    const { logs } = await call('observe', { what: 'logs' });
    lines = logs.map(({ message }: { message: string }) => message);
  }
  assert.equal(lines.length, 5);
  assert.ok(lines.includes('line 49') && !lines.includes('line 0'), 'the newest stay');
  const { entries } = await call('observe', { what: 'network_bodies', url: 'long' });
  const [shoe, gate] = ['/long?', '/gate'].map((path) =>
    entries.find(({ url }: { url: string }) => url.includes(path)),
  );
  assert.match(shoe.url, /shoe=\[redacted\]/);
  assert.ok(shoe.response_body.startsWith('x'.repeat(1024)) && shoe.response_truncated);
  assert.match(gate.request_body, /withheld/);
  const { request } = await call('observe', { what: 'network_waterfall', request_id: gate.id });
  assert.equal(request.request_headers['x-mine'], '[withheld]');
  assert.doesNotMatch(JSON.stringify(request), /usual/, 'the usual ones too');
  const typed = await call('observe', { what: 'actions', source: 'ai' });
  assert.equal(typed.entries.find(({ type }: { type: string }) => type === 'input').value, '[redacted]');
});
