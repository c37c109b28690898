/** The tool lists are part of the contract: they change only on purpose, and they stay short. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { type Command, startServer } from '../kit/start-server.ts';

const SCREEN = [
  'take_screenshot',
  'ocr_screenshot',
  'annotate_screenshot',
  'analyze_screenshot',
  'auto_redact_pii',
  'list_screenshots',
  'find_text',
  'wait_for_change',
  'compare_screenshots',
];

/** analyze and generate follow. */
const TELEMETRY = ['observe', 'configure', 'interact'];

const BROWSER = (
  'navigate navigate_back click drag file_upload fill_form hover press_key scroll_into_view select_option type ' +
  'console_messages network_requests snapshot take_screenshot evaluate handle_dialog wait_for close install resize ' +
  'tabs context_create context_switch context_list context_close context_save_storage'
)
  .split(' ')
  .map((name) => `browser_${name}`);

/** What --caps adds to the browser. */
const CAPS: Record<string, string[]> = {
  vision: ['mouse_move_xy', 'mouse_click_xy', 'mouse_drag_xy', 'mouse_down', 'mouse_up', 'mouse_wheel'],
  pdf: ['pdf_save'],
  network: ['network_state_set', 'route', 'route_list', 'unroute'],
  storage: [
    ...['cookie_list', 'cookie_get', 'cookie_set', 'cookie_delete', 'cookie_clear'],
    ...['storage_state', 'set_storage_state'],
    ...['list', 'get', 'set', 'delete', 'clear'].map((name) => `localstorage_${name}`),
    ...['list', 'get', 'set', 'delete', 'clear'].map((name) => `sessionstorage_${name}`),
  ],
  testing: [
    ...[
      'generate_locator',
      'verify_element_visible',
      'verify_text_visible',
      'verify_list_visible',
      'verify_value',
    ],
  ],
  devtools: [
    ...['highlight', 'hide_highlight', 'start_recording', 'stop_recording', 'start_tracing', 'stop_tracing'],
    ...['start_video', 'stop_video', 'video_chapter', 'video_show_actions', 'video_hide_actions'],
  ],
  extra: ['find', 'drop', 'emulate_media', 'network_request'],
  config: ['get_config'],
  code: ['run_code'],
};

const MOONSURF = [
  ...['instance', 'tab', 'navigate', 'content', 'interact', 'execute', 'network', 'emulate', 'debug'].map(
    (name) => `browser_${name}`,
  ),
  'sleep',
];

const LISTS: Record<Command, string[]> = {
  sensorium: [
    ...BROWSER,
    'browser_find',
    'browser_instance',
    'start-logging',
    'stop-logging',
    'add-port-rule',
    'remove-port-rule',
    'wire_flows',
    'wire_flow',
    'wire_fault',
    'wire_export',
    'wire_replay',
    ...SCREEN,
    ...TELEMETRY,
  ],
  rawprox: ['start-logging', 'stop-logging', 'add-port-rule', 'remove-port-rule', 'shutdown'],
  'viewpoint-mcp': BROWSER,
  'moonsurf-mcp': MOONSURF,
  'gasoline-mcp': TELEMETRY,
  'fotos-mcp': SCREEN,
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

test('of them the browser has at most 8,200', async (t) => {
  const length = JSON.stringify(await toolsOf(t, 'viewpoint-mcp')).length;
  assert.ok(length <= 8200, `${length} characters`);
});

for (const [cap, names] of Object.entries(CAPS)) {
  test(`viewpoint-mcp --caps ${cap} adds these, flat like the rest`, async (t) => {
    const tools = await toolsOf(t, 'viewpoint-mcp', ['--caps', cap]);
    const added = tools.slice(BROWSER.length);
    assert.deepEqual(
      added.map((tool) => tool.name),
      names.map((name) => `browser_${name}`),
    );
    for (const tool of added) assert.match(tool.description, /\.$/, tool.name);
  });
}

test('with the answers of playwright-mcp come the tools that it always has', async (t) => {
  const names = (await toolsOf(t, 'viewpoint-mcp', ['--answers', 'playwright'])).map((tool) => tool.name);
  assert.deepEqual(
    names.slice(BROWSER.length),
    CAPS.extra!.map((name) => `browser_${name}`),
  );
});

test('--toolsets and --tools narrow the list', async (t) => {
  const names = async (...args: string[]) => (await toolsOf(t, 'sensorium', args)).map((tool) => tool.name);
  assert.deepEqual(await names('--tools', 'wire_flows,wire_flow'), ['wire_flows', 'wire_flow']);
  assert.ok(!(await names('--tools', '!wire_fault')).includes('wire_fault'));
  assert.equal((await names('--toolsets', 'wire')).length, 9);
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
