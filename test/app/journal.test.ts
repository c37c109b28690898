import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appRig } from '../kit/app-rig.ts';
import { axe } from '../kit/axe.ts';
import { seen } from '../kit/record.ts';
import { openApp, startAgent, startShop, startWebApp, until } from '../kit/web-app.ts';

const CALLS = '.calls tbody tr';

test('the journal shows what an agent called, what it cost and what came of it', async (t) => {
  const app = await startWebApp(t);
  const shop = await startShop(t);
  const agent = await startAgent(app, app.key);
  const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  await agent.call('browser_navigate', { url: shop.url(`/?access_token=${secret}`) });
  await agent.call('interact', { what: 'click', selector: '#buy' });
  await agent.call('interact', { what: 'click', selector: '#no-such-button', timeout_ms: 200 });

  const { page } = await openApp(t, `${app.link}&v=journal`, { viewport: { width: 1500, height: 900 } });
  await page.locator(CALLS).nth(2).waitFor();
  const line = (text: string) => page.locator(CALLS, { hasText: text });
  const gone = line('browser_navigate');
  assert.match(String(await gone.locator('.args').textContent()), /access_token/);
  assert.ok(!(await page.content()).includes(secret), 'arguments are redacted');
  // The click caused the request that failed, and the error after it.
  const click = line('#buy');
  await click.locator('.of-lane[data-lane=requests]').waitFor();
  await click.locator('.of-lane.problem').waitFor();
  assert.equal(await click.locator('.outcome').textContent(), 'ok');
  assert.match(String(await line('#no-such-button').locator('.outcome').textContent()), /^[A-Z_]+$/);
  // Two of three calls were of one tool, one of them failed.
  const cost = page.locator('.costs:not(.calls) tbody tr', { hasText: 'interact' });
  assert.deepEqual((await cost.locator('td').allTextContents()).slice(0, 2), ['2', '1']);
  const totals = await page.locator('.totals dd').allTextContents();
  assert.deepEqual(totals.slice(0, 2), ['3', '1']);
  const [, , characters, tokens] = totals.map((one) => Number(one.replaceAll(',', '')));
  assert.ok(characters! > 100 && Math.abs(tokens! - characters! / 4) <= 1, `${totals}`);

  await cost.getByRole('button', { name: 'interact' }).click();
  await until(page, `document.querySelectorAll('${CALLS}').length === 2`);
  assert.match(page.url(), /#v=journal&f=tool%3Ainteract$/);
  await page.getByRole('button', { name: 'Agent' }).click();
  await page.locator('.costs:not(.calls) tbody th').first().waitFor();

  await click.getByRole('button').click();
  const detail = page.locator('.detail');
  await detail.getByText('#buy').first().waitFor();
  await detail.locator('.story', { hasText: 'Buy now' }).waitFor();
});

test('thousands of calls are counted at once and shown page by page, by keyboard too', async (t) => {
  const rig = await appRig(t);
  const now = Date.now() * 1000;
  for (let call = 1; call <= 2500; call++)
    rig.see(
      seen({
        source: 'agent',
        stream: 'call',
        time: now - (2500 - call) * 1e6,
        data: {
          tool: call % 5 === 0 ? 'browser_navigate' : 'observe',
          client: call % 2 === 0 ? 'claude code' : 'other "agent"',
          args: `{"n":${call}}`,
          bytes: 400,
          ms: call % 100,
          outcome: call % 250 === 0 ? 'TOOL_TIMEOUT' : 'ok',
        },
      }),
    );
  const { page } = await rig.open({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
  await page.locator('.rows .row').nth(5).waitFor();
  await page.keyboard.press('2');
  await page.locator(CALLS).nth(10).waitFor();
  assert.deepEqual(await page.locator('.totals dd').allTextContents(), [
    '2,500',
    '10',
    '1,000,000',
    '250,000',
    '2 min 4 s',
  ]);
  const rows = () => page.locator('.costs:not(.calls) tbody tr').allTextContents();
  assert.deepEqual(await rows(), [
    'observe2,0000800,000200,00050 ms94 ms',
    'browser_navigate50010200,00050,00048 ms90 ms',
  ]);
  assert.ok((await page.locator('.bars rect').count()) > 50);

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  assert.equal(await page.locator(`${CALLS}.chosen .args`).textContent(), '{"n":2499}');
  await page.locator('.detail', { hasText: '400 characters, about 100 tokens' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show older calls' }).press('Enter');
  await until(page, `document.querySelectorAll('${CALLS}').length === 120`);

  await page.locator('#filter').fill('outcome:tool_timeout');
  await until(page, `document.querySelectorAll('${CALLS}').length === 10`);
  await page.locator('#filter').fill('lane:wire');
  await page.getByRole('heading', { name: 'No calls in this window' }).waitFor();
  await page.locator('#filter').fill('');
  await page.locator('#filter').blur();
  await page.locator(CALLS).nth(10).waitFor();

  for (const theme of ['dark', 'light']) {
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), theme);
    assert.deepEqual(await axe(page), [], theme);
    await page.locator('body').press('t');
  }
  for (const width of [360, 768, 3840]) {
    await page.setViewportSize({ width, height: 740 });
    assert.deepEqual(await axe(page), [], `${width}`);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`);
  }
});

test('calls of others are not counted, nor shown', async (t) => {
  const rig = await appRig(t);
  const call = seen({ source: 'agent', stream: 'call' });
  rig.see(call);
  rig.see({ ...call, where: { session: 'session_of_another' } });
  const { page } = await rig.open();
  await page.locator('.rows .row').first().waitFor();
  const told = await page.evaluate(async () => {
    const ask = async <T>(path: string) => (await (await fetch(`api/${path}`)).json()) as T;
    const { calls } = await ask<{ calls: object[] }>('calls');
    const { tools } = await ask<{ tools: { calls: number }[] }>('costs');
    return { calls: calls.length, costs: tools[0]?.calls };
  });
  assert.deepEqual(told, { calls: 1, costs: 1 });
});
