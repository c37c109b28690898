import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inHaste, startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import type { Tab } from '../page/tab.ts';
import { evaluate } from './evaluate.ts';
import { clickAt, dragBetween, mouseDown, mouseUp, moveTo, wheel } from './mouse.ts';
import { navigate } from './navigate.ts';
import { click, drag, drop, hover, scrollIntoView } from './pointer.ts';

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
const read = async (expression: string) => (await evaluate(tab, expression)).value;
const centre = async (selector: string) => {
  const box = await tab.page.locator(selector).boundingBox();
  return { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 };
};

test('clicks with any button, twice, and with modifiers', async () => {
  await open('/');
  await click(tab, '#double', { button: 'right' });
  assert.equal(await read("document.querySelector('#double').textContent"), 'context');
  await click(tab, '#double', { double: true });
  assert.equal(await read("document.querySelector('#double').textContent"), 'doubled');
  await click(tab, '#nothing', { modifiers: ['Shift', 'Alt'] });
  assert.equal(await read('document.documentElement.dataset.modifiers'), 'shift+alt');
});

test('what cannot be clicked says why, once the time of an action is over', async () => {
  await open('/');
  const cases: readonly [string, RegExp][] = [
    ['#hidden', /within 0\.7 s: .*not visible/],
    ['#disabled', /within 0\.7 s: .*not enabled/],
    ['#covered', /within 0\.7 s: .*intercepts pointer events/],
  ];
  for (const [target, why] of cases) {
    await inHaste(tab, { action: 700 }, () =>
      assert.rejects(click(tab, target), { code: 'ACTION_TIMEOUT', message: why }, target),
    );
  }
});

test('what lies over the page is told with its words, out of its shadow too', async () => {
  await tab.page.setContent('<main><button>Pay</button></main>');
  await tab.page.evaluate(`
    const overlay = document.createElement('error-overlay');
    overlay.style.cssText = 'position: fixed; inset: 0';
    overlay.attachShadow({ mode: 'open' }).innerHTML =
      '<style>p { color: red }</style><div><p>App.tsx:10</p><p>Unexpected token</p></div>';
    document.body.append(overlay);
  `);
  await inHaste(tab, { action: 700 }, () =>
    assert.rejects(click(tab, 'button'), {
      code: 'ACTION_TIMEOUT',
      message: /<error-overlay.*intercepts pointer events"; it says "App\.tsx:10 Unexpected token"/,
    }),
  );
});

test('what its own widget has drawn over a control is pressed for it, what others have is not', async () => {
  await tab.page.setContent(`<style>.box { position: relative; height: 20px } .over { position: absolute; inset: 0 }</style>
    <label class=box style="display: block"><input id=radio type=radio><span class=over></span></label>
    <div class=box onclick="document.title = 'opened'"><input id=combo role=combobox><div class=over>Choose</div></div>
    <div class=box><input id=far><button class=over>Other</button></div>`);
  await click(tab, '#radio');
  assert.equal(await read("document.querySelector('#radio').checked"), true);
  await click(tab, '#combo');
  assert.equal(await read('document.title'), 'opened');
  await inHaste(tab, { action: 700 }, () => assert.rejects(click(tab, '#far'), { code: 'ACTION_TIMEOUT' }));
});

test('drags inside the page, and drops files and data from outside', async () => {
  await open('/drag.html');
  await drag(tab, '#source', '#target');
  assert.equal(await read("document.querySelector('#target').textContent"), 'cargo');
  await drop(tab, '#target', { data: { 'text/plain': 'from outside' } });
  assert.equal(await read("document.querySelector('#target').textContent"), 'from outside');
  const path = join(started.folder, 'dropped.txt');
  await writeFile(path, 'x');
  await drop(tab, '#target', { paths: [path] });
  assert.equal(await read("document.querySelector('#target').textContent"), 'dropped.txt');
});

test('hovers, and scrolls an endless list into view', async () => {
  await open('/scroll.html');
  const before = await read("document.querySelectorAll('li').length");
  await scrollIntoView(tab, '#end');
  const later = await read("document.querySelectorAll('li').length");
  assert.ok(Number(later) > Number(before));
  await hover(tab, 'text="Item 1"');
  assert.equal(await read("document.querySelector('li').matches(':hover')"), true);
});

test('the mouse moves, clicks, drags and turns its wheel by coordinates', async () => {
  await open('/');
  await clickAt(tab, await centre('#count'), { clickCount: 2, delay: 5 });
  assert.equal(await read("document.querySelector('output').textContent"), '2');
  await moveTo(tab, await centre('#count'), 3);
  await mouseDown(tab);
  await mouseUp(tab);
  assert.equal(await read("document.querySelector('output').textContent"), '3');
  await open('/drag.html');
  await dragBetween(tab, await centre('#source'), await centre('#target'));
  assert.equal(await read("document.querySelector('#target').textContent"), 'cargo');
  await open('/scroll.html');
  await wheel(tab, 0, 300);
  await tab.page.waitForFunction('scrollY > 0');
});
