import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import type { Tab } from '../page/tab.ts';
import { CodeRecorder } from './code-recorder.ts';

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

/** The recorder listens in a page once its own layer is there. */
const ready = () => tab.page.waitForFunction("document.querySelector('x-pw-glass') !== null");

test('what is done in the pages becomes the code of a test', async () => {
  const recorder = new CodeRecorder();
  const context = await started.engine.context();
  await navigate(tab, pages.url('/form.html'));
  await recorder.start(context, 'playwright-test');
  assert.ok(recorder.isOn(context));
  await assert.rejects(recorder.start(context, 'python'), { code: 'RECORDING_ALREADY' });
  await ready();
  await tab.page.locator('[name=name]').pressSequentially('Ada');
  await click(tab, "getByLabel('News')");
  await click(tab, "getByRole('button', { name: 'Send' })");
  const actions = await recorder.stop(context);
  assert.deepEqual(actions.slice(-3), [
    "await page.getByRole('textbox', { name: 'Name' }).fill('Ada');",
    "await page.getByRole('checkbox', { name: 'News' }).check();",
    "await page.getByRole('button', { name: 'Send' }).click();",
  ]);
  assert.equal(recorder.isOn(context), false);
  await assert.rejects(recorder.stop(context), { code: 'NOT_RECORDING' });
});

test('in another language', async () => {
  const recorder = new CodeRecorder();
  const context = await started.engine.context();
  await navigate(tab, pages.url('/'));
  await recorder.start(context, 'python');
  await ready();
  await click(tab, '#count');
  const actions = await recorder.stop(context);
  assert.equal(actions.at(-1), 'page.get_by_role("button", name="Count").click()');
});
