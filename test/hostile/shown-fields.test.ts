/** What stands in fields for secrets is in no outline, whoever's browser it is and whatever style tells of it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { findBrowser } from '../../src/engines/browser/launch/find-browser.ts';
import { loadPlaywright } from '../../src/engines/browser/launch/load-playwright.ts';
import { sensorium } from '../../src/profiles/sensorium.ts';
import { QUIET_ARGS } from '../kit/browser.ts';
import { browserKit } from '../kit/browser-kit.ts';
import { startSite } from '../kit/site.ts';

const SECRETS = ['Tangerine', 'Mandarin', 'Pomelo', '271828', 'Kumquat'];
const [PREFILLED, LATER, FRAMED, CODE, SHADED] = SECRETS;
const site = await startSite({
  '/': `<!doctype html><meta charset="utf-8"><title>Login</title><form id="form">
<label>Name <input value="Clementine"></label><input type="password" aria-label="Old" value="${PREFILLED}">
<input id="p" type="PASSWORD" aria-label="New"><input autocomplete="one-time-code" aria-label="Code" value="${CODE}"></form>
<iframe srcdoc="<input type=password aria-label=Inner value=${FRAMED}>"></iframe><div id="host"></div>
<script>document.querySelector('#p').value = '${LATER}';
document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML =
  '<input type="password" aria-label="Shaded" value="${SHADED}">';</script>`,
});
after(() => site.close());

async function endpoint(): Promise<string> {
  const { chromium } = await loadPlaywright();
  const executablePath = (await findBrowser({ env: process.env }))!.path;
  const args = ['--no-sandbox', ...QUIET_ARGS];
  const server = await chromium.launchServer({ executablePath, args, headless: true, host: '127.0.0.1' });
  after(() => server.close());
  return server.wsEndpoint();
}

for (const isRemote of [false, true])
  for (const style of ['lean', 'playwright'])
    test(`a browser ${isRemote ? 'of a Playwright server' : 'of ours'}, ${style} answers`, async (t) => {
      const attached = isRemote ? ['--endpoint', await endpoint()] : [];
      const kit = await browserKit(t, [...attached, '--answers', style], {
        profile: sensorium,
        bare: isRemote,
      });
      const told = [await kit.ok('browser_navigate', { url: site.url('/') })];
      told.push(await kit.ok('browser_snapshot'));
      told.push(await kit.ok('browser_snapshot', { target: '#form' }));
      told.push(await kit.call('browser_find', { text: 'Old' }));
      const texts = told.map(({ text, data }) => text + JSON.stringify(data));
      for (const secret of SECRETS) for (const text of texts) assert.ok(!text.includes(secret!), text);
      assert.match(texts[1]!, /Clementine/);
      assert.match(texts[1]!, /\[redacted\]/);
      // The page itself has them still, and so has whoever asks for a field's value on purpose.
      const { page } = await (await kit.engine()).tab();
      assert.equal(await page.inputValue('#p'), LATER);
    });
