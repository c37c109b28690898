/** Private windows are seen only when their person has allowed it twice: in the browser, and in the popup. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTENSION_ID } from '../../src/contract/extension.ts';
import { ExtensionServer } from '../kit/extension-server.ts';
import { eventually, type OwnBrowser, type OwnPage } from '../kit/own-browser.ts';
import { says } from '../kit/paired-app.ts';
import { startSite } from '../kit/site.ts';

const page = (words: string) =>
  `<link rel=icon href="data:,"><title>${words}</title><script>console.log('${words}'); fetch('/asked')</script>`;

const isShown = (id: string) => `document.getElementById('${id}').checkVisibility()`;

/** The browser's own switch: "Allow in incognito" among its extensions. It starts the extension anew. */
async function letIn(browser: OwnBrowser): Promise<OwnPage> {
  const settings = await browser.open('chrome://extensions/');
  // Else the browser lets no unpacked extension start anew.
  await settings.evaluate(`chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })`);
  const how = { extensionId: EXTENSION_ID, incognitoAccess: true };
  await settings.evaluate(`chrome.developerPrivate.updateExtensionConfiguration(${JSON.stringify(how)})`);
  const isOurs = ({ url }: { readonly url: string }) => url.startsWith('chrome-extension:');
  await eventually(async () => !(await browser.targets('page')).some(isOurs), 'the extension ends');
  await eventually(async () => (await browser.targets('service_worker')).some(isOurs), 'it has started anew');
  const popup = await browser.popup();
  await popup.until(says('Connected'));
  await popup.until(`chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 2)`);
  return popup;
}

test('what is done in private windows is nobody’s business, unless both switches are set', async (t) => {
  const site = await startSite({
    '/open': page('in the open'),
    '/private': page('in private'),
    '/again': page('in the open again'),
    '/both': page('allowed twice'),
    '/asked': '{}',
  });
  t.after(() => site.close());
  const server = await ExtensionServer.start(t);
  const first = await server.browser(t);
  assert.equal(await first.popup.evaluate(isShown('private')), false);
  const popup = await letIn(first.browser);
  await first.browser.open(site.url('/open'));
  await eventually(() => server.lines.includes('in the open'), 'it watches');

  const openPrivate = (path: string) =>
    popup.evaluate<{ id: number }>(`chrome.windows.create({ incognito: true, url: '${site.url(path)}' })
      .then(async ({ tabs: [{ id }] }) => {
        while ((await chrome.tabs.get(id)).status !== 'complete') await new Promise((done) => setTimeout(done, 20));
        return { id };
      })`);
  const { id } = await openPrivate('/private');
  await first.browser.open(site.url('/again'));
  await eventually(() => server.lines.includes('in the open again'), 'it goes on');
  // Nor is anything shown by hand, or drawn upon.
  const given = `chrome.runtime.sendMessage({ give: { tab: ${id}, url: '', title: '', note: 'x', pictures: {} } })`;
  assert.deepEqual(await popup.evaluate(given), { why: 'private windows are left alone' });
  assert.match(
    JSON.stringify(await popup.evaluate(`chrome.runtime.sendMessage({ draw: ${id} })`)),
    /private windows are left alone/,
  );
  await server.watched?.settled();
  assert.doesNotMatch(JSON.stringify(server.arrivals.all), /\/private|in private/);

  assert.ok(await popup.evaluate(isShown('private')));
  await popup.evaluate(`document.getElementById('private').click()`);
  await popup.until(`chrome.storage.local.get('private').then((kept) => kept.private === true)`);
  await popup.evaluate(`chrome.runtime.sendMessage('chosen')`);
  await openPrivate('/both');
  await eventually(() => server.lines.includes('allowed twice'), 'it is seen');
  assert.deepEqual(server.complaints, []);
});
