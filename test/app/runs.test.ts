import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axe } from '../kit/axe.ts';
import { exchange } from '../kit/tcp.ts';
import { openApp, startAgent, startShop, startWebApp } from '../kit/web-app.ts';

const WIDE = { viewport: { width: 1400, height: 900 } };

test('a person bounds a test of what all agents do, and plays a recording into it', async (t) => {
  const app = await startWebApp(t);
  const shop = await startShop(t);
  const agent = await startAgent(app, app.key);
  await agent.call('configure', { action: 'recording_start', name: 'buys a kettle', url: shop.url('/') });
  await agent.call('interact', { action: 'click', selector: '#buy' });
  await agent.call('configure', { action: 'recording_stop' });
  await agent.call('configure', { action: 'test_boundary_start', test_id: 'of the agent' });

  const { page } = await openApp(t, `${app.link}&v=control`, WIDE);
  await page.getByText('begun by').waitFor();
  assert.equal(
    await page.getByRole('button', { name: 'End test of the agent' }).count(),
    0,
    'not theirs to end',
  );
  await page.getByLabel('Id of a test').fill('checkout');
  await page.keyboard.press('Enter');
  await page.getByText('Test checkout has begun').waitFor();
  // Another agent that comes later belongs to it, too.
  const other = await startAgent(app, app.key);
  await other.call('browser_navigate', { url: shop.url('/') });

  const play = page.getByRole('button', { name: 'Play buys a kettle' });
  await play.press('Enter');
  await page.getByText('last: 1 of 1 steps').waitFor();
  await page.getByText(/^1 of 1 steps done/).waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole('button', { name: 'End test checkout' }).press('Enter');
  const over = await page.getByText(/^Test checkout is over: \d+ items/).textContent();
  assert.ok(Number(/(\d+) items/.exec(over ?? '')?.[1]) > 5, `${over}`);

  await page.getByRole('button', { name: 'Timeline' }).click();
  await page.locator('#filter').fill('test:checkout');
  await page.keyboard.press('Enter');
  await page.locator('.rows .row', { hasText: '/api/order' }).first().waitFor();
  await page.locator('#filter').fill('test:checkout tool:browser_navigate');
  await page.keyboard.press('Enter');
  await page.locator('.rows .row', { hasText: 'browser_navigate' }).waitFor();
  await page.locator('#filter').fill('agent:"web app"');
  await page.keyboard.press('Enter');
  for (const name of ['test_boundary_start', 'configure', 'test_boundary_end'])
    await page.locator('.rows .row', { hasText: name }).first().waitFor();
});

test('secrets of the wire are shown by a click that the journal notes', async (t) => {
  const app = await startWebApp(t);
  const shop = await startShop(t);
  const agent = await startAgent(app, app.key);
  const { content } = await agent.call('add-port-rule', {
    local_port: 0,
    target_host: '127.0.0.1',
    target_port: Number(new URL(shop.url('/')).port),
  });
  const port = Number(/port (\d+)/.exec(content[0]?.text ?? '')?.[1]);
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  await exchange(port, `GET /api/cart HTTP/1.0\r\nAuthorization: Bearer ${secret}\r\n\r\n`);
  const { page } = await openApp(t, `${app.link}&f=lane:wire`, WIDE);
  await page.locator('.rows .row', { hasText: 'GET /api/cart' }).first().click();
  await page.getByRole('button', { name: 'What passed, decoded and in hex' }).click();
  await page.locator('.flow-hex', { hasText: '47 45 54 20' }).waitFor();
  const bytes = Buffer.from(secret.slice(0, 8)).toString('hex').replaceAll(/../g, '$& ').trim();
  const shown = async () =>
    (await page.locator('.detail').innerText()).replaceAll(/ +/g, ' ').includes(bytes);
  assert.equal(await shown(), false);
  const noted = async () => {
    const told = await page.evaluate(async () => (await fetch('api/calls?filter=tool:show_secrets')).json());
    return (told as { calls: { tool: string; args: string; agent: string }[] }).calls;
  };
  assert.deepEqual(await noted(), []);
  await page.getByRole('button', { name: 'Show secrets' }).press('Enter');
  await page.getByText('As it passed, secrets included').waitFor();
  await page.locator('.revealed pre', { hasText: 'Authorization'.slice(0, 5) }).waitFor();
  assert.deepEqual(await axe(page), []);
  const told = await page.locator('.revealed pre').innerText();
  const text = [...told.matchAll(/\|(.*)\|$/gm)].map(([, part]) => part).join('');
  assert.ok(text.includes(secret), text);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/secrets.png` });
  const [call, ...more] = await noted();
  assert.deepEqual([call?.tool, call?.agent, more.length], ['show_secrets', 'web app', 0]);
  assert.ok(!call?.args.includes(secret));
  await page.getByRole('button', { name: 'Hide them again' }).press('Enter');
  assert.equal(await page.locator('.revealed').count(), 0);
});

test('what works on the machine is told as doctor tells it, and keys go into the keychain only', async (t) => {
  const app = await startWebApp(t, ['--api-key', 'key-of-mine', '--api-keys', 'key-of-theirs'], {
    env: { GEMINI_API_KEY: 'from-a-variable' },
  });
  const { page, browser } = await openApp(t, `${app.link}&v=control`, WIDE);
  const row = page.getByRole('region', { name: 'The doctor’s table' }).locator('tr', { hasText: 'Node' });
  await row.locator('td', { hasText: process.versions.node }).waitFor();
  await page.getByText('from GEMINI_API_KEY').waitFor();
  await page.getByLabel('Claude').fill('sk-ant-of-mine');
  await page.getByLabel('Claude').press('Enter');
  // There may be a keychain here or none: it is said what became of it, and nothing shows the key.
  await page.locator('.outcome-line', { hasText: /keychain/ }).waitFor();
  assert.ok(!(await page.content()).includes('sk-ant-of-mine'));
  await page.getByRole('button', { name: 'This machine' }).press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'control-checks');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await axe(page), [], `${width}`);
  }
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${app.origin}/app/`);
  await stranger.getByLabel('Key', { exact: true }).fill('key-of-theirs');
  await stranger.getByRole('button', { name: 'Log in' }).click();
  await stranger.getByRole('button', { name: 'Control' }).waitFor();
  const told = await stranger.evaluate(async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ kind: 'keep-key', provider: 'claude', key: 'x' });
    const act = await (await fetch('api/control', { method: 'POST', headers, body })).json();
    return [await (await fetch('api/checks')).json(), act];
  });
  assert.deepEqual(told, [{ checks: [] }, { said: 'This server is not yours alone.', isRefused: true }]);
});

test('a request is sent again by the page that sent it, with its cookies', async (t) => {
  const app = await startWebApp(t);
  const shop = await startShop(t);
  const agent = await startAgent(app, app.key);
  await agent.call('browser_navigate', { url: shop.url('/') });
  await agent.call('interact', { action: 'click', selector: '#buy' });
  const { page } = await openApp(t, `${app.link}&f=url:/api/order`, WIDE);
  const rows = page.locator('.rows .row', { hasText: '/api/order' });
  await rows.first().click();
  await page.getByRole('button', { name: 'Send it again, by the page' }).press('Enter');
  await page.locator('.replayed', { hasText: /^500 Internal Server Error, 74 bytes in \d+ ms/ }).waitFor();
  await rows.nth(1).waitFor();
  await agent.call('browser_close');
  await page.getByRole('button', { name: 'Send it again, by the page' }).press('Enter');
  await page.locator('.replayed', { hasText: 'not open any more' }).waitFor();
});
