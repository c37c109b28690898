import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { evaluate } from '../actions/evaluate.ts';
import { handleDialog, uploadFiles } from '../actions/modal-answers.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import type { Tab } from './tab.ts';

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
const output = async () => (await evaluate(tab, "document.querySelector('output').textContent")).value;

test('a dialog ends the action at once and blocks until it is answered', async () => {
  await open('/dialogs.html');
  const alerted = await click(tab, '#alert');
  assert.equal(alerted.settledBy, 'modal');
  assert.ok(alerted.ms < 2_000);
  assert.deepEqual(alerted.modals, [
    {
      kind: 'dialog',
      type: 'alert',
      message: 'hello',
      defaultValue: '',
      description: '"alert" dialog with message "hello"',
      tool: 'browser_handle_dialog',
    },
  ]);
  await assert.rejects(click(tab, '#confirm'), { code: 'MODAL_STATE', hint: /browser_handle_dialog/ });
  await assert.rejects(evaluate(tab, '1'), { code: 'MODAL_STATE' });
  assert.equal(await tab.title(), 'Dialogs');
  const handled = await handleDialog(tab, true);
  assert.deepEqual(handled.modals, []);
  assert.equal(await output(), 'alerted');
});

test('the title of a page that is too busy to tell it is told by the browser', async () => {
  const context = await started.engine.context();
  const busy = await context.newTab();
  await busy.page.goto(pages.url('/'));
  await busy.page.evaluate('void setTimeout(() => { for (;;); })');
  assert.equal(await busy.title(), 'Start');
  await context.closeTab(busy.id);
});

test('confirm and prompt take their answers; a second dialog follows the first', async () => {
  await open('/dialogs.html');
  await click(tab, '#confirm');
  await handleDialog(tab, false);
  assert.equal(await output(), 'false');
  await click(tab, '#prompt');
  await handleDialog(tab, true, 'Ada');
  assert.equal(await output(), 'Ada');
  await evaluate(tab, "void (document.querySelector('output').textContent = prompt('who?', 'Grace'))");
  await handleDialog(tab, true);
  assert.equal(await output(), 'Grace', 'accepted as it is');
  await click(tab, '#twice');
  const first = await handleDialog(tab, true);
  assert.equal(first.settledBy, 'modal');
  assert.equal(first.modals[0]?.kind === 'dialog' && first.modals[0].message, 'two');
  await handleDialog(tab, true);
  const late = await click(tab, '#late');
  assert.equal(late.settledBy, 'modal');
  await handleDialog(tab, true);
  await assert.rejects(handleDialog(tab, true), { code: 'NO_MODAL_STATE' });
});

test('a dialog of a popup stops its opener too, says so at once, and can be answered from there', async () => {
  await open('/dialogs.html');
  await evaluate(
    tab,
    `const popup = open('/'); void (popup.onload = () => popup.setTimeout("alert('up')", 0))`,
  );
  while (!tab.modals.isBlocked) await tab.modals.next(5_000);
  await assert.rejects(click(tab, '#confirm'), {
    code: 'MODAL_STATE',
    message: /"alert" dialog with message "up" in tab t\d+/,
  });
  assert.equal(await tab.title(), 'Dialogs');
  const handled = await handleDialog(tab, true);
  assert.deepEqual(handled.modals, []);
  await click(tab, '#confirm');
  await handleDialog(tab, true);
  assert.equal(await output(), 'true');
  const context = await started.engine.context();
  await context.closeTab(context.tabs.length - 1);
});

test('a dialog that goes with its popup stops the opener no longer', async () => {
  await open('/dialogs.html');
  await evaluate(
    tab,
    `const popup = open('/'); void (popup.onload = () => popup.setTimeout("alert('up')", 0))`,
  );
  while (!tab.modals.isBlocked) await tab.modals.next(5_000);
  const context = await started.engine.context();
  await context.closeTab(context.tabs.length - 1);
  assert.equal(tab.modals.isBlocked, false);
  assert.equal((await evaluate(tab, '1 + 1')).value, 2);
});

test('a page that asks before it unloads shows that as a dialog', async () => {
  await open('/dialogs.html');
  await click(tab, '#unload');
  const leaving = await navigate(tab, pages.url('/'));
  assert.equal(leaving.modals[0]?.kind === 'dialog' && leaving.modals[0].type, 'beforeunload');
  await handleDialog(tab, true);
  await open('/');
});

