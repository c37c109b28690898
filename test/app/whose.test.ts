import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, startAgent, startShop, startWebApp } from '../kit/web-app.ts';

const LINES = '.rows .row';

test('the link opens once; a person sees their own agents, and who has another key its own', async (t) => {
  const app = await startWebApp(t, ['--api-key', 'key-of-the-person', '--api-keys', 'key-of-another']);
  const shop = await startShop(t);
  const [mine, theirs] = [
    await startAgent(app, 'key-of-the-person'),
    await startAgent(app, 'key-of-another'),
  ];
  await mine.call('browser_navigate', { url: shop.url('/?mine') });
  await theirs.call('browser_navigate', { url: shop.url('/?theirs') });

  const { page, browser } = await openApp(t, app.link);
  await page.locator(LINES, { hasText: '/?mine' }).first().waitFor();
  assert.ok(!page.url().includes('k='), 'the code is gone from the address');
  assert.equal(await page.locator(LINES, { hasText: '/?theirs' }).count(), 0);
  const [cookie] = await page.context().cookies(`${app.origin}/app/`);
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite], [true, 'Strict']);
  assert.equal(cookie?.name, `sensorium_${new URL(app.origin).port}`);

  const other = await (await browser.newContext()).newPage();
  await other.goto(app.link);
  await other.getByRole('heading', { name: 'Open the link once more' }).waitFor();
  await other.getByLabel('Key', { exact: true }).fill('no-key-at-all');
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.getByText('This key does not fit.').waitFor();
  await other.getByLabel('Key', { exact: true }).fill('key-of-another');
  await other.getByRole('button', { name: 'Log in' }).click();
  await other.locator(LINES, { hasText: '/?theirs' }).first().waitFor();
  assert.equal(await other.locator(LINES, { hasText: '/?mine' }).count(), 0);
  // An item of others is answered as one that never was.
  const theirSeq = await other.locator(LINES, { hasText: '/?theirs' }).first().getAttribute('id');
  const asked = await page.evaluate(async (id) => (await fetch(`api/item/${id}`)).status, theirSeq?.slice(4));
  assert.equal(asked, 404);

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Open the link once more' }).waitFor();
  assert.equal(await page.evaluate(async () => (await fetch('api/about')).status), 401);
});
