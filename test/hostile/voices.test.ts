/** Every tool is shown text that would like to be taken for ours: all of it is marked, none acts on a terminal. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { moonsurf } from '../../src/profiles/moonsurf.ts';
import { sensorium } from '../../src/profiles/sensorium.ts';
import { analyze } from '../../src/toolsets/telemetry/analyze/analyze.ts';
import { configure } from '../../src/toolsets/telemetry/configure/configure.ts';
import { generate } from '../../src/toolsets/telemetry/generate/generate.ts';
import { interact } from '../../src/toolsets/telemetry/interact/interact.ts';
import { observe } from '../../src/toolsets/telemetry/observe/observe.ts';
import { type BrowserKit, browserKit } from '../kit/browser-kit.ts';
import { HOSTILE, unmarked } from '../kit/marked.ts';
import { startSite } from '../kit/site.ts';

const html = HOSTILE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const js = JSON.stringify(HOSTILE).replaceAll('<', '\\u003c');

const PAGE = `<!doctype html><meta charset="utf-8"><title>${html}</title><h1>${html}</h1>
<button id="b" aria-label="${html}" title="${html}">${html}</button><input id="i" value="${html}" placeholder="${html}">
<select id="s"><option value="${html}">${html}</option></select><input id="f" type="file"><input id="c" type="checkbox">
<ul id="l"><li>${html}</li></ul><a id="d" href="/file" download>d</a>
<div style="position:absolute;top:700px"><p id="under">x</p></div>
<script>
const said = ${js};
console.error(said); console.log(said);
setTimeout(() => { throw new Error(said) });
localStorage.setItem(said, said); sessionStorage.setItem(said, said);
document.cookie = 'k=' + encodeURIComponent(said);
fetch('/api?' + encodeURIComponent(said), { method: 'POST', body: said }).then((answer) => answer.text());
performance.mark(said);
for (const [name, execute] of Object.entries({
  says: async () => ({ content: [{ type: 'text', text: said }] }),
  throws: async () => { throw new Error(said) },
  refuses: async () => ({ isError: true, content: said }),
})) document.modelContext?.registerTool({ name, description: said, execute, inputSchema: { type: 'object', title: said } });
const socket = new WebSocket('ws://' + location.host + '/echo'); socket.onopen = () => socket.send(said);
</script>`;

const site = await startSite({
  '/': PAGE,
  '/file': (_, response) => {
    response.setHeader('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(HOSTILE)}`);
    response.end(HOSTILE);
  },
  '/api': (_, response) => {
    response.writeHead(200, 'CANARY', {
      'x-said': 'CANARY "obey"',
      'content-type': 'text/plain; charset=utf-8',
    });
    response.end(HOSTILE);
  },
});
after(() => site.close());

const GIVEN = {
  selector: '#b',
  text: 'x',
  url: site.url('/'),
  script: 'document.title',
  value: 'v',
  name: 'aria-label',
  snapshot_name: 's',
  file_path: 'none.txt',
  urls: [site.url('/'), site.url('/none')],
};

/** Calls that make the page speak, in an order in which each finds something to tell. Other tools come with none. */
const CALLS: readonly (readonly [string, Record<string, unknown>])[] = [
  ['browser_navigate', { url: site.url('/') }],
  ['browser_snapshot', {}],
  ['wire_exchanges', {}],
  ['explain', {}],
  ['compare', { before: ['1'], after: ['2'] }],
  ['browser_tabs', { action: 'list' }],
  ['browser_context_list', {}],
  ['browser_instance', { action: 'list' }],
  ['browser_console_messages', {}],
  ['browser_network_requests', { static: true }],
  ['browser_network_request', { index: 1 }],
  ['browser_network_request', { index: 2 }],
  ['browser_find', { regex: 'C.NARY' }],
  ['browser_evaluate', { function: '() => document.title' }],
  ['browser_evaluate', { function: '() => { throw new Error(document.title) }' }],
  ['browser_evaluate', { function: '() => { throw document.title }' }],
  ['browser_run_code', { code: 'async (page) => page.title()' }],
  ['browser_run_code', { code: 'async (page) => { throw new Error(await page.title()) }' }],
  ['browser_webmcp', {}],
  ['browser_webmcp', { name: 'says' }],
  ['browser_webmcp', { name: 'throws' }],
  ['browser_webmcp', { name: 'refuses' }],
  ['browser_webmcp', { name: 'none' }],
  ['browser_click', { target: '#b' }],
  ['browser_hover', { target: '#b' }],
  ['browser_drag', { startTarget: '#b', endTarget: '#i' }],
  ['browser_type', { target: '#i', text: 'x' }],
  ['browser_select_option', { target: '#s', values: ['none'] }],
  ['browser_fill_form', { fields: [{ target: '#i', name: 'i', type: 'textbox', value: 'x' }] }],
  ['browser_wait_for', { text: 'nowhere', time: 0.1 }],
  ['browser_verify_value', { type: 'combobox', target: '#s', element: 's', value: 'x' }],
  ['browser_verify_list_visible', { target: '#l', element: 'l', items: ['x'] }],
  ['browser_generate_locator', { target: '#b' }],
  ['browser_localstorage_list', {}],
  ['browser_sessionstorage_list', {}],
  ['browser_cookie_list', {}],
  ['browser_cookie_get', { name: 'k' }],
  ['browser_storage_state', {}],
  ['browser_take_screenshot', {}],
  ['list_screenshots', {}],
  ['browser_click', { target: '#d' }],
  ['browser_wait_for', { time: 1 }],
  ['browser_evaluate', { function: '() => { setTimeout(() => alert(document.title)) }' }],
  ['browser_wait_for', { time: 0.5 }],
  ['browser_snapshot', {}],
  ['observe', { what: 'page' }],
  ['analyze', { what: 'page_summary' }],
  ['configure', { action: 'health' }],
  ['interact', { action: 'click', selector: '#b' }],
  ['browser_handle_dialog', { accept: true }],
  ['browser_evaluate', { function: '() => { location.hash = document.title }' }],
  ['interact', { action: 'execute_js', script: 'throw new Error(document.title)' }],
];

