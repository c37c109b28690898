import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';

let pages: Pages;
let started: TestEngine;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine()]);
});
after(async () => {
  await started?.close();
  await pages?.close();
});

test('records what happens into a WebM that a browser can play', async (t) => {
  const tab = await started.engine.tab();
  await navigate(tab, pages.url('/'));
  await tab.video.start({ size: { width: 641, height: 400 }, cursor: true });
  assert.ok(tab.video.isOn);
  await assert.rejects(tab.video.start(), { code: 'RECORDING_ALREADY' });
  await tab.page.screencast.showChapter('First', { description: 'clicking', duration: 100 });
  await click(tab, '#count');
  await tab.page.screencast.hideActions();
  await click(tab, '#count');
  const video = await tab.video.stop();
  assert.ok(video.frames > 0);
  const bytes = await readFile(video.path);
  const server = createServer((_request, response) => response.end(bytes)).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const played = await tab.page.evaluate(`new Promise((resolve, reject) => {
    const video = document.createElement('video');
    video.onerror = () => reject(new Error(video.error.message));
    video.onloadeddata = () => resolve({ width: video.videoWidth, height: video.videoHeight, seconds: video.duration });
    video.src = 'http://127.0.0.1:${port}/video.webm';
  })`);
  const { width, height, seconds } = played as Record<string, number>;
  assert.deepEqual([width, height], [640, 400]);
  assert.ok(Math.abs(seconds! - video.duration / 1000) < 0.1);
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith('video-'));
  assert.deepEqual(left, []);
});

test('nothing to stop is a fault', async () => {
  const tab = await started.engine.tab();
  await assert.rejects(tab.video.stop(), { code: 'NOT_RECORDING' });
});

test('a tab that closes while it records leaves nothing on the disk', async () => {
  const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('video-')).length;
  const context = await started.engine.context();
  const tab = await context.newTab();
  await tab.video.start();
  const during = await folders();
  await context.closeTab(tab.id);
  assert.ok(!tab.video.isOn);
  const end = performance.now() + 5000;
  while ((await folders()) >= during && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(await folders(), during - 1);
});

test('a page on which nothing moves gives a video of one picture', async () => {
  const tab = await started.engine.tab();
  await navigate(tab, pages.url('/form.html'));
  await tab.video.start();
  const video = await tab.video.stop();
  assert.ok(video.frames >= 1);
  assert.ok((await readFile(video.path)).length > 100);
});

test('a video of a context has those of tabs that open and close while it runs', async () => {
  const context = await started.engine.context();
  await context.tab();
  await context.video.start({ path: join(started.folder, 'all.webm'), size: { width: 160, height: 120 } });
  await assert.rejects(context.video.start(), { code: 'RECORDING_ALREADY' });
  const second = await context.newTab();
  await navigate(second, pages.url('/'));
  for (let i = 0; second.video.frames === 0; i++) await second.page.evaluate(`document.body.append(${i})`);
  await context.closeTab(second.id);
  const names = (await context.video.stop()).map(({ path }) => basename(path));
  assert.deepEqual(names, ['all.webm', 'all-1.webm']);
  await assert.rejects(context.video.stop(), { code: 'NOT_RECORDING' });
});

test('a context that closes while it is recorded gives back what the video took', async () => {
  const context = await started.engine.createContext('filmed');
  const tab = await context.tab();
  await context.video.start();
  assert.ok(tab.video.isOn);
  await started.engine.closeContext('filmed');
  await context.video.end();
  assert.ok(!tab.video.isOn && !context.video.isOn);
});