test('a file chooser is answered, cancelled, or passed by', async () => {
  const path = join(started.folder, 'note.txt');
  await writeFile(path, 'remember');
  await open('/upload.html');
  const chosen = await click(tab, '#open');
  assert.equal(chosen.modals[0]?.kind, 'file chooser');
  await assert.rejects(click(tab, '#open'), { code: 'MODAL_STATE', hint: /browser_file_upload/ });
  const uploaded = await uploadFiles(tab, [path]);
  assert.deepEqual(uploaded.modals, []);
  assert.equal(await output(), 'note.txt: remember');
  await click(tab, '#open');
  await uploadFiles(tab, undefined);
  assert.deepEqual(tab.modals.open, []);
  await uploadFiles(tab, [path, path], { target: '#files' });
  assert.equal(await output(), 'note.txt: remember; note.txt: remember');
  await assert.rejects(uploadFiles(tab, [path]), { code: 'NO_MODAL_STATE' });
});

test('downloads are saved with a safe name and told with path and size', async () => {
  await open('/downloads.html');
  const { downloads, navigated } = await click(tab, '#server');
  assert.equal(navigated, false);
  const [entry] = downloads;
  assert.equal(entry?.state, 'complete');
  assert.equal(entry?.size, 8);
  assert.equal(entry?.path, join(started.folder, 'output', 'report.csv'));
  assert.equal(await readFile(entry?.path ?? '', 'utf8'), 'a,b\n1,2\n');
  const again = await click(tab, '#server');
  assert.match(again.downloads[0]?.path ?? '', /report \(1\)\.csv$/);
  const made = await click(tab, '#blob');
  assert.equal(made.downloads[0]?.filename, 'made.txt');
  const nasty = await click(tab, '#nasty');
  assert.ok(nasty.downloads[0]?.path?.startsWith(join(started.folder, 'output')));
  const direct = await navigate(tab, pages.url('/download?name=direct.csv'));
  assert.equal(direct.downloads[0]?.filename, 'direct.csv');
  assert.equal((await started.engine.downloads.wait('d1', 1_000)).state, 'complete');
});

/** On a busy machine a new tab is announced a moment after the click that opened it was answered. */
async function openedBy(target: string): Promise<string> {
  const context = await started.engine.context();
  const before = context.tabs.length;
  const { opened } = await click(tab, target);
  while (context.tabs.length === before) await tab.page.context().waitForEvent('page');
  const { id } = context.tabs.at(-1)!;
  assert.deepEqual(opened, opened.length ? [id] : []);
  return id;
}

test('popups and new tabs appear by themselves, with all that happened in them', async () => {
  await open('/popups.html');
  const blank = await openedBy('#blank');
  const popup = await started.engine.tab({ tab: await openedBy('#noisy') });
  await popup.page.waitForLoadState('networkidle');
  assert.deepEqual(
    popup.console.list().map(({ text }) => text),
    ['first words'],
  );
  assert.deepEqual(
    popup.network.list().map(({ url }) => url.slice(pages.origin.length)),
    ['/noisy.html', '/echo?from=noisy'],
  );
  const context = await started.engine.context();
  const list = await context.list();
  assert.deepEqual(
    list.map(({ title, index, isCurrent }) => [title, index, isCurrent]),
    [
      ['Popups', 0, true],
      ['Form', 1, false],
      ['Noisy', 2, false],
    ],
  );
  const closed = await evaluate(popup, 'window.close()');
  assert.equal(closed.settledBy === 'closed' || popup.page.isClosed(), true);
  await context.closeTab(blank);
  assert.equal(context.tabs.length, 1);
});

test('tabs are chosen by id or place; the neighbour follows a closed one', async () => {
  const context = await started.engine.context();
  const second = await context.newTab();
  const third = await context.newTab();
  assert.equal(context.active?.id, third.id);
  assert.equal((await context.select(1)).id, second.id);
  assert.equal(context.find(second.id).id, second.id);
  await context.closeTab();
  assert.equal(context.active?.id, third.id);
  await context.closeTab(third.id);
  assert.equal(context.active?.id, tab.id);
});

test('a cancelled call ends at once', async () => {
  const abort = new AbortController();
  const hanging = navigate(tab, pages.url('/hang'), { signal: abort.signal });
  const began = performance.now();
  abort.abort(new Error('enough'));
  await assert.rejects(hanging, { message: /enough/ });
  assert.ok(performance.now() - began < 500);
});
