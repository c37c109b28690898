/** Every tool and every mode on a page that has far too much to tell: no answer is longer than its budget. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sensorium } from '../../src/profiles/sensorium.ts';
import type { ToolResult } from '../../src/session/service.ts';
import { analyze } from '../../src/toolsets/telemetry/analyze/analyze.ts';
import { configure } from '../../src/toolsets/telemetry/configure/configure.ts';
import { generate } from '../../src/toolsets/telemetry/generate/generate.ts';
import { interact } from '../../src/toolsets/telemetry/interact/interact.ts';
import { observe } from '../../src/toolsets/telemetry/observe/observe.ts';
import { browserKit } from '../kit/browser-kit.ts';
import { startSite } from '../kit/site.ts';

const BUDGET = 6000;
/** For what is said around a page, and of what is left out. */
const LITTLE = 400;
const LONG = 'long words without an end '.repeat(800); // 20,800 characters

const PAGE = `<!doctype html><title>${LONG.slice(0, 2000)}</title><h1 id=h>Much</h1><input id=i value="${LONG.slice(0, 9000)}">
<button id=b aria-label="${LONG.slice(0, 9000)}" onclick="fetch('/body?n=click')">b</button><input id=f type=file><input id=c type=checkbox>
<select id=s>${'<option>one more choice</option>'.repeat(500)}</select><p id=p>${LONG}</p>
<ul id=l>${'<li><a href="/else">one of many links</a></li>'.repeat(500)}</ul>
<script>
const long = document.querySelector('#p').textContent;
for (let i = 0; i < 2000; i++) console.log('line ' + i + ' ' + long.slice(0, i % 50 ? 100 : 3000));
for (let i = 0; i < 20; i++) setTimeout(() => { throw new Error('thrown ' + i + ' ' + long) });
for (let i = 0; i < 300; i++) { localStorage.setItem('key ' + i, long.slice(0, 200)); sessionStorage.setItem('key ' + i, long.slice(0, 200)); }
for (let i = 0; i < 60; i++) document.cookie = 'cookie' + i + '=' + long.slice(0, 200).replaceAll(' ', '');
const socket = new WebSocket('ws://' + location.host + '/echo');
socket.onopen = () => { for (let i = 0; i < 50; i++) socket.send(i + long); };
const all = async () => {
  for (let i = 0; i < 300; i += 10)
    await Promise.all(Array.from({ length: 10 }, (_, n) => fetch('/body?n=' + (i + n), { method: 'POST', body: i + long }).then((one) => one.text())));
  document.title = 'Done';
};
all();
</script>`;

const site = await startSite({
  '/': PAGE,
  '/short': '<!doctype html><title>Short</title><h1 id=h>Little</h1>',
  '/body': (request, response, url) => {
    request.resume();
    response.setHeader('x-long', LONG.slice(0, 3000));
    response.statusCode = url.searchParams.get('n')?.endsWith('5') ? 500 : 200;
    response.end(JSON.stringify({ number: url.searchParams.get('n'), words: LONG }));
  },
});

interface Asked {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly text: string;
  readonly data: string;
  readonly result: ToolResult;
}

type Problem = string | false | undefined;

/** What is wrong with the length of an answer. */
function problems({ text, data, result }: Asked): Problem[] {
  const most = BUDGET + LITTLE;
  const metadata = result.structuredContent?.metadata;
  const about = metadata === undefined ? 0 : JSON.stringify(metadata).length;
  return [
    text.length > most && `${text.length} characters`,
    data.length > most && `${data.length} characters of data`,
    data.length > 1.2 * text.length + 50 && `${data.length} of data beside ${text.length} of text`,
    about > BUDGET / 10 && `${about} of metadata`,
  ];
}

/** What modes need, where it is among their arguments. */
const GIVEN = {
  selector: '#p',
  text: 'x',
  script: 'document.body.innerHTML',
  value: 'one more choice',
  name: 'id',
  snapshot_name: 'state 1',
  file_path: 'note.txt',
  test_id: 'test 1',
  namespace: 'n',
  correlation_id: 'none',
  context: 'interaction',
  urls: Array.from({ length: 200 }, (_, i) => `${site.origin}/else?${i}`),
};

