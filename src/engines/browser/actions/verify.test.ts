import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import {
  emulateDevice,
  emulateGeolocation,
  emulateMedia,
  emulateTimezone,
  emulateUserAgent,
} from '../context/emulate.ts';
import type { Tab } from '../page/tab.ts';
import { hideHighlight, highlight } from './element.ts';
import { evaluate } from './evaluate.ts';
import { navigate } from './navigate.ts';
import {
  generateLocator,
  verifyElementVisible,
  verifyListVisible,
  verifyTextVisible,
  verifyValue,
} from './verify.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine()]);
  tab = await started.engine.tab();
});
after(async () => {
  await started?.close();
  await pages?.close();
});

const open = (path: string) => navigate(tab, pages.url(path));
const failed = (what: RegExp) => ({ code: 'VERIFY_FAILED', message: what });

test('elements and texts that can be seen, in frames too', async () => {
  await open('/iframes.html');
  const code = await verifyElementVisible(tab, 'button', 'Inner button');
  assert.equal(code.is, 'visible');
  assert.match(code.on, /contentFrame\(\)\.getByRole\('button', \{ name: 'Inner button' \}\)$/);
  await verifyTextVisible(tab, 'Frames');
  await open('/');
  await assert.rejects(verifyElementVisible(tab, 'button', 'Hidden'), failed(/No button "Hidden"/));
  await assert.rejects(verifyTextVisible(tab, 'no such text'), failed(/cannot be seen/));
});

test('lists in their order, values and choices', async () => {
  await open('/form.html');
  await verifyListVisible(tab, '[name=country]', ['Austria', 'Germany']);
  await assert.rejects(verifyListVisible(tab, '[name=country]', ['Germany', 'Austria']), failed(/"Austria"/));
  assert.deepEqual(await verifyValue(tab, 'slider', '[name=size]', '5'), {
    on: "locator('[name=size]')",
    is: 'value',
    value: '5',
  });
  await verifyValue(tab, 'slider', '#knob', '2');
  await verifyValue(tab, 'combobox', '[name=country]', 'at');
  assert.deepEqual(await verifyValue(tab, 'checkbox', '[name=news]', 'false'), {
    on: "locator('[name=news]')",
    is: 'checked',
    isNot: true,
  });
  await assert.rejects(
    verifyValue(tab, 'radio', "getByLabel('Paid')", 'true'),
    failed(/"false", not "true"/),
  );
});

test('a locator for a test', async () => {
  await open('/form.html');
  assert.equal(await generateLocator(tab, '[name=name]'), "getByRole('textbox', { name: 'Name' })");
  await assert.rejects(generateLocator(tab, '#none'), { code: 'ELEMENT_NOT_FOUND' });
});

test('highlights come and go', async () => {
  await open('/');
  const count = () => tab.page.evaluate("document.querySelectorAll('x-pw-glass').length");
  await highlight(tab, '#count', 'outline: 2px solid red');
  await tab.page.waitForFunction("document.querySelectorAll('x-pw-glass').length > 0");
  await hideHighlight(tab, '#count');
  await highlight(tab, '#count');
  await hideHighlight(tab);
  assert.equal(await count(), 0);
});

test('media, place, time zone, user agent and device are emulated', async () => {
  await open('/');
  await emulateMedia(tab, { colorScheme: 'dark', reducedMotion: 'reduce', media: 'print' });
  const query =
    "['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', 'print'].map((q) => matchMedia(q).matches)";
  assert.deepEqual((await evaluate(tab, query)).value, [true, true, true]);
  await emulateMedia(tab, { media: null });
  assert.deepEqual((await evaluate(tab, query)).value, [true, true, false]);
  await emulateGeolocation(await started.engine.context(), { latitude: 47, longitude: 15 });
  const place = await evaluate(
    tab,
    'new Promise((ok, no) => navigator.geolocation.getCurrentPosition((p) => ok(p.coords.latitude), no))',
  );
  assert.equal(place.value, 47);
  await emulateTimezone(tab, 'Asia/Tokyo');
  await emulateUserAgent(tab, 'Mine/1.0', 'Plan 9');
  await emulateDevice(tab, { width: 390, height: 844, deviceScaleFactor: 3, mobile: true });
  await open('/');
  const seen = await evaluate(
    tab,
    '[new Date(0).getHours(), navigator.userAgent, navigator.platform, devicePixelRatio, navigator.maxTouchPoints > 0]',
  );
  assert.deepEqual(seen.value, [9, 'Mine/1.0', 'Plan 9', 3, true]);
});

test('a trace is written', async () => {
  const { tracing } = await started.engine.context();
  await assert.rejects(tracing.stop(), { code: 'NOT_RECORDING' });
  await tracing.start({ title: 'test' });
  await assert.rejects(tracing.start(), { code: 'RECORDING_ALREADY' });
  await open('/');
  const { path } = await tracing.stop();
  assert.match(path, /trace-.*\.zip$/);
  const { readFile } = await import('node:fs/promises');
  assert.equal((await readFile(path)).subarray(0, 2).toString(), 'PK');
});
