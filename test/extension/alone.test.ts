/** A single command on stdio, without an app: it lets a person's own browser in once that is meant. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantedExtension } from '../kit/granted-extension.ts';
import { eventually, OwnBrowser } from '../kit/own-browser.ts';
import { codeOf, press, says, typed } from '../kit/paired-app.ts';
import { scratch } from '../kit/scratch.ts';
import { startSite } from '../kit/site.ts';
import { startServer } from '../kit/start-server.ts';

const LIMIT_MS = 60_000;
const OPEN = { action: 'new', mode: 'own' };
const LISTENS = /sensorium listens at http:\/\/localhost:(\d+)\/mcp/;

async function start(t: Parameters<typeof startServer>[0], home: string) {
  const server = await startServer(t, 'sensorium', ['--standalone', '--headless'], { home });
  await server.initialize();
  const call = async (name: string, args: Record<string, unknown>) =>
    JSON.stringify((await server.call(name, args, LIMIT_MS)).result);
  return { server, call };
}

test('it is paired, watches and drives; another one finds the browser again by itself', async (t) => {
  const site = await startSite({
    '/': `<link rel=icon href="data:,"><title>Alone</title><script>console.log('seen by one alone')</script>`,
  });
  t.after(() => site.close());
  const home = await scratch(t);
  const first = await start(t, home);
  await first.call('browser_instance', { action: 'list' });
  assert.doesNotMatch(first.server.stderr, LISTENS);
  assert.match(await first.call('browser_instance', OPEN), /no paired browser is here/);
  const [, port] = await first.server.stderrMatch(LISTENS, LIMIT_MS);

  const browser = await OwnBrowser.start(t, await grantedExtension(t));
  const popup = await browser.popup(Number(port));
  await popup.evaluate(press('pair'));
  await popup.until(says('sensorium pair'));
  assert.match((await typed(home, await codeOf(popup))).words, /is paired, as/);
  await popup.until(says('Connected to Sensorium'));
  await popup.evaluate('chrome.storage.local.set({ drive: true })');
  await popup.until(`chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 2)`);
  await browser.open(site.url('/'));
  await eventually(
    async () => (await first.call('observe', { what: 'logs' })).includes('seen by one alone'),
    'it watches',
  );
  assert.match(await first.call('browser_instance', OPEN), /Your own browser/);
  await first.server.stop();
  await popup.until(says('Paired, but no Sensorium answers'));

  const second = await start(t, home);
  // Where a browser is paired the first call lets it in, and who means it waits until it comes.
  const opening = second.call('browser_instance', OPEN);
  await second.server.stderrMatch(LISTENS, LIMIT_MS);
  await popup.evaluate(`chrome.runtime.sendMessage('look')`);
  assert.match(await opening, /Your own browser/);
  await popup.until(says('Connected to Sensorium'));
});