/** Tools with something to tell of the page, the wire or this machine. All others are asked about the button. */
const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['browser_snapshot', {}],
  ['browser_snapshot', { allRefs: true, boxes: true }],
  ['browser_click', { target: '#b' }],
  ['browser_click', { target: 'a' }],
  ['browser_console_messages', {}],
  ['browser_console_messages', { limit: 2000 }],
  ['browser_network_requests', { static: true }],
  ['browser_network_requests', { sort: 'duration' }],
  ['browser_network_requests', { index: 5 }],
  ['browser_network_requests', { index: 5, part: 'response-body' }],
  ['browser_network_requests', { index: 5, part: 'request-body' }],
  ['browser_network_request', { index: 6, part: 'response-body' }],
  ['browser_find', { text: 'many', limit: 200 }],
  ['browser_evaluate', { function: '() => document.body.innerHTML' }],
  ['browser_evaluate', { function: '() => { throw new Error(document.body.innerHTML) }' }],
  ['browser_run_code', { code: 'async (page) => page.content()' }],
  ['browser_type', { target: '#i', text: LONG }],
  ['browser_press_key', { key: 'a' }],
  ['browser_select_option', { target: '#s', values: ['none'] }],
  ['browser_fill_form', { fields: [{ target: '#i', name: 'i', type: 'textbox', value: LONG }] }],
  ['browser_verify_value', { type: 'textbox', target: '#i', element: 'i', value: 'x' }],
  ['browser_verify_list_visible', { target: '#l', element: 'l', items: ['x'] }],
  ['browser_verify_text_visible', { text: LONG }],
  ['browser_generate_locator', { target: '#b' }],
  ['browser_tabs', { action: 'list' }],
  ['browser_instance', { action: 'list' }],
  ['browser_instance', { action: 'profiles' }],
  ['browser_cookie_get', { name: 'cookie1' }],
  ['browser_localstorage_get', { key: 'key 1' }],
  ['wire_export', { format: 'raw' }],
  ['wire_fault', { action: 'list' }],
  ['list_screenshots', { limit: 1000 }],
];

/** They end things, install programs, look at this machine's screen or ask a model. */
const NOT_ASKED = new Set(
  'browser_close browser_install take_screenshot analyze_screenshot wait_for_change'.split(' '),
);

type Ask = (name: string, args?: Record<string, unknown>) => Promise<Asked>;

async function everyMode(ask: Ask, given: Readonly<Record<string, unknown>>): Promise<void> {
  for (const { name, key, modes } of [observe, analyze, generate, configure, interact]) {
    for (const mode of modes!) {
      // What is cleared has nothing to tell any more.
      if (mode.name === 'clear') continue;
      const shape = mode.input.shape as Readonly<
        Record<string, { safeParse(value: unknown): { success: boolean } }>
      >;
      const needed = Object.keys(given).filter(
        (field) => shape[field]?.safeParse(undefined).success === false,
      );
      await ask(name, {
        [key!]: mode.name,
        ...Object.fromEntries(needed.map((field) => [field, given[field]])),
      });
    }
  }
}

