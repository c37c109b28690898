import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import type { Fault } from '../../../kernel/fault.ts';
import type { Tab } from '../page/tab.ts';
import { navigate } from './navigate.ts';
import { click } from './pointer.ts';
import { findTarget, locatorCode, resolveTarget, targetCode } from './target.ts';

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

test('words of an outline are where they stand, not in the middle of the row that has them', async () => {
  await open('/');
  await tab.page.evaluate(`document.body.innerHTML = '<ul><li><span>Lamp</span></li><li>Chair</li></ul>'`);
  const tagOf = async (target: string) =>
    (await resolveTarget(tab, target)).evaluate((node) => node.nodeName);
  assert.equal(await tagOf('text "Lamp"'), 'SPAN');
  assert.equal(await tagOf('text "Chair"'), 'LI');
  assert.equal(await tagOf('listitem "Lamp"'), 'LI');
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

test('takes words as Gasoline does: exactly these first, then what holds them', async () => {
  await tab.page.setContent(`<button>Save</button><button>Save as</button><label>Email <input></label>
    <input placeholder="Your name"><p aria-label="Head line">Top</p><b hidden>Twice</b><b>Twice</b>`);
  assert.equal(await textOf('text=Save'), 'Save');
  assert.equal(await textOf('text="Save as"'), 'Save as');
  assert.equal(await textOf('button:nth-match(2)'), 'Save as');
  assert.equal(await textOf('aria-label=Head'), 'Top');
  for (const target of ['label=Email', 'placeholder=Your name']) await click(tab, target);
  assert.equal(
    await targetCode(await resolveTarget(tab, 'label=Email'), 'label=Email'),
    "getByLabel('Email', { exact: true })",
  );
  assert.equal(
    await targetCode(await resolveTarget(tab, 'text=Save'), 'text=Save'),
    "locator('text=Save')",
    'as it was written',
  );
  await assert.rejects(resolveTarget(tab, 'b'), { code: 'AMBIGUOUS_TARGET' });
  const { locator } = await findTarget(tab, 'b', { prefersSeen: true });
  assert.equal(await locator.isVisible(), true);
});

test('what is not there names what is near, several name themselves with their refs', async () => {
  await tab.page.setContent(
    '<button>Save</button><button>Save all</button><button>Save</button><a href=/x>Delete the account</a>',
  );
  await assert.rejects(resolveTarget(tab, 'text="Save"'), {
    hint: /^Give one of these refs: button "Save" \[e\d+\]; button "Save" \[e\d+\]\.$/,
  });
  await assert.rejects(resolveTarget(tab, '#delete-account'), {
    hint: /^Nearest now: link "Delete the account" \[e\d+\]/,
  });
  await assert.rejects(resolveTarget(tab, '#unlike-anything'), { hint: /Take a snapshot/ });
  const refused = (await resolveTarget(tab, 'text="Save"').catch((thrown: unknown) => thrown)) as Fault;
  const [, second = ''] = [...refused.hint.matchAll(/\[(e\d+)\]/g)].map(([, ref]) => ref);
  assert.equal(await (await resolveTarget(tab, second)).textContent(), 'Save');
});

test('means one frame: the named one, the page itself, or the only one that has it', async () => {
  const inner = (words: string) =>
    `srcdoc="<i>Inner</i><button onclick=this.textContent=1>${words}</button>"`;
  await tab.page.setContent(
    `<em>Outer</em><iframe ${inner('In a')} name="a"></iframe><iframe ${inner('In b')} name="b"></iframe>`,
  );
  assert.equal((await findTarget(tab, 'em')).frame, undefined);
  await assert.rejects(findTarget(tab, 'text=Inner'), /in frames 0, 1/);
  assert.equal((await findTarget(tab, 'text=Inner', { frame: 'b' })).frame, 1);
  assert.equal((await findTarget(tab, 'i', { frame: 'iframe[name=a]' })).frame, 0);
  await assert.rejects(findTarget(tab, 'i', { frame: 7 }), /Frame 7 of 2/);
  await assert.rejects(findTarget(tab, '!!'), { code: 'INVALID_LOCATOR' });
  await click(tab, 'text=In b');
  assert.equal(await tab.page.frames()[2]!.locator('button').textContent(), '1');
  const named = "getByRole('button', { name: 'In a' })";
  assert.equal((await findTarget(tab, named)).frame, 0, 'a locator of a test, too');
});

test('nothing, too much and nonsense fail at once and name the target', async (t) => {
  await open('/');
  // Whoever waited for an element would wait for an hour.
  tab.page.setDefaultTimeout(3_600_000);
  t.after(() => tab.page.setDefaultTimeout(tab.timeouts.action));
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
    await assert.rejects(click(tab, target), { code }, target);
  }
});
