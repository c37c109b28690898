/** The web app of a real server knows the person's browsers: their codes are confirmed there, and they part there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from '../kit/axe.ts';
import { freePort } from '../kit/free-port.ts';
import { OwnBrowser } from '../kit/own-browser.ts';
import { codeOf, press, says } from '../kit/paired-app.ts';
import { openApp, startWebApp } from '../kit/web-app.ts';

test('a code is confirmed in the web app, a wrong one is told, and the browser parts there', async (t) => {
  const port = await freePort();
  const app = await startWebApp(t, ['--port', String(port)]);
  const { page } = await openApp(t, `${app.link}&v=control`);
  const part = page.getByRole('region', { name: 'Your own browsers' });
  await part.getByText('No browser is paired').waitFor();
  const browser = await OwnBrowser.start(t);
  const popup = await browser.popup(port);
  await popup.evaluate(press('pair'));
  await popup.until(says('or the code in the web app'));
  const code = await codeOf(popup);
  const type = async (words: string) => {
    await part.getByLabel('Code of the popup').fill(words);
    await part.getByRole('button', { name: 'Pair' }).press('Enter');
  };
  await type(code === '111111' ? '222222' : '111111');
  await part.getByText('4 tries are left').waitFor();
  await type(code);
  await part.getByText(/, connected$/).waitFor();
  await popup.until(says('Connected to Sensorium'));
  assert.deepEqual(await axe(page), []);
  await part.getByRole('button', { name: /^Part with / }).press('Enter');
  await part.getByText('No browser is paired').waitFor();
  await popup.until(says('no longer knows this browser'));
});
