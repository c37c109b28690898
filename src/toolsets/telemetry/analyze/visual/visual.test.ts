import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../../test/kit/analyze-rig.ts';

const rig = new AnalyzeRig({
  '/': `<!doctype html><title>Look</title><link rel=icon href="data:,"><style>body { margin: 0; background: white; font: 20px sans-serif }
div { margin: 10px; padding: 10px } #b { background: #cde; width: 200px } #c { background: #fda; width: 200px }</style>
<div id=top></div><div id=b>Blue box</div><div id=c>Orange box</div><div id=clock>12:00</div>`,
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;
const run = (script: string) => rig.act('execute_js', { script });
const diff = (args: object = {}) => rig.look('visual_diff', { name: 'start', ...args });

test('a page is held against what it looked like: same, moved, changed', async () => {
  await rig.open('/');
  const kept = await rig.look('visual_baseline', { name: 'start' });
  assert.ok(kept.width > 500 && kept.height > 300, JSON.stringify(kept));
  const same = await diff();
  assert.deepEqual([same.same, same.picture], [true, undefined]);
  await run("document.querySelector('#top').style.height = '80px'");
  const moved = await diff();
  assert.deepEqual(
    moved.moved.map((one: Any) => one.element).toSorted(),
    ['div#b "Blue box"', 'div#c "Orange box"', 'div#clock "12:00"'],
    JSON.stringify(moved),
  );
  assert.equal(moved.moved[0].to.y - moved.moved[0].from.y, 80);
  assert.deepEqual([moved.changed, moved.changed_otherwise], [[], 0]);
  assert.ok(moved.differs > 0 && existsSync(moved.picture));
  await run("document.querySelector('#c').style.background = '#0a0'");
  const both = await diff();
  assert.deepEqual(
    both.moved.map((one: Any) => one.element),
    ['div#b "Blue box"', 'div#clock "12:00"'],
  );
  assert.ok(
    both.changed.some((one: Any) => one.elements.includes('div#c "Orange box"')),
    JSON.stringify(both.changed),
  );
  // Something new where others stood is a change, not a move.
  await run("document.querySelector('#top').style.background = '#800'");
  const banner = await diff();
  assert.ok(
    banner.changed.some((one: Any) => one.y < 60 && one.elements.includes('div#top')),
    JSON.stringify(banner),
  );
});

test('masks, the whole page, and what is wrong with a call', async () => {
  await rig.open('/');
  await rig.look('visual_baseline', { name: 'start', masks: ['#clock'] });
  await run("document.querySelector('#clock').textContent = '12:01'");
  assert.equal((await diff()).same, true);
  await run("document.querySelector('#b').textContent = 'Green box'");
  assert.equal((await diff({ masks: ['#b'] })).same, true);
  assert.equal((await diff()).same, false);
  await run("document.body.style.height = '2000px'");
  await rig.look('visual_baseline', { name: 'long', full_page: true });
  const long = await rig.look('visual_diff', { name: 'long' });
  assert.deepEqual([long.same, long.height >= 2000], [true, true]);
  const none = await rig.call('visual_diff', { name: 'other' });
  assert.equal(none.data.code, 'NO_SUCH_BASELINE');
  assert.match(JSON.stringify(none.data), /start/);
  const wrong = await rig.call('visual_baseline', { name: 'start', masks: ['#('] });
  assert.equal(wrong.data.error, 'invalid_param');
  await run("document.body.style.height = '20000px'");
  assert.match(
    JSON.stringify((await rig.call('visual_baseline', { name: 'x', full_page: true })).data),
    /too large/,
  );
});
