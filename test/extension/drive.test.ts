/** Agents drive tabs of a person's own browser, each those of its own group, for as long as the person lets them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { navigate } from '../../src/engines/browser/actions/navigate.ts';
import { click } from '../../src/engines/browser/actions/pointer.ts';
import { screenshot } from '../../src/engines/browser/actions/screenshot.ts';
import { ownDriver } from '../../src/engines/browser/drivers/own/own-driver.ts';
import { startEngine } from '../kit/browser.ts';
import { ExtensionServer } from '../kit/extension-server.ts';
import { eventually, type OwnBrowser, type OwnPage } from '../kit/own-browser.ts';
import type { Cleanup } from '../kit/scratch.ts';
import { type Site, startSite } from '../kit/site.ts';

const PAGE = `<link rel=icon href="data:,"><title>Shop</title><h1>Shop</h1>
<button onclick="document.title = 'Bought'">Buy</button> <a href="/other" target="_blank">More</a>`;

let site: Site;
let server: ExtensionServer;
let browser: OwnBrowser;
let popup: OwnPage;
const closings: (() => unknown)[] = [];
const scope: Cleanup = { after: (close: () => unknown) => void closings.unshift(close) };
before(async () => {
  site = await startSite({
    '/': PAGE,
    '/other': '<link rel=icon href="data:,"><title>Other</title>',
    '/scheme': `<link rel=icon href="data:,"><title>Scheme</title><iframe src="unknown-scheme://x"></iframe>`,
  });
  scope.after(() => site.close());
  server = await ExtensionServer.start(scope);
  ({ browser, popup } = await server.browser(scope));
});
after(async () => {
  for (const close of closings) await close();
});

const allow = (isAllowed = true) => popup.evaluate(`chrome.storage.local.set({ drive: ${isAllowed} })`);
const groups = () =>
  popup.evaluate<string[]>('chrome.tabGroups.query({}).then((all) => all.map(({ title }) => title).sort())');
const tabsIn = (title: string) =>
  popup.evaluate<{ id: number }[]>(`chrome.tabGroups.query({ title: ${JSON.stringify(title)} })
    .then(([group]) => group ? chrome.tabs.query({ groupId: group.id }) : [])`);

function agent(name: string, owner = 'anybody') {
  return startEngine({ driver: ownDriver({ browsers: server.browsers, owner, agent: name }) });
}

test('nothing is driven before its person allows it', async (t) => {
  await allow(false);
  const { engine, close } = await agent('early');
  t.after(close);
  await assert.rejects(engine.tab(), { code: 'OWN_BROWSER_REFUSED', message: /has not allowed it/ });
});

test('a browser that somebody else has paired is not here', async (t) => {
  const { engine, close } = await agent('stranger', 'another key');
  t.after(close);
  await assert.rejects(engine.tab(), { code: 'OWN_BROWSER_NOT_HERE' });
});

test('two agents work in groups of their own, and leave the person’s tabs alone', async (t) => {
  await allow();
  const mine = await browser.open(site.url('/?mine'));
  const [one, two] = [await agent('one'), await agent('two')];
  t.after(() => one.close());
  t.after(() => two.close());
  const [first, second] = [await one.engine.tab(), await two.engine.tab()];
  assert.equal((await navigate(first, site.url('/'))).value?.status, 200);
  await navigate(second, site.url('/other'));
  await click(first, 'button');
  assert.equal(await first.title(), 'Bought');
  assert.equal((await screenshot(first)).mimeType, 'image/png');
  assert.match((await first.snapshots.take()).text, /h1 "Shop"/);
  assert.deepEqual(await groups(), ['Sensorium · one', 'Sensorium · two']);
  assert.equal((await one.engine.context()).tabs.length, 1);
  await assert.rejects(one.engine.createContext('second'), { code: 'UNSUPPORTED_HERE' });
  await two.engine.close();
  assert.equal(await second.page.isClosed(), true);
  assert.equal(await mine.evaluate('document.title'), 'Shop');
});

test('a window of a driven page is driven too; a tab that is dragged in is shared, and out again is not', async (t) => {
  await allow();
  const { engine, close } = await agent('drag');
  t.after(close);
  const tab = await engine.tab();
  const context = await engine.context();
  await navigate(tab, site.url('/'));
  await click(tab, 'a');
  await eventually(() => context.tabs.length === 2, 'the window');
  const title = 'Sensorium · drag';
  const dragged = await browser.open(site.url('/?dragged'));
  const move = (how: string) =>
    popup.evaluate(`chrome.tabs.query({}).then(async (all) => {
    const { id } = all.find(({ url }) => url?.endsWith('?dragged'));
    const [group] = await chrome.tabGroups.query({ title: ${JSON.stringify(title)} });
    await ${how};
  })`);
  await move('chrome.tabs.group({ tabIds: [id], groupId: group.id })');
  await eventually(() => context.tabs.some(({ url }) => url.endsWith('?dragged')), 'it is shared');
  await move('chrome.tabs.ungroup([id])');
  await eventually(
    () => !context.tabs.some(({ url }) => url.endsWith('?dragged')),
    'it is not shared any more',
  );
  assert.equal(await dragged.evaluate('document.title'), 'Shop');
});

test('a frame of an unknown scheme and pages of the browser itself are survived', async (t) => {
  await allow();
  const { engine, close } = await agent('survivor');
  t.after(close);
  await navigate(await engine.tab(), site.url('/scheme')).catch(() => {}); // it may be let go of meanwhile
  const [{ id } = { id: -1 }] = await tabsIn('Sensorium · survivor');
  await popup.evaluate(`chrome.tabs.update(${id}, { url: 'chrome://version' })`);
  await eventually(async () => {
    const tab = await (await engine.context()).newTab();
    await navigate(tab, site.url('/'));
    return (await tab.title()) === 'Shop';
  }, 'it goes on');
});

test('whom the person cancels does not come again by itself', async (t) => {
  await allow();
  const { engine, close } = await agent('cancelled');
  t.after(close);
  await engine.tab();
  // As the browser does when its bar is closed.
  await popup.evaluate(`chrome.runtime.sendMessage('undrive')`);
  await assert.rejects(
    eventually(async () => !(await engine.tab()), 'never'),
    { code: 'OWN_BROWSER_REFUSED', message: /has not allowed it/ },
  );
});
