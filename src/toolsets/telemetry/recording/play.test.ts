import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { waysOf } from './heal.ts';
import { playRecording } from './play.ts';
import type { RecordedAction, Recording } from './recording.ts';

const step = (changes: Partial<RecordedAction>): RecordedAction => ({
  url: 'u',
  type: 'click',
  source: 'human',
  at: 0,
  page: 't1',
  ...changes,
});
const selectors = {
  testId: 'gone',
  role: { role: 'button', name: 'Gone' },
  label: 'Gone',
  text: 'Gone',
  css: '#gone',
  tag: 'button',
};

test('the ways to an element go from the test id to the CSS path', () => {
  const ways = waysOf(step({ selectors: { ...selectors, placeholder: 'p' } })).map(
    ({ strategy }) => strategy,
  );
  assert.deepEqual(ways, ['test_id', 'role', 'label', 'placeholder', 'text', 'css']);
  assert.deepEqual(waysOf(step({})), []);
});

test('each way heals, the position last, and what cannot be played is said', async (t) => {
  const site = await startSite({
    '/': `<!doctype html><title>P</title><style>button{position:absolute}</style>
      <button style="left:0;top:0" data-testid="a" onclick="did('test_id')">A</button>
      <button style="left:0;top:50px" onclick="did('text')">Only text</button>
      <button style="left:0;top:100px;width:80px;height:40px" onclick="did('position')">Somewhere</button>
      <button style="left:0;top:150px" onclick="did('veiled')" onmousemove="veil.hidden = false">Under</button>
      <div id="veil" hidden style="position:fixed;inset:145px 0 0"></div>
      <script>const all = []; const did = (name) => all.push(name);</script>`,
  });
  t.after(() => site.close());
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  const { text: _, ...noText } = selectors;
  const recording: Recording = {
    id: 'r',
    name: 'r',
    status: 'done',
    start: 0,
    tab_id: 't1',
    viewport: null,
    start_url: site.url('/'),
    errors: [],
    requests: [],
    warnings: 0,
    actions: [
      step({ selectors: { ...selectors, testId: 'a' } }),
      step({ selectors: { ...selectors, text: 'Only text' } }),
      step({ selectors: noText, x: 20, y: 120 }),
      step({ type: 'input', selectors: noText, x: 20, y: 120, value: 'x' }),
      step({ selectors: { ...selectors, text: 'Under' } }),
      step({ type: 'submit' }),
      step({ source: 'page' }),
      step({ type: 'input', isRedacted: true, value: '[redacted]' }),
    ],
  };
  const ended = new AbortController();
  const results = await playRecording(engine, recording, tab, ended.signal, () => {});
  assert.deepEqual(
    results.map(({ status, strategy }) => [status, strategy]),
    [
      ...[
        ['ok', 'test_id'],
        ['healed', 'text'],
        ['healed', 'position'],
        ['failed', undefined],
        ['failed', undefined],
      ],
      ...[
        ['skipped', undefined],
        ['skipped', undefined],
        ['skipped', undefined],
      ],
    ],
  );
  assert.match(results[3]!.error!, /#gone.*does not match/);
  assert.match(results[4]!.error!, /"<div id=\\"veil\\"><\/div> intercepts pointer events"/);
  assert.deepEqual(await tab.page.evaluate('all'), ['test_id', 'text', 'position']);
  ended.abort(new Error('enough'));
  await assert.rejects(playRecording(engine, recording, tab, ended.signal, () => {}));
});
