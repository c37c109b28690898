import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import type { Tab } from '../page/tab.ts';
import {
  attributeOf,
  fieldKind,
  fieldValueOf,
  focus,
  htmlOf,
  placeOf,
  setAttribute,
  textOf,
} from './element.ts';
import { check, selectOption } from './form.ts';
import { paste, pressKey, typeAfter, typeKeys, typingMs } from './keyboard.ts';
import { clickAt } from './mouse.ts';
import { scrollTo, scrollToMiddle } from './pointer.ts';
import { findTarget } from './target.ts';
import { awaitTarget, waitUntil } from './wait-for.ts';

let started: TestEngine;
let tab: Tab;

before(async () => {
  started = await startEngine({ timeouts: { action: 1_000 } });
  tab = await started.engine.tab();
});
after(() => started?.close());

const show = (body: string) => tab.page.setContent(`<!doctype html><title>T</title>${body}`);
const read = (script: string) => tab.page.evaluate(script);

test('an element is read in any way it can be named', async () => {
  await show(`<p id="p" title="t">A <b>b</b></p><input type="password" value="x"><input id="n" value="3">
    <select><option>o</option></select><i role="switch"></i><div style="height:3000px"></div><u id="far">F</u>`);
  assert.equal(await textOf(tab, '#p'), 'A b');
  assert.equal(await htmlOf(tab, await findTarget(tab, 'b')), '<b>b</b>');
  assert.deepEqual([await attributeOf(tab, 'p', 'title'), await attributeOf(tab, 'p', 'x')], ['t', null]);
  assert.deepEqual(
    [await fieldValueOf(tab, '#n'), await fieldValueOf(tab, '[type=password]')],
    ['3', '[redacted]'],
  );
  await assert.rejects(fieldValueOf(tab, 'p'), /no value/);
  const kinds = ['select', 'i', '#n'].map((target) => fieldKind(tab, target));
  assert.deepEqual(await Promise.all(kinds), ['combobox', 'checkbox', 'textbox']);
  const place = await placeOf(tab, '#far');
  assert.ok(place && place.y < 1000 && place.width > 0, 'brought into view');
});

test('keys, pastes, choices and attributes give how things stand then', async () => {
  await show(`<input id="a" value="1"><input id="b"><div contenteditable>x</div><input type="checkbox">
    <select multiple><option value="at">Austria</option><option value="ch">Switzerland</option></select>
    <script>b.onpaste = (event) => { event.preventDefault(); b.value = 'own'; };
      a.onkeydown = ({ key }) => { document.title += key; }</script>`);
  assert.equal((await typeAfter(tab, '#a', '23')).value, '123');
  assert.equal((await typeAfter(tab, '#a', 'n', { clear: true })).value, 'n');
  assert.equal((await typeAfter(tab, '#a', 'y'.repeat(600), { clear: true })).value?.length, 600);
  assert.equal(await tab.page.title(), 'T23DeletenDelete', 'a long text comes without keys');
  assert.equal((await paste(tab, 'div', 'y')).value, 'xy');
  assert.equal((await paste(tab, '#b', 'y')).value, 'own', 'the page takes it itself');
  await pressKey(tab, 'Control+a', { target: 'div' });
  await pressKey(tab, 'z');
  assert.equal(await textOf(tab, 'div'), 'z');
  await focus(tab, '#b');
  await typeKeys(tab, '12', { delay: 1 });
  await typeKeys(tab, '34', { target: '#b', delay: 0 });
  assert.equal(await fieldValueOf(tab, '#b'), 'own1234');
  assert.ok(typingMs('abc', undefined) > typingMs('abc', 1));
  assert.equal((await check(tab, '[type=checkbox]', true)).value, true);
  assert.equal((await check(tab, '[type=checkbox]', false)).value, false);
  const chosen = await selectOption(tab, 'select', [{ label: 'Austria' }, { index: 1 }]);
  assert.deepEqual(chosen.value, ['at', 'ch']);
  assert.equal((await setAttribute(tab, 'select', ['lang', 'de'])).value, 'de');
});

test('places: the page scrolls, an element comes to the middle, keys are held at a point', async () => {
  await show(`<div style="height:3000px"></div><b>B</b><div style="height:3000px"></div>
    <script>onclick = ({ shiftKey, clientX }) => { document.title = shiftKey + ' ' + clientX; }</script>`);
  const { value } = await scrollToMiddle(tab, 'b');
  const height = Number(await read('innerHeight'));
  assert.ok(value && Math.abs(value.y + value.height / 2 - height / 2) < 20);
  await scrollTo(tab, 0, 7);
  assert.equal(await read('scrollY'), 7);
  await clickAt(tab, { x: 30, y: 40 }, { modifiers: ['Shift'] });
  assert.equal(await tab.page.title(), 'true 30');
});

test('what is not there yet is waited for, and what does not come is said', async () => {
  await show(
    '<script>setTimeout(() => { document.body.innerHTML = "<b>B</b>"; isDone = true; }, 150)</script>',
  );
  assert.equal((await awaitTarget(tab, 'b', { ms: 5_000 })).written, 'b');
  const waited = await waitUntil(tab, { target: 'b', expression: 'isDone', timeout: 5_000, what: 'x' });
  assert.deepEqual([waited.found?.written, waited.tag], ['b', 'b']);
  assert.deepEqual(await waitUntil(tab, { timeout: 1_000, what: 'The load' }), {
    found: undefined,
    tag: undefined,
  });
  const late = { timeout: 60, what: 'It did not come' };
  const isLate = { code: 'WAIT_TIMEOUT', message: /It did not come/ };
  await assert.rejects(waitUntil(tab, { target: '#never', ...late }), isLate);
  await assert.rejects(waitUntil(tab, { expression: 'false', ...late }), isLate);
  await assert.rejects(awaitTarget(tab, '#never', { ms: 60 }), { code: 'ELEMENT_NOT_FOUND' });
});