/** Where something is left out, an answer says what shows it. */
const IS_CUT = /…\+\d|left out|left_out|"has_more":true|More:/;
const NAMES_MORE = /after_cursor|before_cursor|cursor "|budget|offset|filename|unfold|limit|browser_snapshot/;
/** What stands for the rest of a name or of choices in an outline; the instructions tell once how to see it. */
const CUT_IN_OUTLINE = /…\+\d+(?=["}])/g;

test('no answer of any tool is longer than its budget', { timeout: 580_000 }, async (t) => {
  t.after(() => site.close());
  const caps = 'network,extra,storage,vision,pdf,testing,devtools,code,config';
  const kit = await browserKit(t, ['--caps', caps, '--timeout-action', '1000'], { profile: sensorium });
  await writeFile(join(kit.folder, 'note.txt'), 'a note');
  const asked: Asked[] = [];
  const ask = async (name: string, args: Record<string, unknown> = {}): Promise<Asked> => {
    const signal = AbortSignal.timeout(60_000);
    const result = await kit.session.callTool(name, args, { era: 'legacy', signal });
    const text = result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    const data = result.structuredContent ? JSON.stringify(result.structuredContent) : '';
    const one = { name, args, text, data, result };
    asked.push(one);
    return one;
  };
  const idIn = (one: Asked) =>
    (JSON.parse(one.text.slice(one.text.indexOf('\n'))) as { recording_id: string }).recording_id;

  // The wire has as much to tell as the page: it is read through a tap.
  const port = Number(new URL(site.origin).port);
  const tapped = await ask('add-port-rule', { local_port: 0, target_host: '127.0.0.1', target_port: port });
  const [, tap] = /port (\d+)/.exec(tapped.text) ?? [];
  const url = `http://127.0.0.1:${tap}/`;

  await ask('configure', { action: 'streaming', streaming_action: 'enable' });
  const recording = idIn(await ask('configure', { action: 'recording_start', name: 'long' }));
  await ask('browser_navigate', { url });
  await ask('browser_wait_for', { text: 'Much' });
  await kit.session.callTool(
    'browser_evaluate',
    {
      function:
        "async () => { while (document.title !== 'Done') await new Promise((r) => setTimeout(r, 50)); }",
    },
    { era: 'legacy', signal: AbortSignal.timeout(120_000) },
  );
  for (let i = 0; i < 30; i++) await ask('interact', { action: 'click', selector: '#c' });
  await ask('interact', { action: 'type', selector: '#i', text: LONG, clear: true });
  await ask('configure', { action: 'recording_stop', recording_id: recording });
  await ask('configure', { action: 'playback', recording_id: recording });
  for (let i = 0; i < 20; i++) {
    await ask('configure', {
      action: 'store',
      store_action: 'save',
      namespace: 'n',
      key: `key ${i}`,
      data: { LONG },
    });
    await ask('interact', { action: 'save_state', snapshot_name: `state ${i}` });
    await ask('configure', { action: 'test_boundary_start', test_id: `test ${i} ${LONG.slice(0, 180)}` });
  }

  await everyMode(ask, {
    ...GIVEN,
    url: site.url('/short'),
    recording_id: recording,
    original_id: recording,
    replay_id: recording,
  });
  await ask('browser_navigate', { url: site.url('/') });
  const shot = await ask('browser_take_screenshot', { fullPage: true });
  const [, screenshot_id = ''] = /screenshot_id: (\S+)/.exec(shot.text) ?? [];
  const flows = (await ask('wire_flows')).text;
  const [, flow = ''] = /^(\S+) \S+ \d+→/m.exec(flows) ?? [];
  const [, cursor = ''] = /cursor "([^"]+)"/.exec(flows) ?? [];
  const calls = [
    ...CALLS,
    ['wire_flows', { cursor }],
    ...['messages', 'text', 'hex'].map((view) => ['wire_flow', { id: flow, view, limit: 100_000 }] as const),
    ['wire_flow', { id: flow, message: 0 }],
    ['wire_flow', { id: flow, message: 1 }],
    ['wire_replay', { id: flow }],
    ...['ocr_screenshot', 'auto_redact_pii'].map((name) => [name, { screenshot_id }] as const),
    ['find_text', { screenshot_id, text: 'words' }],
    ['annotate_screenshot', { screenshot_id, annotations: [] }],
    ['compare_screenshots', { screenshot_id, other_id: screenshot_id }],
  ] as const;
  for (const [name, args] of calls) await ask(name, args);
  const known = new Set(asked.map(({ name }) => name));
  // The rest has the page to tell of, after whatever it does.
  for (const { name } of kit.session.listTools())
    if (!known.has(name) && !NOT_ASKED.has(name)) await ask(name, { target: '#b', element: 'b' });
  await ask('configure', { action: 'clear' });
  await ask('browser_close');

  const wrong = asked.flatMap((one) =>
    problems(one)
      .filter(Boolean)
      .map((what) => [one.name, one.args, what]),
  );
  assert.deepEqual(wrong, []);
  const full = asked.filter(({ text }) => text.length > BUDGET / 2);
  assert.ok(full.length > 15, `only ${full.length} answers had much to tell`);
  const cut = asked.filter(({ name, text }) =>
    IS_CUT.test(name.startsWith('browser_') ? text.replaceAll(CUT_IN_OUTLINE, '') : text),
  );
  assert.ok(cut.length > 10, `only ${cut.length} answers were cut`);
  const silent = cut.filter(({ text }) => !NAMES_MORE.test(text));
  assert.deepEqual(
    silent.map(({ name, args, text }) => [name, JSON.stringify(args).slice(0, 80), text.slice(-200)]),
    [],
    'they do not say what shows the rest',
  );
});

test('with a budget of its own an answer is as long as that', { timeout: 120_000 }, async (t) => {
  const kit = await browserKit(t, [], { profile: sensorium });
  const long = `() => Array.from({ length: 3000 }, (_, i) => ({ number: i, name: 'item' }))`;
  await kit.ok('browser_navigate', { url: 'data:text/html,<title>x</title>' });
  const lengthOf = async (budget?: number) =>
    (await kit.ok('browser_evaluate', { function: long, budget })).text.length;
  assert.ok((await lengthOf()) < BUDGET + LITTLE);
  assert.ok((await lengthOf(500)) < 500 + LITTLE);
  const long20 = await lengthOf(20_000);
  assert.ok(long20 > 19_000 && long20 < 20_000 + LITTLE, `${long20}`);
});
