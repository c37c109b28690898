import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ActingRig } from '../../../../test/kit/acting-rig.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';

const rig = new ActingRig();
const act = rig.act.bind(rig);

/** What a browser says of a video file that it was given to play. */
async function played(tab: Tab, path: string): Promise<{ width: number; height: number; seconds: number }> {
  const bytes = await readFile(path);
  const site = await startSite({
    '/': '<title>Player</title>',
    '/video': (_request, response) => void response.setHeader('content-type', 'video/mp4').end(bytes),
  });
  try {
    await tab.page.goto(site.url('/'));
    return (await tab.page.evaluate(`new Promise((resolve, reject) => {
      const video = document.createElement('video');
      video.onerror = () => reject(new Error(video.error.message));
      video.onloadeddata = () =>
        resolve({ width: video.videoWidth, height: video.videoHeight, seconds: video.duration });
      video.src = '/video';
    })`)) as Awaited<ReturnType<typeof played>>;
  } finally {
    await site.close();
  }
}

/** Whether this browser makes films by itself: later ones do. */
async function filmsItself(tab: Tab): Promise<boolean> {
  const session = await tab.page.context().newCDPSession(tab.page);
  const begun = await session.send('Page.startScreenRecording', {}).catch(() => undefined);
  await session.detach();
  return begun !== undefined;
}

verifies(
  ['gasoline: interact record_start', 'gasoline: interact record_stop', 'gasoline: fault 34 record path'],
  'record: a video of the tab with chapters of what was done and captions beside it',
  async () => {
    await rig.open('/form');
    const before = Date.now();
    const begun = await act('record_start', {
      name: 'Sign up/../x',
      fps: 10,
      size: '640x480',
      captions: 'beside',
    });
    assert.deepEqual([begun.data.result.status, begun.data.result.name], ['recording', 'Sign-up-..-x']);
    assert.equal((await act('record_start')).data.code, 'RECORDING_ALREADY');
    await act('subtitle', { text: 'We <sign> up' });
    const tab = await rig.tools.engine.tab();
    assert.equal(
      await tab.page.locator('html > div[aria-hidden=true]').count(),
      0,
      'it is not in the picture',
    );
    await act('type', { selector: 'label=Name', text: 'Ann' });
    await act('subtitle', { text: '' });
    await act('click', { selector: '.twin:nth-match(1)' });
    await pause(Math.max(0, before + 2500 - Date.now())); // the video is about time
    const { data } = await act('record_stop');
    const seconds = (Date.now() - before) / 1000;
    const { result } = data;
    const format = (await filmsItself(tab)) ? 'mp4' : 'webm';
    assert.deepEqual([result.status, result.format, result.truncated], ['saved', format, false]);
    assert.equal(basename(result.path), `Sign-up-..-x.${format}`);
    assert.equal(result.path, begun.data.result.path, 'as it was told at the start');
    assert.equal(result.size_bytes, (await stat(result.path)).size);
    assert.ok(
      result.duration_seconds > 1.5 && result.duration_seconds <= seconds + 0.5,
      JSON.stringify(result),
    );
    const texts = result.chapters.map(({ text }: { text: string }) => text);
    assert.deepEqual(texts, ['Type "Ann" into: "Name" textbox', 'Click: "Twin" button']);
    const chapters = await readFile(result.chapters_path, 'utf8');
    assert.match(chapters, /^WEBVTT\n\n1\n00:00:0\d\.\d{3} --> 00:00:0\d\.\d{3}\nType "Ann" into/);
    const captions = await readFile(result.captions_path, 'utf8');
    assert.match(captions, /-->.*\nWe &lt;sign&gt; up\n$/);
    const seen = await played(tab, result.path);
    assert.ok(seen.width <= 640 && seen.height <= 480 && seen.width > 300, JSON.stringify(seen));
    assert.ok(Math.abs(seen.seconds - result.duration_seconds) < 0.05, JSON.stringify([seen, result]));
    const none = await act('record_stop');
    assert.equal(none.data.code, 'NOT_RECORDING');
  },
);

