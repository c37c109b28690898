import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine, testDriver } from '../../../../test/kit/browser.ts';
import { lacking } from '../../../../test/kit/needs.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { startDisplay } from '../../../../test/kit/xvfb.ts';
import type { Tab } from '../page/tab.ts';
import { navigate, resize } from './navigate.ts';
import { printPdf } from './pdf.ts';
import { type Screenshot, screenshot } from './screenshot.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  const context = { viewport: { width: 2_000, height: 1_000 }, deviceScaleFactor: 2 };
  [pages, started] = await Promise.all([startPages(), startEngine({ context })]);
  tab = await started.engine.tab();
  await navigate(tab, pages.url('/table.html?rows=100'));
});
after(async () => {
  await started?.close();
  await pages?.close();
});

/** What the bytes themselves say. */
function sizeOf({ bytes, mimeType }: Screenshot): readonly [number, number] {
  if (mimeType === 'image/png') {
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  }
  if (mimeType === 'image/webp') {
    assert.equal(bytes.subarray(8, 12).toString(), 'WEBP');
    return [-1, -1];
  }
  assert.equal(bytes.readUInt16BE(0), 0xffd8);
  let at = 2;
  while (bytes[at + 1]! < 0xc0 || bytes[at + 1]! > 0xc2) at += 2 + bytes.readUInt16BE(at + 2);
  return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
}

test('is scaled for models unless told otherwise', async () => {
  const model = await screenshot(tab);
  assert.deepEqual(sizeOf(model), [1568, 784]);
  assert.deepEqual([model.width, model.height, model.scale], [1568, 784, 0.784]);
  assert.deepEqual(sizeOf(await screenshot(tab, { scale: 'css' })), [2000, 1000]);
  const device = await screenshot(tab, { scale: 'device' });
  assert.deepEqual([sizeOf(device), device.width], [[4000, 2000], 4000]);
});

test('leaves the page as it was', async () => {
  const state = '[innerWidth, innerHeight, devicePixelRatio, screen.width]';
  const before = await tab.page.evaluate(state);
  await screenshot(tab, { fullPage: true });
  assert.deepEqual(await tab.page.evaluate(state), before);
});

const skip = lacking('Xvfb');
test('a page in a window is not laid out anew for a picture of what is in view', { skip }, async (t) => {
  const { env } = await startDisplay(t, { width: 900, height: 700 });
  const { engine, close } = await startEngine({
    driver: testDriver({ headless: false, env, launch: { env } }),
  });
  t.after(close);
  const shown = await engine.tab();
  await shown.page.setContent(`<div style="height: 5000px">Long</div><p>End</p>
<script>sizes = 0; new ResizeObserver(() => sizes++).observe(document.documentElement); onresize = () => sizes++;</script>`);
  const heard = () =>
    shown.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(sizes))))',
    );
  const before = await heard();
  await screenshot(shown);
  await screenshot(shown, { clip: { x: 10, y: 10, width: 100, height: 50 } });
  assert.equal(await heard(), before);
});

test('png, jpeg and webp are really encoded as such', async () => {
  for (const type of ['png', 'jpeg', 'webp'] as const) {
    const taken = await screenshot(tab, { type });
    assert.equal(taken.mimeType, `image/${type}`);
    const [width] = sizeOf(taken);
    assert.ok(width === 1568 || width === -1);
  }
  const rough = await screenshot(tab, { type: 'jpeg', quality: 10 });
  const fine = await screenshot(tab, { type: 'jpeg', quality: 95 });
  assert.ok(rough.bytes.length < fine.bytes.length);
});

test('takes the whole page, or one element wherever it is', async () => {
  await resize(tab, 800, 300);
  const full = await screenshot(tab, { fullPage: true, scale: 'css' });
  const [width, height] = sizeOf(full);
  assert.equal(width, 800);
  assert.ok(height > 2_000);
  const row = await screenshot(tab, { target: 'tbody tr:last-child', scale: 'css' });
  const [, rowHeight] = sizeOf(row);
  assert.ok(rowHeight > 10 && rowHeight < 60, `${rowHeight}`);
  await assert.rejects(screenshot(tab, { target: '#nope' }), { code: 'ELEMENT_NOT_FOUND' });
});

test('shows the part that is scrolled to', async () => {
  await tab.page.evaluate('scrollTo(0, 500)');
  const scrolled = await screenshot(tab, { scale: 'css' });
  assert.deepEqual(sizeOf(scrolled), [800, 300]);
  await tab.page.evaluate('scrollTo(0, 0)');
  const top = await screenshot(tab, { scale: 'css' });
  assert.ok(!top.bytes.equals(scrolled.bytes));
});

test('prints with paper, margins, ranges and scale', async () => {
  const pdf = await printPdf(tab, {
    format: 'a4',
    landscape: true,
    margin: 0.5,
    scale: 0.8,
    printBackground: true,
  });
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  const one = await printPdf(tab, { pageRanges: '1' });
  const all = await printPdf(tab, { width: 4, height: 6 });
  assert.ok(one.length < all.length);
});
