import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openApp, startAgent, startShop, startWebApp } from '../kit/web-app.ts';

interface Answer {
  readonly content: readonly { readonly text?: string }[];
  readonly _meta?: { readonly app_url?: string };
}

test('every answer says where the app shows its call, and explain where the item is', async (t) => {
  const app = await startWebApp(t);
  const shop = await startShop(t);
  const agent = await startAgent(app, app.key);
  const call = (name: string, args = {}) => agent.call(name, args) as Promise<Answer>;
  await call('browser_navigate', { url: shop.url('/') });
  const clicked = await call('interact', { action: 'click', selector: '#buy' });
  const failed = await call('browser_click', { target: 'button "No such"' });
  const nobody = await call('request_human', { text: 'Which colour?' });
  const words = ({ content }: Answer) => content.map(({ text }) => text ?? '').join('\n');
  assert.ok(words(nobody).includes(`${app.origin}/app/`), words(nobody));
  assert.ok(!words(clicked).includes('app_url'), 'agents do not pay for it');

  const { page } = await openApp(t, app.link, { viewport: { width: 1400, height: 900 } });
  await page.locator('.rows .row').first().waitFor();
  for (const [answer, what] of [
    [clicked, 'interact'],
    [failed, 'browser_click'],
  ] as const) {
    const url = answer._meta?.app_url ?? '';
    assert.match(url, new RegExp(`^${app.origin}/app/#call=\\d+$`));
    await page.goto(url);
    await page.locator('.detail h2', { hasText: what }).waitFor();
    await page.locator('.rows .row.chosen', { hasText: what }).waitFor();
    assert.match(page.url(), /#from=\d+&to=\d+&i=\d+$/, 'it can be sent on');
  }
  const told = words(await call('explain'));
  const [, url = ''] = /^app_url: (\S+)$/m.exec(told) ?? [];
  await page.goto(url);
  await page.locator('.detail h2', { hasText: 'OUT_OF_STOCK' }).waitFor();

  // A call that is no longer kept: its time is shown.
  await page.goto(`${app.origin}/app/#call=1700000000000000`);
  await page.getByText('Nothing matches').waitFor();
});
