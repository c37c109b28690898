import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Page, selectors } from 'playwright-core';
import { plainBrowser } from '../../../../test/kit/browser.ts';
import { PageSnapshots } from './snapshot.ts';
import { installStableRefs, refParts } from './stable-refs.ts';

const browser = await plainBrowser();
after(() => browser.close());

const html = (word: string) => `data:text/html,<button>${word}</button>`;
const refIn = async (page: Page, word: string) =>
  new RegExp(`"${word}" \\[ref=(\\w+)\\]`).exec(await page.ariaSnapshot({ mode: 'ai' }))?.[1] ?? '';

test('a ref as Playwright writes it is taken apart', () => {
  assert.deepEqual(refParts('e12'), { frame: '', span: 0, number: 12 });
  assert.deepEqual(refParts('f3e4000000012'), { frame: 'f3', span: 4000, number: 12 });
});

test('without the setter refs are still safe: none outlives a navigation in any frame', async (t) => {
  const page = await browser.newPage();
  const snapshots = new PageSnapshots(page);
  t.after(() => page.close());
  await page.setContent(`<iframe src="${html('One')}"></iframe>`);
  await page.frames()[1]!.waitForLoadState();
  const { found } = await snapshots.find({ role: 'button' });
  const before = await refIn(page, 'One');
  await page.frames()[1]!.goto(html('Two'));
  assert.equal(await refIn(page, 'Two'), before, 'Playwright gives the number to another element');
  await assert.rejects(snapshots.locate(found[0]!.ref!), { code: 'REF_GONE' });
  const again = await snapshots.find({ role: 'button' });
  assert.equal(await (await snapshots.locate(again.found[0]!.ref!)).textContent(), 'Two');
  snapshots.close();
});

test('with it each document has numbers of its own and an element keeps its number; pages see nothing', async (t) => {
  await installStableRefs(selectors);
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.setContent(`<iframe src="${html('One')}"></iframe>`);
  await page.frames()[1]!.waitForLoadState();
  const before = await refIn(page, 'One');
  await page.frames()[1]!.evaluate(`document.querySelector('button').replaceChildren('Renamed')`);
  assert.equal(await refIn(page, 'Renamed'), before);
  await page.frames()[1]!.goto(html('Two'));
  const now = await refIn(page, 'Two');
  assert.notEqual(now, before);
  assert.deepEqual(
    [refParts(now).frame, refParts(now).number],
    [refParts(before).frame, refParts(before).number],
  );
  assert.equal(await page.evaluate(`'_ariaRef' in Element.prototype`), false);
});
