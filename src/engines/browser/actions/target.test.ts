import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import type { Tab } from '../page/tab.ts';
import { navigate } from './navigate.ts';
import { click } from './pointer.ts';
import { locatorCode, resolveTarget } from './target.ts';

let pages: Pages;
let started: TestEngine;
let tab: Tab;

before(async () => {
  [pages, started] = await Promise.all([startPages(), startEngine({ timeouts: { settle: 10_000 } })]);
  tab = await started.engine.tab();
});
after(async () => {
  await started?.close();
  await pages?.close();
});

const open = (path: string) => navigate(tab, pages.url(path));
const textOf = async (target: string) => (await resolveTarget(tab, target)).innerText();

test('takes CSS, selectors of Playwright, and locators as tests write them', async () => {
  await open('/');
  const same = [
    '#count',
    'text=Count',
    "getByRole('button', { name: 'Count', exact: true })",
    'page.getByText("Count")',
    'getByRole("button").filter({ hasText: /^cou/i })',
    "locator('button').nth(1)",
  ];
  for (const target of same) assert.equal(await textOf(target), 'Count', target);
  assert.equal(
    await locatorCode(await resolveTarget(tab, '#count')),
    "getByRole('button', { name: 'Count' })",
  );
});

test('takes refs of a snapshot', async () => {
  await open('/');
  const { found } = await tab.snapshots.find({ role: 'button', name: 'Press me' });
  const given = found[0]?.ref ?? '';
  assert.equal(await textOf(given), 'Press me');
  await assert.rejects(resolveTarget(tab, 'e987654'), { code: 'REF_GONE' });
});

test('reaches into frames and open shadow roots', async () => {
  await open('/iframes.html');
  assert.equal(
    await textOf("locator('iframe[title=cross]').contentFrame().getByRole('button')"),
    'Inner button',
  );
  const nested = "frameLocator('iframe[title=same]').frameLocator('iframe').getByRole('button')";
  assert.equal((await click(tab, nested)).settledBy, 'nothing');
  assert.match(await textOf(nested), /^Pressed in 127/);
  await open('/shadow.html');
  await click(tab, 'text=Shadow button');
  assert.equal(await textOf('x-counter span'), '1');
});

test('nothing, too much and nonsense fail at once and name the target', async () => {
  await open('/');
  const cases: readonly [string, string][] = [
    ['#nope', 'ELEMENT_NOT_FOUND'],
    ['button', 'AMBIGUOUS_TARGET'],
    ['a[', 'INVALID_LOCATOR'],
    ["getByRole('button'", 'INVALID_LOCATOR'],
    ["getByRole('button').evaluate('1')", 'INVALID_LOCATOR'],
    ["locator('a').constructor('x')", 'INVALID_LOCATOR'],
    ['getByText(/(/)', 'INVALID_LOCATOR'],
    ['page.goto("x")', 'INVALID_LOCATOR'],
  ];
  for (const [target, code] of cases) {
    const began = performance.now();
    await assert.rejects(click(tab, target), { code }, target);
    assert.ok(performance.now() - began < tab.timeouts.action, target);
  }
});
