/** The popup as it opens over a page: one sentence for what is connected, watched and driven, and what to do next. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { eventually, OwnBrowser, type OwnPage } from '../kit/own-browser.ts';
import { type PairedApp, press, says, startPairedApp } from '../kit/paired-app.ts';
import type { Cleanup } from '../kit/scratch.ts';
import { type Site, startSite } from '../kit/site.ts';
import { startAgent } from '../kit/web-app.ts';

const PAGE = `<link rel=icon href="data:,"><title>Shop</title><button>Buy</button><script>
console.log('the cart is', { empty: true });
fetch('/missing');
setTimeout(() => { throw new Error('Order failed'); });
</script>`;

let site: Site;
let all: PairedApp;
let page: OwnPage;
const closings: (() => unknown)[] = [];
const scope: Cleanup = { after: (close: () => unknown) => void closings.unshift(close) };
before(async () => {
  site = await startSite({ '/': PAGE });
  scope.after(() => site.close());
  all = await startPairedApp(scope);
  await all.popup.until(`chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 2)`);
  page = await all.browser.open(site.url('/'));
});
after(async () => {
  for (const close of closings) await close();
});

const badge = (popup: OwnPage) =>
  popup.evaluate<string>('chrome.action.getBadgeText({}).then((text) => text)');
const isShown = (id: string) => `!document.getElementById('${id}').closest('[hidden]')`;
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** What axe-core finds in the popup. */
async function axe(popup: OwnPage): Promise<readonly string[]> {
  await popup.evaluate(`${await readFile(axePath, 'utf8')}; true`);
  return popup.evaluate(`axe.run().then(({ violations }) => violations.map(({ id }) => id))`);
}

test('a browser that nobody has paired is told what to do, and shows nothing else', async (t) => {
  const browser = await OwnBrowser.start(t);
  const popup = await browser.popupOver(await browser.open(site.url('/')));
  assert.ok(await popup.evaluate(says('not paired. Start “sensorium app” and press “Pair”')));
  for (const id of ['watch', 'note', 'drive', 'app', 'code'])
    assert.equal(await popup.evaluate(isShown(id)), false, id);
  assert.equal(await badge(popup), '');
  assert.deepEqual(await axe(popup), []);
});

test('what is watched, paused and seen is told, with what to do next', async () => {
  const popup = await all.browser.popupOver(page);
  await popup.until(says('; 127.0.0.1 is watched; no tab is driven.'));
  await popup.until(`document.getElementById('events').textContent.includes('error: Error: Order failed')`);
  const events = await popup.evaluate<string>(`document.getElementById('events').textContent`);
  assert.match(events, /log: the cart is \{"empty":true\}/);
  assert.match(events, /GET \/missing 404/);
  assert.equal(await badge(popup), '●');
  assert.deepEqual(await axe(popup), []);

  await popup.evaluate(press('pause'));
  await popup.until(says('nothing is watched for 10 more minutes, press “Go on”'));
  await eventually(async () => (await badge(popup)) === 'II', 'the mark on the button');
  await popup.evaluate(press('pause'));
  await popup.until(says('127.0.0.1 is watched'));

  const other = await all.browser.popupOver(await all.browser.open(`${site.otherOrigin}/`));
  await other.until(says('localhost is not watched, press “Watch this site”'));
  assert.equal(await other.evaluate(`document.getElementById('watch').textContent`), 'Watch this site');
  const own = await all.browser.popupOver(await all.browser.open('chrome://version/'));
  await own.until(says('a page of the browser itself cannot be watched'));
});

test('who drives how many tabs is told, and on the button too', async () => {
  await all.popup.evaluate('chrome.storage.local.set({ drive: true })');
  const agent = await startAgent(all.app, all.app.key);
  const { isError, content } = await agent.call('browser_instance', { action: 'new', mode: 'own' });
  assert.notEqual(isError, true, JSON.stringify(content));
  const popup = await all.browser.popupOver(page);
  await popup.until(says('1 tab is driven by '));
  assert.equal(await badge(popup), '1');
  await popup.evaluate(`document.getElementById('drive').click()`);
  await popup.until(says('no tab is driven'));
  await eventually(async () => (await badge(popup)) === '●', 'the mark on the button');
});

test('it leads into the web app, and the keys for drawing are set', async () => {
  const popup = await all.browser.popupOver(page);
  const keys = await popup.evaluate(`chrome.commands.getAll()`);
  assert.deepEqual(
    (keys as { name: string; shortcut: string }[])
      .filter(({ name }) => name === 'draw')
      .map(({ shortcut }) => shortcut),
    ['Alt+Shift+D'],
  );
  await popup.evaluate(press('app')).catch(() => {}); // it closes at once
  const app = `http://127.0.0.1:${all.port}/app/`;
  await eventually(
    async () => (await all.browser.targets('page')).some(({ url }) => url.startsWith(app)),
    app,
  );
});

test('a server that is away is told, and what is shown meanwhile is kept until it is back', async () => {
  await all.app.process.stop();
  const popup = await all.browser.popupOver(page);
  await popup.until(says('Paired, but no Sensorium answers on this machine'));
  await popup.evaluate(`{ const note = document.getElementById('note');
    note.value = 'said to nobody'; note.dispatchEvent(new Event('input')); }`);
  await popup.evaluate(press('send'));
  await popup.until(
    `document.getElementById('handed').textContent === 'It is kept until Sensorium is there.'`,
  );
  const { startWebApp } = await import('../kit/web-app.ts');
  const app = await startWebApp(scope, ['--port', String(all.port)], { home: all.home });
  await all.popup.evaluate(`chrome.runtime.sendMessage('look')`);
  await all.popup.until(says('Connected to Sensorium'));
  const agent = await startAgent(app, app.key);
  await eventually(async () => {
    const { content } = await agent.call('analyze', { what: 'annotations' });
    return content.some(({ text = '' }) => text.includes('said to nobody'));
  }, 'the agents have it');
});
