import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { evaluate } from './evaluate.ts';
import { navigate, navigateBack } from './navigate.ts';
import { click } from './pointer.ts';
import { close, install } from './program.ts';
import { tabs } from './tabs.ts';
import { resize } from './viewport.ts';
import { waitFor } from './wait-for.ts';

const kit = await browserKit({ after });
const open = (path: string) => kit.ok(navigate, { url: kit.pages.url(path) });

test('navigate: addresses as people write them, statuses, and what cannot be opened', async () => {
  const host = new URL(kit.pages.origin).host;
  assert.match(
    (await kit.ok(navigate, { url: `${host}/form.html` })).text,
    /^Opened\.\n<page \S+>\nurl: http:\S+\/form\.html\ntitle: "Form"/,
  );
  const asked = (await open('/form.html')).text;
  assert.match(asked, /^Opened\.\n<page \S+>\ntitle: "Form"/, 'an address that was asked for is known');
  assert.match((await open('/status?code=404')).text, /http: 404 Not Found/);
  assert.match((await open('/redirect?to=/index.html')).text, /url: \S+\/index\.html/);
  await kit.fails('NAVIGATION_FAILED', navigate, { url: kit.pages.url('/broken') });
  const refused = await kit.fails('NAVIGATION_FAILED', navigate, { url: 'http://127.0.0.1:1/' });
  assert.match(refused.text, /could not be opened/);
  const slow = await kit.inHaste({ navigation: 1_000 }, () =>
    kit.fails('NAVIGATION_FAILED', navigate, { url: kit.pages.url('/hang') }),
  );
  assert.match(slow.text, /no answer within 1 s/);
  assert.match(
    (await kit.fails('NAVIGATION_BLOCKED', navigate, { url: 'file:///etc/hostname' })).text,
    /--allow-unrestricted-file-access/,
  );
  assert.match((await open('/index.html')).text, /"Start"/);
});

test('navigate_back goes back, and says when there is nothing', async () => {
  await kit.ok(tabs, { action: 'new' });
  await open('/index.html');
  await open('/form.html');
  assert.match((await kit.ok(navigateBack)).text, /^Went back\.[\s\S]*index\.html/);
  await kit.ok(navigateBack);
  await kit.fails('NO_HISTORY', navigateBack);
});

test('an action that triggers nothing says so; one that navigates waits for load', async () => {
  await open('/index.html');
  assert.match((await kit.ok(click, { target: '#nothing' })).text, /Nothing in the outline changed/);
  assert.match((await kit.ok(click, { target: '#slow' })).text, /url: \S+\/slow[\s\S]*late/);
});

test('wait_for: text that comes, text that goes, time, and what does not come', async () => {
  await open('/index.html');
  await kit.ok(click, { target: '#later' });
  assert.match((await kit.ok(waitFor, { text: 'later' })).text, /^Waited\./);
  await kit.ok(evaluate, { function: "() => setTimeout(() => document.querySelector('p').remove(), 100)" });
  await kit.ok(waitFor, { textGone: 'A short page.' });
  const waited = await kit.ok(waitFor, { time: 0.3 });
  assert.ok(waited.ms >= 290);
  const never = await kit.inHaste({ action: 1_500 }, () =>
    kit.fails('WAIT_TIMEOUT', waitFor, { text: 'never' }),
  );
  assert.match(never.text, /"never" did not appear within 1.5 s/);
  await kit.fails('INVALID_ARGUMENTS', waitFor, {});
  assert.match((await kit.fails('INVALID_ARGUMENTS', waitFor, { time: 61 })).text, /at most 60/);
});

test('tabs: list, new, select, close; popups appear by themselves', async () => {
  await kit.ok(close);
  await open('/popups.html');
  // On a busy machine the popup is announced after the answer to the click: then the next one tells it.
  let told = (await kit.ok(click, { target: '#blank' })).text;
  while (!/New tab/.test(told)) told = (await kit.ok(waitFor, { time: 0.1 })).text;
  const [, id] = /New tab (t\d+)/.exec(told) ?? [];
  assert.ok(id);
  await kit.ok(waitFor, { text: 'Sign up', tab: id });
  const listed = await kit.ok(tabs, { action: 'list' });
  assert.match(listed.text, /0 t\d+ \(current\) "Popups" http:\S+\n1 t\d+ "Form" http:\S+form\.html/);
  assert.deepEqual(
    (listed.data.tabs as { context: string; isCurrent: boolean }[]).map(({ context, isCurrent }) => [
      context,
      isCurrent,
    ]),
    [
      ['default', true],
      ['default', false],
    ],
  );
  assert.match((await kit.ok(evaluate, { function: 'document.title', tab: id })).text, /"Form"/);
  assert.match(
    (await kit.ok(tabs, { action: 'select', index: 1 })).text,
    /is the current one[\s\S]*form\.html/,
  );
  assert.match(
    (await kit.ok(tabs, { action: 'new', url: kit.pages.url('/') })).text,
    /Opened tab t\d+[\s\S]*"Start"/,
  );
  await kit.ok(tabs, { action: 'close' });
  assert.equal(tabs.destroys?.({ action: 'close' }), true, 'an argument that means nothing refuses it');
  await kit.ok(tabs, { action: 'close', index: 1 });
  assert.equal(((await kit.ok(tabs, { action: 'list' })).data.tabs as unknown[]).length, 1);
  await kit.fails('NO_SUCH_TAB', tabs, { action: 'select', index: 7 });
  assert.match((await kit.fails('INVALID_ARGUMENTS', tabs, { action: 'select' })).text, /"index" is missing/);
  const left = await kit.ok(click, { target: '#close' });
  assert.match(left.text, /The tab closed itself|Nothing in the outline changed/);
});

test('downloads land in the output folder under a safe name and are reported with size', async () => {
  await open('/downloads.html');
  const first = await kit.ok(click, { target: '#server' });
  assert.match(first.text, /Downloaded to "output\/report\.csv" \(8 bytes\)/);
  assert.equal(readFileSync(join(kit.folder, 'output', 'report.csv'), 'utf8'), 'a,b\n1,2\n');
  assert.match((await kit.ok(click, { target: '#nasty' })).text, /Downloaded to "output\/[^/ ]*evil\.csv"/);
  assert.match(
    (await kit.ok(click, { target: '#blob' })).text,
    /Downloaded to "output\/made\.txt" \(16 bytes\)/,
  );
  assert.match(
    (await kit.ok(navigate, { url: kit.pages.url('/download?name=again.csv') })).text,
    /again\.csv/,
  );
});

test('resize really changes the viewport', async () => {
  await open('/index.html');
  await kit.ok(resize, { width: 640, height: 360 });
  assert.match((await kit.ok(evaluate, { function: '[innerWidth, innerHeight]' })).text, /\[640,360\]/);
  await kit.fails('INVALID_ARGUMENTS', resize, { width: 0, height: 10 });
});

test('close ends the browser, the next call starts a new one; with a tab it closes only that', async () => {
  await open('/index.html');
  await kit.ok(tabs, { action: 'new' });
  await kit.ok(close, { tab: 1 });
  const engine = await kit.engine();
  assert.ok(engine.isRunning);
  assert.match((await kit.ok(close)).text, /^Closed the browser/);
  assert.ok(!engine.isRunning);
  assert.match((await open('/index.html')).text, /"Start"/);
});

test('install says which browser is ready', async () => {
  assert.match((await kit.ok(install)).text, /^Ready: \/\S+ \(\d+\.\d+/);
});
