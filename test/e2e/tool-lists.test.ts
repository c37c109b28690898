/** The tool lists are part of the contract: they change only on purpose, tell everything, and stay within their bars. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { BROWSER_CAPS } from '../../src/profiles/browser.ts';
import { fotos } from '../../src/profiles/fotos.ts';
import { gasoline } from '../../src/profiles/gasoline.ts';
import { moonsurf } from '../../src/profiles/moonsurf.ts';
import type { Profile, ToolsetName } from '../../src/profiles/profile.ts';
import { rawprox } from '../../src/profiles/rawprox.ts';
import { sensorium } from '../../src/profiles/sensorium.ts';
import { viewpoint } from '../../src/profiles/viewpoint.ts';
import { manifest } from '../../src/toolsets/manifest.generated.ts';
import { type Command, startServer } from '../kit/start-server.ts';

const PROFILES: Record<Command, Profile> = {
  sensorium,
  rawprox,
  'viewpoint-mcp': viewpoint,
  'moonsurf-mcp': moonsurf,
  'gasoline-mcp': gasoline,
  'fotos-mcp': fotos,
};

const namesOf = (toolsets: readonly ToolsetName[]) =>
  toolsets.flatMap((name) => manifest[name].tools.map((tool) => tool.name));
const BROWSER = namesOf(['browser']);

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

for (const [command, { toolsets }] of Object.entries(PROFILES) as [Command, Profile][]) {
  test(`${command} lists the tools of its toolsets in their order, whole and flat`, async (t) => {
    const tools = await toolsOf(t, command);
    assert.deepEqual(
      tools.map((tool) => tool.name),
      namesOf(toolsets),
    );
    for (const tool of tools) {
      assert.ok('readOnlyHint' in tool.annotations || 'destructiveHint' in tool.annotations, tool.name);
      assert.doesNotMatch(JSON.stringify(tool), /"(oneOf|anyOf|allOf|\$ref|\$schema)"/, tool.name);
      assert.match(tool.name, /^[A-Za-z0-9_-]{1,64}$/);
      assert.match(tool.description, /\.$/);
    }
  });
}

/** In characters of JSON; the first two with all that is to come. */
const BARS: Partial<Record<Command, number>> = {
  sensorium: 48_000,
  'gasoline-mcp': 22_000,
  'viewpoint-mcp': 20_286,
  'fotos-mcp': 9000,
};

for (const [command, most] of Object.entries(BARS) as [Command, number][]) {
  test(`the list of ${command} has at most ${most} characters, a short one half of it`, async (t) => {
    const length = async (...args: string[]) => JSON.stringify(await toolsOf(t, command, args)).length;
    const full = await length();
    assert.ok(full <= most, `${full} characters`);
    const short = await length('--list', 'short');
    assert.ok(short < full / 2 || short < 20_000, `${short} characters`);
  });
}

for (const [cap, toolsets] of Object.entries(BROWSER_CAPS)) {
  test(`viewpoint-mcp --caps ${cap} adds these, flat like the rest`, async (t) => {
    const tools = await toolsOf(t, 'viewpoint-mcp', ['--caps', cap]);
    const added = tools.slice(BROWSER.length);
    assert.deepEqual(
      added.map((tool) => tool.name),
      namesOf(toolsets),
    );
    for (const tool of added) assert.match(tool.description, /\.$/, tool.name);
  });
}

test('with the answers of playwright-mcp come the tools that it always has', async (t) => {
  const names = (await toolsOf(t, 'viewpoint-mcp', ['--answers', 'playwright'])).map((tool) => tool.name);
  assert.deepEqual(names.slice(BROWSER.length), namesOf(BROWSER_CAPS.extra!));
});

test('--toolsets and --tools narrow the list', async (t) => {
  const names = async (...args: string[]) => (await toolsOf(t, 'sensorium', args)).map((tool) => tool.name);
  assert.deepEqual(await names('--tools', 'wire_flows,wire_flow'), ['wire_flows', 'wire_flow']);
  assert.ok(!(await names('--tools', '!wire_fault')).includes('wire_fault'));
  assert.deepEqual(await names('--toolsets', 'wire'), namesOf(['wire']));
  assert.equal((await names('--toolsets', 'browser', '--caps', 'pdf')).length, BROWSER.length + 2);
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
