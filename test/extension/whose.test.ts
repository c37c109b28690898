/** A browser belongs to the person who has paired it, under every name by which they call, and to nobody else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../kit/free-port.ts';
import { grantedExtension } from '../kit/granted-extension.ts';
import { eventually, OwnBrowser } from '../kit/own-browser.ts';
import { codeOf, press, says, startPairedApp } from '../kit/paired-app.ts';
import { startSite } from '../kit/site.ts';
import { startServer } from '../kit/start-server.ts';
import { startAgent, startWebApp } from '../kit/web-app.ts';

const SITE = {
  '/': `<link rel=icon href="data:,"><title>Mine</title><script>console.log('a line of one person')</script>`,
};
const textOf = ({ content }: { content: { text?: string }[] }) =>
  content.map(({ text = '' }) => text).join('\n');
const OPEN = { action: 'new', mode: 'own' };

test('with several keys, what is seen, driven, shown and listed is for who has paired it alone', async (t) => {
  const site = await startSite(SITE);
  t.after(() => site.close());
  const port = await freePort();
  const keys = ['--api-key', 'key-of-one', '--api-keys', 'key-of-two'];
  const app = await startWebApp(t, ['--port', String(port), ...keys]);
  const browser = await OwnBrowser.start(t, await grantedExtension(t));
  const popup = await browser.popup(port);
  await popup.evaluate(press('pair'));
  await popup.until(says('sensorium pair'));
  const ask = async (key: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${app.origin}/extension/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, value: (await response.json()) as { id?: string; code?: string } };
  };
  const paired = await ask('key-of-two', 'POST', 'pair', { code: await codeOf(popup) });
  assert.equal(paired.status, 200);
  await popup.until(says('Connected to Sensorium'));
  await popup.evaluate('chrome.storage.local.set({ drive: true })');
  await popup.until(`chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 2)`);

  const [one, two] = [await startAgent(app, 'key-of-one'), await startAgent(app, 'key-of-two')];
  await browser.open(site.url('/'));
  const lines = async (agent: typeof one) => textOf(await agent.call('observe', { what: 'logs' }));
  await eventually(async () => (await lines(two)).includes('a line of one person'), 'its owner sees it');
  assert.doesNotMatch(await lines(one), /a line of one person/);

  const refused = await one.call('browser_instance', OPEN);
  assert.equal(refused.isError, true);
  assert.match(textOf(refused), /no paired browser is here/);
  assert.doesNotMatch(textOf(refused), /Chrome \d/);
  assert.notEqual((await two.call('browser_instance', OPEN)).isError, true);

  const over = await browser.popupOver(await browser.open(site.url('/')));
  await over.evaluate(`{ const note = document.getElementById('note');
    note.value = 'only for mine'; note.dispatchEvent(new Event('input')); }`);
  await over.evaluate(press('send'));
  await over.until(`document.getElementById('handed').textContent === 'Your agents have it.'`);
  const shown = async (agent: typeof one) => textOf(await agent.call('analyze', { what: 'annotations' }));
  assert.match(await shown(two), /only for mine/);
  assert.doesNotMatch(await shown(one), /only for mine/);

  assert.deepEqual((await ask('key-of-one', 'GET', 'browsers')).value, []);
  const { id } = paired.value;
  assert.equal((await ask('key-of-one', 'DELETE', `browsers/${id}`)).value.code, 'NO_SUCH_BROWSER');
  assert.equal((await ask('key-of-two', 'DELETE', `browsers/${id}`)).status, 200);
  await popup.until(says('no longer knows this browser'));
});

test('what its person has paired by a key is driven by their agents without one, too', async (t) => {
  const all = await startPairedApp(t);
  await all.popup.evaluate('chrome.storage.local.set({ drive: true })');
  // Whoever comes by the local socket is our own user.
  const agent = await startServer(t, 'sensorium', ['--bridge'], { home: all.home });
  await agent.initialize();
  const { result } = await agent.call('browser_instance', OPEN);
  assert.match(textOf(result as never), /Your own browser/);
});
