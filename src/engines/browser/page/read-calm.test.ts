import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { navigate } from '../actions/navigate.ts';
import { readCalm } from './read-calm.ts';
import type { Tab } from './tab.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine()]);
  tab = await started.engine.tab();
  await navigate(tab, pages.url('/form.html'));
});
after(async () => {
  await started?.close();
  await pages?.close();
});

const { signal } = new AbortController();
const title = () => tab.page.title();

test('what begins while a page is read is waited for, and the page is read once more', async () => {
  const asked: boolean[] = [];
  const found = await readCalm(
    tab,
    async (isAgain) => {
      asked.push(isAgain);
      if (!isAgain)
        await tab.page.evaluate("void fetch('/slow?ms=300').then(() => { document.title = 'came'; })");
      return title();
    },
    signal,
  );
  assert.equal(found, 'came');
  assert.deepEqual(asked, [false, true]);
});

test('where nothing begins it is read once', async () => {
  let times = 0;
  await readCalm(tab, async () => ++times, signal);
  assert.equal(times, 1);
});
