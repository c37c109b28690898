/** Every mode of the three tools once, in a real browser, on a page that does a little of everything. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Golden } from '../../../test/kit/golden.ts';
import { withoutNote } from '../../../test/kit/outside-note.ts';
import { startSite } from '../../../test/kit/site.ts';
import { type Answer, telemetryRig } from '../../../test/kit/telemetry-rig.ts';
import { configure } from './configure/configure.ts';
import { interact } from './interact/interact.ts';
import { observe } from './observe/observe.ts';

const PAGE = `<!doctype html><html lang=en><head><title>Shop</title><link rel=icon href=data:,>
<script>console.warn('first words', { stock: { left: 3 } }); fetch('/api/early'); setTimeout(() => { throw new TypeError('first error'); });</script></head>
<body><h1 id=head>Shop</h1><form id=order action=/sent method=post enctype=multipart/form-data>
<label>Name <input name=name id=name></label><label>Size <select name=size id=size><option value=s>Small</option><option value=l>Large</option></select></label>
<label><input type=checkbox name=gift id=gift> Gift</label><input type=file name=file id=file><button id=send>Send</button></form>
<button id=buy data-testid=buy>Buy</button><p id=out></p><div style="height:3000px"></div><p id=end>End</p>
<script>
const socket = new WebSocket('ws://' + location.host + '/live');
socket.onopen = () => socket.send('{"hello":1}');
buy.onclick = async () => {
  const answer = await fetch('/api/buy', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"item":7}' });
  out.textContent = (await answer.json()).order;
  console.error('sold out');
};
</script></body></html>`;

/** What was measured, whether a second connection was opened, and what was said while an action waited. */
const LOOSE =
  /timings\.(connect|dns)|perf_diff\.(metrics|resources)|console_problems|^metrics\.|^earlier|dom_changes|telemetry_|^(new_|missing|changed|resolved|added|values|stats|errors\[\]\.(line|column))/;

type Ask = readonly [mode: string, args?: Record<string, unknown>];

test('every mode answers in its form', { timeout: 120_000 }, async (t) => {
  const site = await startSite({
    '/': PAGE,
    '/api/early': (_request, response) => void response.writeHead(500).end('early'),
    '/api/buy': (_request, response) =>
      void response.setHeader('content-type', 'application/json').end('{"order":{"id":42}}'),
    '/sent': '<!doctype html><title>Sent</title><link rel=icon href=data:,><p>Thanks',
  });
  t.after(() => site.close());
  const rig = await telemetryRig(t);
  await writeFile(join(rig.folder, 'note.txt'), 'a note');
  const file = join(import.meta.dirname, '../../../test/fixtures/telemetry-golden.json');
  const golden = new Golden(file, LOOSE);
  const called = new Set<string>();
  const ask = async (tool: string, key: string, [mode, args]: Ask): Promise<Answer> => {
    const answer = await rig.call(tool, { [key]: mode, budget: 1_000_000, ...args });
    assert.equal(answer.isError, false, `${tool} ${mode}: ${answer.summary} ${JSON.stringify(answer.data)}`);
    const structured = withoutNote(JSON.parse(JSON.stringify(answer.result.structuredContent)));
    assert.deepEqual(answer.data, structured, 'the text and the structure are the same');
    const name = `${tool} ${mode}`;
    if (!called.has(name)) golden.add(name, answer.summary, answer.data);
    called.add(name);
    return answer;
  };
  const act = (...call: Ask) => ask('interact', 'action', call);
  const set = (...call: Ask) => ask('configure', 'action', call);
  const see = (...call: Ask) => ask('observe', 'what', call);

  await set('test_boundary_start', { test_id: 'shop', label: 'Shop' });
  await act('navigate', { url: site.url('/') });
  const { page } = await rig.engine.tab();
  const recording = (await set('recording_start', { name: 'shopping' })).data.recording_id;
  await page.fill('#name', 'Ada');
  await page.click('#buy');
  await page.waitForFunction('out.textContent !== ""');
  await set('recording_stop', { recording_id: recording });
  await set('test_boundary_end', { test_id: 'shop' });

  await see('errors');
  await see('logs', { source: 'console' });
  await see('network_waterfall');
  await see('network_bodies', { url: '/api/buy' });
  await see('websocket_events');
  await see('websocket_status');
  await see('actions', { source: 'human' });
  await page.waitForFunction('performance.getEntriesByType("paint").length > 0');
  await see('vitals');
  await see('timeline', { include: ['actions', 'errors', 'network', 'websocket'] });
  await see('error_bundles', { url: site.origin, window_seconds: 60 });
  for (const mode of ['page', 'tabs', 'pilot', 'saved_videos', 'recordings', 'extension_logs'])
    await see(mode);
  await see('recording_actions', { recording_id: recording });
  await see('screenshot');

  await act('highlight', { selector: '#head', duration_ms: 100 });
  await act('subtitle', { text: 'Look' });
  await act('type', { selector: '#name', text: 'Eve', clear: true });
  await act('select', { selector: '#size', value: 'l' });
  await act('check', { selector: '#gift' });
  for (const mode of ['get_text', 'focus', 'scroll_to', 'wait_for']) await act(mode, { selector: '#head' });
  await act('get_value', { selector: '#name' });
  await act('set_attribute', { selector: '#head', name: 'data-x', value: 'y' });
  await act('get_attribute', { selector: '#head', name: 'data-x' });
  await act('paste', { selector: '#name', text: 'pasted', clear: true });
  await act('key_press', { selector: '#name', text: 'ArrowLeft' });
  await act('execute_js', { script: 'document.title' });
  await act('list_interactive');
  await act('screenshot', { selector: '#head' });
  await act('save_state', { snapshot_name: 'cart' });
  await act('list_states');
  await act('load_state', { snapshot_name: 'cart' });
  await act('delete_state', { snapshot_name: 'cart' });
  const clicked = await act('click', { selector: '#buy' });
  await see('command_result', { correlation_id: clicked.data.correlation_id });
  await see('pending_commands');
  await see('failed_commands');
  await act('upload', { selector: '#file', file_path: join(rig.folder, 'note.txt'), submit: true });
  await act('back');
  await act('forward');
  await act('refresh');
  await act('new_tab', { url: site.url('/sent') });

  const played = (await set('playback', { recording_id: recording })).data.playback_id;
  await see('playback_results', { recording_id: recording });
  await set('log_diff', { original_id: recording, replay_id: played });
  await see('log_diff_report', { original_id: recording, replay_id: played });
  await set('store', { store_action: 'save', namespace: 'plans', key: 'one', data: { a: 1 } });
  await set('noise_rule', { noise_action: 'list' });
  await set('diff_sessions', { session_action: 'capture', name: 'now' });
  await set('load');
  await set('streaming', { streaming_action: 'enable' });
  await set('telemetry', { telemetry_mode: 'off' });
  await set('audit_log', { limit: 5 });
  await set('health');
  await set('clear', { buffer: 'websocket' });

  const modes = [observe, configure, interact].flatMap((tool) =>
    tool.modes!.map(({ name }) => `${tool.name} ${name}`),
  );
  // A mode that is new is proven by its own test; here it has no form yet.
  assert.deepEqual(
    [...called].filter((name) => !modes.includes(name)),
    [],
  );
  const { actual, expected } = golden.compare();
  assert.deepEqual(actual, expected);
});