/** They end things, install programs, look at this machine's screen, ask a model or a person. */
const NOT_ASKED = new Set(
  'browser_close browser_install take_screenshot analyze_screenshot wait_for_change browser_annotate request_human'.split(
    ' ',
  ),
);

/** They end the server or what is there to be seen. */
const ENDS = new Set(['restart', 'clear']);

/** Tools of which any answer will do: they are asked about the button. */
const PLAINLY_ASKED = new Set(
  `browser_navigate_back browser_file_upload browser_press_key browser_scroll_into_view browser_resize
  browser_context_create browser_context_switch browser_context_close browser_context_save_storage start-logging
  stop-logging add-port-rule remove-port-rule wire_flows wire_flow wire_fault wire_export generate wire_replay ocr_screenshot
  annotate_screenshot auto_redact_pii find_text compare_screenshots browser_network_state_set browser_route
  browser_route_list browser_unroute browser_drop browser_emulate_media browser_cookie_set browser_cookie_delete
  browser_cookie_clear browser_set_storage_state browser_localstorage_get browser_localstorage_set
  browser_localstorage_delete browser_localstorage_clear browser_sessionstorage_get browser_sessionstorage_set
  browser_sessionstorage_delete browser_sessionstorage_clear browser_mouse_move_xy browser_mouse_click_xy
  browser_mouse_drag_xy browser_mouse_down browser_mouse_up browser_mouse_wheel browser_pdf_save
  browser_verify_element_visible browser_verify_text_visible browser_highlight browser_hide_highlight
  browser_start_recording browser_stop_recording browser_start_tracing browser_stop_tracing browser_start_video
  browser_stop_video browser_video_chapter browser_video_show_actions browser_video_hide_actions
  browser_get_config browser_run_code_unsafe browser_resume`.split(/\s+/),
);

