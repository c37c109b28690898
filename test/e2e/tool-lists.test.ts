/** The tool lists are part of the contract: they change only on purpose, and they stay short. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { type Command, startServer } from '../kit/start-server.ts';

const LISTS: Record<Command, string[]> = {
  sensorium: [
    'start-logging',
    'stop-logging',
    'add-port-rule',
    'remove-port-rule',
    'wire_flows',
    'wire_flow',
    'wire_fault',
    'wire_export',
    'wire_replay',
  ],
  rawprox: ['start-logging', 'stop-logging', 'add-port-rule', 'remove-port-rule', 'shutdown'],
  'viewpoint-mcp': [],
  'moonsurf-mcp': [],
  'gasoline-mcp': [],
  'fotos-mcp': [],
};

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations: Record<string, unknown>;
}

async function toolsOf(
  t: Parameters<typeof startServer>[0],
  command: Command,
  args: string[] = [],
): Promise<Listed[]> {
  if (command !== 'rawprox') {
    const server = await startServer(t, command, [
      ...(command === 'moonsurf-mcp' ? ['--port', '0'] : []),
      ...args,
    ]);
    if (command !== 'moonsurf-mcp') return (await server.request('tools/list')).result.tools;
    const [, url] = await server.stderrMatch(/listens at (http:\S+)/);
    return list(url!);
  }
  const server = await startServer(t, 'rawprox', ['--mcp-port', '0']);
  const ready = await server.lines.first((line) => line.includes('mcp-ready'), 'mcp-ready');
  return list(JSON.parse(ready).endpoint);
}

async function list(url: string): Promise<Listed[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  return ((await response.json()) as { result: { tools: Listed[] } }).result.tools;
}

for (const [command, names] of Object.entries(LISTS) as [Command, string[]][]) {
  test(`${command} lists its tools in this order, whole and flat`, async (t) => {
    const tools = await toolsOf(t, command);
    assert.deepEqual(
      tools.map((tool) => tool.name),
      names,
    );
    for (const tool of tools) {
      const hints = ['title', 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
      assert.deepEqual(Object.keys(tool.annotations), hints, tool.name);
      assert.doesNotMatch(JSON.stringify(tool), /"(oneOf|anyOf|allOf|\$ref|\$schema)"/, tool.name);
      assert.match(tool.name, /^[A-Za-z0-9_-]{1,64}$/);
      assert.match(tool.description, /\.$/);
    }
  });
}

test('the list of sensorium stays under 20,000 characters', async (t) => {
  const length = JSON.stringify(await toolsOf(t, 'sensorium')).length;
  assert.ok(length < 20_000, `${length} characters`);
});

test('--toolsets and --tools narrow the list', async (t) => {
  const names = async (...args: string[]) => (await toolsOf(t, 'sensorium', args)).map((tool) => tool.name);
  assert.deepEqual(await names('--tools', 'wire_flows,wire_flow'), ['wire_flows', 'wire_flow']);
  assert.ok(!(await names('--tools', '!wire_fault')).includes('wire_fault'));
  assert.equal((await names('--toolsets', 'wire')).length, LISTS.sensorium.length);
  const server = await startServer(t, 'sensorium', ['--tools', '!wire_fault']);
  assert.equal((await server.call('wire_fault', { action: 'list' })).error!.code, -32601);
});

for (const [args, words] of [
  [['--toolsets', 'wrie'], /--toolsets.*"wrie".*"wire"/],
  [['--tools', 'wire_flwos'], /--tools.*"wire_flwos".*"wire_flows"/],
] as const) {
  test(`${args.join(' ')} is refused with the nearest name, exit 2`, async (t) => {
    const server = await startServer(t, 'sensorium', args);
    assert.equal((await server.exit).code, 2);
    assert.match(server.stderr, words);
  });
}