test('record: clicks and keys are drawn in when asked, secrets as dots, also on the next page', async () => {
  await rig.open('/form');
  await act('record_start', { show_input: true });
  const tab = await rig.tools.engine.tab();
  await rig.open('/form');
  await tab.page.evaluate(`{ globalThis.rings = 0;
    new MutationObserver((changes) => {
      for (const { addedNodes: [node] } of changes) rings += node?.style?.borderRadius === '50%' ? 1 : 0;
    }).observe(document.documentElement, { childList: true }); }`);
  await tab.page.locator('[name=secret]').click();
  assert.equal(await tab.page.evaluate('rings'), 1, 'a ring where it clicked');
  await tab.page.keyboard.type('hush');
  await tab.page.keyboard.press('Control+a');
  const session = await tab.page.context().newCDPSession(tab.page);
  const shown = JSON.stringify(await session.send('DOM.getDocument', { depth: -1, pierce: true }));
  await session.detach();
  assert.ok(shown.includes('•••• Ctrl+a'), 'the keys');
  const { data } = await act('record_stop', { background: true });
  assert.equal((await rig.finished(data.correlation_id)).result.status, 'saved');
  await tab.page.keyboard.press('Control+b');
  assert.equal(await tab.page.locator('html > div[aria-hidden=true]').count(), 0, 'nothing is left behind');
});

const CLOCK =
  '<title>Clock</title><h1 id=n>0</h1><script>setInterval(() => { n.textContent = Date.now() }, 50)</script>';

test('record: a video that runs when the browser dies is saved up to there', async (t) => {
  const site = await startSite({ '/': CLOCK, '/quiet': '<title>Quiet</title><h1>Nothing moves' });
  t.after(() => site.close());
  const tools = await telemetryRig(t);
  for (const path of ['/', '/quiet']) {
    await tools.call('interact', { action: 'navigate', url: site.url(path) });
    await tools.call('interact', { action: 'record_start', name: 'last words', fps: 5 });
    const started = Date.now();
    const tab = await tools.engine.tab();
    await pause(4000); // the video is about time
    const gone = new Promise((resolve) => tab.page.once('close', resolve));
    process.kill((await tools.engine.browser()).pid!, 'SIGKILL');
    await gone;
    const lasted = (Date.now() - started) / 1000;
    const { data } = await tools.call('interact', { action: 'record_stop' });
    assert.ok(data.result, JSON.stringify(data));
    const { status, truncated, format, duration_seconds: seconds } = data.result;
    assert.deepEqual([status, truncated], ['saved', true]);
    assert.ok(lasted - seconds < 3.5, JSON.stringify([lasted, data.result]));
    if (format === 'mp4') {
      const again = await played(await tools.engine.tab(), data.result.path);
      assert.ok(Math.abs(again.seconds - seconds) < 0.05, JSON.stringify(again));
    } else assert.ok((await readFile(data.result.path)).includes('V_MJPEG'));
  }
});

for (const dies of [false, true])
  test(`record: a browser without recordings of its own gives ${dies ? 'its pictures when it dies' : 'WebM'}`, async (t) => {
    const site = await startSite({ '/': CLOCK });
    t.after(() => site.close());
    const tools = await telemetryRig(t);
    await tools.call('interact', { action: 'navigate', url: site.url('/') });
    const tab = await tools.engine.tab();
    const session = await tab.cdp.session();
    const send = session.send.bind(session) as (method: string, more: object) => Promise<unknown>;
    Object.assign(session, {
      send: (method: string, more: object) =>
        method === 'Page.startScreenRecording'
          ? Promise.reject(new Error("'Page.startScreenRecording' wasn't found"))
          : send(method, more),
    });
    await tools.call('interact', { action: 'record_start', name: 'old' });
    for (let end = Date.now() + 10_000; tab.video.frames < 3 && Date.now() < end; ) await pause(20);
    if (dies) process.kill((await tools.engine.browser()).pid!, 'SIGKILL');
    const { data } = await tools.call('interact', { action: 'record_stop' });
    assert.ok(data.result, JSON.stringify(data));
    const { format, path, truncated } = data.result;
    assert.deepEqual([format, truncated], dies ? ['mkv', true] : ['webm', false]);
    const bytes = await readFile(path);
    assert.ok(bytes.includes(dies ? 'V_MJPEG' : 'V_VP8'));
    if (!dies) assert.ok((await played(tab, path)).seconds > 0);
  });
