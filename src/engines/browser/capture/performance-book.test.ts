import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import type { SnapshotData } from '../../../contract/performance-data.ts';
import type { Tab } from '../page/tab.ts';

const PAGE = `<!doctype html><title>Speed</title><link rel=icon href=data:,>
<style>#box { height: 20px } #late { height: 0 }</style>
<div id=late></div><h1 id=big style="font-size:60px">A large heading that is painted</h1><div id=box>box</div>
<button onkeydown="const end = performance.now() + 400; while (performance.now() < end);">Slow</button>
<script src="/lib.js?token=tulips"></script>
<script>
  performance.mark('begin', { detail: { step: 1 } });
  const end = performance.now() + 80; while (performance.now() < end);
  performance.mark('done'); performance.measure('work', 'begin', 'done');
  const shift = (height) => { document.getElementById('late').style.height = height + 'px'; };
  requestAnimationFrame(() => setTimeout(() => shift(100), 50));
</script>`;

describe('how documents perform', () => {
  let rig: CaptureRig;
  let site: Site;
  let tab: Tab;
  before(async () => {
    site = await startSite({
      '/': PAGE,
      '/lib.js': 'globalThis.lib = 1;',
      '/next': '<!doctype html><title>Next</title><link rel=icon href=data:,><p>next',
    });
    rig = await startCapture();
    tab = await rig.engine.tab();
    await tab.page.goto(site.url('/'));
  });
  after(async () => {
    await rig.close();
    await site.close();
  });

  it('has all five vitals, rated and attributed', async () => {
    await rig.first('vitals', ({ cls }) => (cls?.value ?? 0) > 0, 'a layout shift');
    // A key that stays down is one event: of a click, a starved press may be slower than the handler.
    await tab.page.focus('button');
    await tab.page.keyboard.down('a');
    const { data } = await rig.first('vitals', ({ inp }) => (inp?.value ?? 0) >= 390, 'an interaction');
    assert.ok(data.ttfb!.value > 0 && data.ttfb!.value < 5_000);
    assert.ok('requestDuration' in data.ttfb!.attribution);
    assert.ok(data.fcp!.value >= data.ttfb!.value);
    assert.equal(data.lcp?.attribution.element, '#big');
    assert.ok(data.lcp!.value >= data.fcp!.value);
    assert.ok(data.cls!.value > 0.01 && data.cls!.value < 1);
    assert.match(String(data.cls?.attribution.largestShiftTarget), /#big|#box|button|body/);
    assert.match(String(data.inp?.attribution.target), /button/);
    assert.ok(Number(data.inp?.attribution.processingDuration) >= 390);
    assert.ok(['good', 'needs-improvement', 'poor'].includes(data.inp!.rating));
    assert.equal(data.navigationType, 'navigate');
    assert.equal(data.isFinal, false);
  });

  it('counts layout shifts by session windows, not as one sum', async () => {
    const before = rig.all('vitals').at(-1)?.data.cls?.value ?? 0;
    // More than a second later: a window of its own, and smaller than the first.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await tab.page.evaluate('shift(110)');
    await tab.page.evaluate('new Promise((r) => requestAnimationFrame(() => setTimeout(r, 400)))');
    await rig.capture.settled();
    assert.equal(rig.all('vitals').at(-1)?.data.cls?.value, before);
  });

  it('tells marks, measures and long tasks as they happen', async () => {
    const mark = await rig.first(
      'performance',
      (data) => data.kind === 'mark' && data.name === 'begin',
      'the mark',
    );
    assert.ok(mark.data.kind === 'mark');
    assert.deepEqual(mark.data.detail, { step: 1 });
    const measure = await rig.first('performance', (data) => data.kind === 'measure', 'the measure');
    assert.ok(measure.data.kind === 'measure' && measure.data.name === 'work' && measure.data.ms >= 79);
    const task = await rig.first('performance', (data) => data.kind === 'longtask', 'the long task');
    assert.ok(task.data.kind === 'longtask' && task.data.ms >= 50);
  });

  it('takes a snapshot of each document', async () => {
    const { data } = await rig.first('performance', ({ kind }) => kind === 'snapshot', 'the snapshot');
    assert.ok(data.kind === 'snapshot');
    assert.ok(data.timing.load! > 0 && data.timing.domContentLoaded! > 0 && data.timing.ttfb! > 0);
    assert.equal(data.network.requests, 2);
    assert.deepEqual(
      data.resources.map(({ url, type }) => [url, type]),
      [[site.url('/lib.js?token=[redacted]'), 'script']],
    );
    assert.deepEqual(
      data.network.slowest.filter(({ url }) => url.includes('tulips')),
      [],
    );
    assert.ok(data.network.transferSize > 0);
    assert.ok(data.longTasks.count >= 1 && data.longTasks.totalBlockingTime > 0);
    assert.deepEqual(
      data.userTiming.marks.map(({ name }) => name),
      ['begin', 'done'],
    );
  });

  it('says the last word of a document that is left, under its own name', async () => {
    const before = rig.all('vitals').at(-1)?.data;
    await tab.page.goto(site.url('/next'));
    const { data } = await rig.first('vitals', ({ isFinal }) => isFinal, 'the final vitals');
    assert.equal(data.url, site.url('/'));
    assert.equal(data.documentId, before?.documentId);
    assert.deepEqual(data.inp, before?.inp);
    const last = await rig.first(
      'performance',
      (item) => item.kind === 'snapshot' && item.isFinal,
      'the final snapshot',
    );
    assert.equal((last.data as SnapshotData).timing.inp, before?.inp?.value);
    const next = await rig.first(
      'vitals',
      ({ url }) => url === site.url('/next'),
      'the vitals of the next page',
    );
    assert.notEqual(next.data.documentId, data.documentId);
  });

  it('follows the contract', () => {
    assertContract(rig.evidence);
    assert.deepEqual(rig.complaints, []);
  });
});