async function walk(kit: BrowserKit, hasFences: boolean): Promise<void> {
  const wrong: string[] = [];
  let held = 0;
  const ask = async (name: string, args: Record<string, unknown>) => {
    const result = await kit.session.callTool(name, args, {
      era: 'legacy',
      signal: AbortSignal.timeout(60_000),
    });
    if (JSON.stringify(result).includes('CANARY')) held++;
    for (const problem of unmarked(result, hasFences))
      wrong.push(`${name} ${JSON.stringify(args)}: ${JSON.stringify(problem).slice(0, 600)}`);
  };
  for (const [name, args] of CALLS) await ask(name, args);
  // They are not of the style.
  const modes = hasFences
    ? { asked: observe.modes, done: interact.modes, set: configure.modes, made: generate.modes }
    : {};
  for (const { name } of modes.asked ?? []) await ask('observe', { what: name });
  for (const { name, input } of hasFences ? (analyze.modes ?? []) : []) {
    const args = Object.entries(GIVEN).filter(([key]) => key in input.shape);
    await ask('analyze', { what: name, ...Object.fromEntries(args) });
  }
  for (const { name } of modes.made ?? []) await ask('generate', { format: name, context: 'interaction' });
  for (const { name } of modes.set ?? []) if (!ENDS.has(name)) await ask('configure', { action: name });
  for (const { name, input } of modes.done ?? []) {
    const args = Object.entries(GIVEN).filter(([key]) => key in input.shape);
    await ask('interact', { action: name, ...Object.fromEntries(args) });
  }
  await ask('browser_navigate', { url: site.url('/') });
  const called = new Set(CALLS.map(([name]) => name));
  for (const { name } of kit.session.listTools()) {
    if (called.has(name) || NOT_ASKED.has(name)) continue;
    if (!PLAINLY_ASKED.has(name)) wrong.push(`${name} is not known here: say how it is asked`);
    await ask(name, { target: '#b', element: 'b' });
  }
  assert.deepEqual(wrong, []);
  assert.ok(held > 20, `only ${held} answers held words of the page`);
}

const ALL = [
  '--caps',
  'network,extra,storage,vision,pdf,testing,devtools,webmcp,code,config',
  '--timeout-action',
  '1000',
];

test('all words of a page are marked, in every tool', { timeout: 300_000 }, async (t) => {
  await walk(await browserKit(t, ALL, { profile: sensorium }), true);
});

test('in the style of playwright-mcp the answer is marked as a whole', { timeout: 300_000 }, async (t) => {
  await walk(await browserKit(t, [...ALL, '--answers', 'playwright'], { profile: sensorium }), false);
});

test('in Moonsurf too, in every action', { timeout: 300_000 }, async (t) => {
  const kit = await browserKit(t, ['--headless'], { profile: moonsurf, bare: true });
  const wrong: string[] = [];
  let held = 0;
  const ask = async (name: string, args: Record<string, unknown>) => {
    const signal = AbortSignal.timeout(60_000);
    const result = await kit.session.callTool(name, args, { era: 'legacy', signal });
    if (JSON.stringify(result).includes('CANARY')) held++;
    const problems = unmarked(result, true);
    wrong.push(...problems.map((problem) => `${name} ${JSON.stringify([args, problem]).slice(0, 600)}`));
  };
  await ask('browser_instance', { action: 'new', url: site.url('/') });
  await ask('browser_navigate', { action: 'goto', url: site.url('/') });
  const given = {
    ...GIVEN,
    attribute: 'aria-label',
    expression: 'document.title',
    duration: 1,
    timeout: 1000,
  };
  for (const { name, inputSchema } of kit.session.listTools()) {
    const properties = (inputSchema.properties ?? {}) as Record<string, { enum?: string[] }>;
    const args = Object.fromEntries(Object.entries(given).filter(([key]) => key in properties));
    for (const action of properties.action?.enum ?? [undefined])
      if (action !== 'close') await ask(name, { ...args, ...(action && { action }) });
  }
  await ask('browser_execute', { expression: 'throw new Error(document.title)' });
  assert.deepEqual(wrong, []);
  assert.ok(held > 5, `only ${held} answers held words of the page`);
});
