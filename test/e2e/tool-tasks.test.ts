/**
 * Ordinary tasks, each with the calls that an agent writes who has read the list and the instructions and nothing
 * else. They are taken without a warning, and every argument in them is told in the list.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { loadToolsets } from '../../scripts/gen/loaded.ts';
import { describeTool } from '../../src/kernel/descriptor.ts';
import { propertiesOf } from '../../src/kernel/json-schema.ts';
import { sensorium } from '../../src/profiles/sensorium.ts';
import { validate } from '../../src/session/validate.ts';

type TaskCall = readonly [tool: string, args?: Record<string, unknown>];

const TASKS: Readonly<Record<string, readonly TaskCall[]>> = {
  'open a page and look at it': [
    ['browser_navigate', { url: 'http://localhost:3000' }],
    ['browser_snapshot'],
  ],
  'right-click an element': [['browser_click', { target: 'e5', button: 'right' }]],
  'double-click with Shift held': [
    ['browser_click', { target: '#row', doubleClick: true, modifiers: ['Shift'] }],
  ],
  'wait at most 3 seconds for a text': [['browser_wait_for', { text: 'Done', timeout_ms: 3000 }]],
  'wait two seconds': [['browser_wait_for', { time: 2 }]],
  'drag one element onto another': [['browser_drag', { startTarget: 'e3', endTarget: 'e9' }]],
  'upload a file': [['browser_file_upload', { paths: ['/tmp/a.png'], target: 'e7' }]],
  'type and press Enter': [['browser_type', { target: 'e2', text: 'hello', submit: true }]],
  'select all in a field': [['browser_press_key', { key: 'Control+a' }]],
  'tick a box and choose an option in one call': [
    [
      'browser_fill_form',
      {
        fields: [
          { target: 'e1', value: 'true' },
          { target: 'e2', value: 'Austria', type: 'combobox' },
        ],
      },
    ],
  ],
  'refuse a dialog': [['browser_handle_dialog', { accept: false }]],
  'picture of the whole page as JPEG in a file': [
    ['browser_take_screenshot', { fullPage: true, type: 'jpeg', filename: 'page.jpeg' }],
  ],
  'only errors of the console, of pages before too': [
    ['browser_console_messages', { level: 'error', all: true }],
  ],
  'body of the third request': [['browser_network_requests', { index: 3, part: 'response-body' }]],
  'value of a property of an element': [['browser_evaluate', { function: '(e) => e.value', target: 'e4' }]],
  'close the second tab': [['browser_tabs', { action: 'close', index: 1 }]],
  'go back, reload, go forward': [
    ['browser_navigate_back'],
    ['interact', { action: 'refresh' }],
    ['interact', { action: 'forward' }],
  ],
  'a second context as an iPhone in Berlin, German': [
    [
      'browser_context_create',
      { name: 'phone', device: 'iPhone 15', locale: 'de-DE', timezoneId: 'Europe/Berlin' },
    ],
    ['browser_click', { target: 'e5', context: 'phone' }],
  ],
  'a context behind a proxy with a login': [
    [
      'browser_context_create',
      { name: 'p', proxy: { server: 'http://proxy:8080', username: 'u', password: 'p' } },
    ],
  ],
  'keep a login and use it again': [
    ['browser_context_save_storage', { path: 'login.json' }],
    ['browser_context_create', { name: 'again', storageState: 'login.json' }],
  ],
  'find the button Save': [['browser_find', { role: 'button', name: 'Save', exact: true }]],
  'a Firefox without window': [['browser_instance', { action: 'new', mode: 'firefox', headless: true }]],
  'the last 20 errors of the last 10 minutes': [['observe', { what: 'errors', limit: 20, since: '10m' }]],
  'warnings and errors of one tab since noon': [
    ['observe', { what: 'logs', min_level: 'warn', tab_id: 't2', since: '2026-01-31T12:00:00Z' }],
  ],
  'failed requests to the API': [
    ['observe', { what: 'network_waterfall', url: '/api/', status_min: 400, since: '1h' }],
  ],
  'a field out of JSON bodies': [['observe', { what: 'network_bodies', body_path: 'data.items[0].id' }]],
  'what came in over WebSockets': [['observe', { what: 'websocket_events', direction: 'incoming' }]],
  'everything that happened, wire too': [
    ['observe', { what: 'timeline', include: ['actions', 'network', 'wire'], limit: 200 }],
  ],
  'is anything missing': [['configure', { action: 'health' }]],
  'forget the log lines only': [['configure', { action: 'clear', buffer: 'logs' }]],
  'hide a message that repeats itself': [
    ['configure', { action: 'noise_rule', noise_action: 'add', pattern: 'HMR', category: 'console' }],
  ],
  'keep a note for the next session': [
    [
      'configure',
      { action: 'store', store_action: 'save', namespace: 'notes', key: 'plan', data: { step: 1 } },
    ],
  ],
  'record what I do and do it again': [
    ['configure', { action: 'recording_start', name: 'login' }],
    ['configure', { action: 'recording_stop' }],
    ['configure', { action: 'playback', recording_id: 'login' }],
  ],
  'be told of errors, at most every 10 seconds': [
    [
      'configure',
      { action: 'streaming', streaming_action: 'enable', events: ['errors'], throttle_seconds: 10 },
    ],
  ],
  'load the page again in the background and ask later': [
    ['interact', { action: 'refresh', wait: false, correlation_id: 'c1' }],
    ['observe', { what: 'command_result', correlation_id: 'c1' }],
  ],
  'slow the database by 300 ms': [
    ['add-port-rule', { local_port: 5433, target_host: 'localhost', target_port: 5432 }],
    ['wire_fault', { action: 'add', type: 'latency', port: 5433, attributes: { latency: 300 } }],
  ],
  'throttle uploads to 50 KB a second': [
    [
      'wire_fault',
      { action: 'add', type: 'bandwidth', port: 8081, direction: 'up', attributes: { rate: 50 } },
    ],
  ],
  'reset every tenth connection after a second': [
    [
      'wire_fault',
      { action: 'add', type: 'reset_peer', port: 8081, toxicity: 0.1, attributes: { timeout: 1000 } },
    ],
  ],
  'take a fault back': [['wire_fault', { action: 'remove', id: 'f1' }]],
  'connections that spoke of a token in the last hour': [
    ['wire_flows', { text: 'token', protocol: 'http1', since: '1h' }],
    ['wire_flow', { id: 'abc', view: 'hex', direction: 'down', limit: 512 }],
  ],
  'a capture for Wireshark': [['wire_export', { format: 'pcapng', port: 5433, since: '30m' }]],
  'the same requests to another server': [['wire_replay', { id: 'abc', host: 'staging', port: 80 }]],
  'find a text on the screen': [['find_text', { text: 'Submit' }]],
  'the second monitor in 5 seconds': [
    ['take_screenshot', { mode: 'monitor', monitor_index: 1, delay_ms: 5000 }],
  ],
  'part of a window': [['take_screenshot', { window_title: 'Terminal', region: [0, 0, 400, 300] }]],
  'read German': [['ocr_screenshot', { language: 'deu' }]],
  'wait at most 30 s until the screen was still for 2 s': [
    ['wait_for_change', { until: 'still', still_ms: 2000, timeout_ms: 30_000 }],
  ],
  'blur a box and frame another in red': [
    [
      'annotate_screenshot',
      {
        screenshot_id: 's1',
        annotations: [
          { type: 'blur', x: 10, y: 10, width: 80, height: 20 },
          { type: 'rect', x: 200, y: 40, width: 50, height: 50, color: '#FF0000', stroke_width: 4 },
        ],
      },
    ],
  ],
  'cover only mail addresses': [['auto_redact_pii', { screenshot_id: 's1', types: ['email'] }]],
};

const toolsets = await loadToolsets();
const tools = new Map(
  sensorium.toolsets.flatMap((name) => toolsets.get(name)!.tools.map((tool) => [tool.name, tool] as const)),
);

for (const [task, calls] of Object.entries(TASKS)) {
  test(task, () => {
    for (const [name, args = {}] of calls) {
      const tool = tools.get(name);
      assert.ok(tool, name);
      assert.deepEqual(validate(tool, args).warnings, [], name);
      const listed = Object.keys(propertiesOf(describeTool(tool.listed ?? tool).inputSchema));
      for (const argument of Object.keys(args)) assert.ok(listed.includes(argument), `${name} ${argument}`);
    }
  });
}
