import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { EVIDENCE, type Source } from '../../src/contract/evidence.ts';
import type { Stream } from '../../src/contract/streams.ts';
import { appRig } from '../kit/app-rig.ts';
import { axe } from '../kit/axe.ts';
import { plainBrowser } from '../kit/browser.ts';
import { PAYLOADS } from '../kit/payloads.ts';
import { seen } from '../kit/record.ts';
import { scratch } from '../kit/scratch.ts';
import { root } from '../kit/start-server.ts';
import { openApp, startAgent, startShop, startWebApp } from '../kit/web-app.ts';

test('a window is taken along by a button and by a command, and opens without a server', async (t) => {
  const state = await scratch(t);
  const app = await startWebApp(t, ['--state-dir', state]);
  const shop = await startShop(t);
  const agent = await startAgent(app, app.key);
  await agent.call('browser_navigate', { url: shop.url('/') });
  await agent.call('interact', { what: 'click', selector: '#buy' });
  await agent.call('browser_take_screenshot');
  const { page, browser } = await openApp(t, app.link, { viewport: { width: 1440, height: 900 } });
  await page.locator('.rows .row', { hasText: '1280 × 720' }).waitFor();

  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Take this window along as one file' }).click();
  const byButton = join(state, 'by-button.html');
  await (await waiting).saveAs(byButton);

  const byCommand = join(state, 'by-command.html');
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, 'bin', 'sensorium.cjs'),
    'report',
    ...['--state-dir', state, '--last', '1h', '--filter', '-lane:agent', '-o', byCommand],
  ]);
  assert.equal(stdout, `${byCommand}\n`);
  assert.doesNotMatch(await readFile(byCommand, 'utf8'), /class="item agent/);

  for (const file of [byButton, byCommand]) {
    const context = await browser.newContext({ offline: true, javaScriptEnabled: file === byButton });
    const report = await context.newPage();
    const asked: string[] = [];
    report.on('request', (request) => asked.push(request.url()));
    await report.goto(pathToFileURL(file).href);
    await report.locator('.wrong a', { hasText: '/api/order' }).first().click();
    const request = report.locator('.item:target');
    assert.match(String(await request.locator('summary').textContent()), /POST.*\/api\/order.*500/);
    await request.locator('summary').click();
    await request.getByText('Kettle is out of stock').waitFor();
    await report.locator('.item.screen summary').click();
    const picture = report.locator('.item.screen img');
    await picture.waitFor();
    assert.equal(await report.evaluate(`document.querySelector('.item.screen img').naturalWidth`), 1280);
    await report.getByLabel('Requests').uncheck();
    assert.equal(await report.locator('.item.requests').first().isVisible(), false);
    await report.getByLabel('Trouble only').check();
    assert.equal(await report.locator('.item.screen').isVisible(), false);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:')),
      [],
    );
    await context.close();
  }
});

test('nothing that was recorded runs in a report: 200 payloads through every stream', async (t) => {
  const rig = await appRig(t);
  const poisoned = (value: unknown, text: string): unknown => {
    if (typeof value === 'string') return /^[a-z-]{2,12}$/.test(value) ? value : text;
    if (Array.isArray(value)) return value.map((one) => poisoned(one, text));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one, text)]));
  };
  const all = PAYLOADS.join('\n');
  const { blob } = await rig.store.putBody(all);
  const body = { blob, length: all.length, stored: all.length, mimeType: 'text/html', kind: 'text' };
  for (const [source, streams] of Object.entries(EVIDENCE))
    for (const stream of Object.keys(streams)) {
      const usual = seen({ source: source as Source, stream: stream as Stream });
      const bodies = stream === 'request' ? { requestBody: body, responseBody: body } : {};
      const data = { ...(poisoned(usual.data, all) as object), ...bodies };
      rig.see({ ...usual, data, where: { page: all } } as never);
    }
  for (const text of PAYLOADS) rig.see(seen({ data: { message: text } }));
  const secret = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';
  rig.see(seen({ data: { message: `token ${secret}` } }));
  const { page } = await rig.open();
  await page.locator('.rows .row').nth(5).waitFor();
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Take this window along as one file' }).click();
  const html = await readFile(await (await waiting).path(), 'utf8');
  assert.ok(html.includes('token') && !html.includes(secret));

  const file = join(await scratch(t), 'report.html');
  // Without its policy too: the words alone must be harmless.
  const withoutPolicy = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  assert.notEqual(withoutPolicy, html);
  const browser = await plainBrowser();
  t.after(() => browser.close());
  for (const text of [html, withoutPolicy]) {
    await writeFile(file, text);
    const report = await browser.newPage();
    const alarms: string[] = [];
    report.on('dialog', (dialog) => void dialog.dismiss().finally(() => alarms.push('dialog')));
    report.on('popup', () => alarms.push('popup'));
    report.on('request', (request) => {
      if (!/^(file|data):/.test(request.url())) alarms.push(request.url());
    });
    await report.goto(pathToFileURL(file).href);
    await report.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
    await report.locator('.item pre').last().waitFor();
    const state = await report.evaluate<{ hit: boolean; strange: number; items: number }>(`({
      hit: 'pwned' in window,
      strange: document.querySelectorAll(
        'main :is(script, iframe, object, embed, style, link, base, meta, form, video, audio)',
      ).length,
      items: document.querySelectorAll('.item').length,
    })`);
    assert.equal(state.hit, false);
    assert.equal(state.strange, 0);
    assert.ok(state.items > PAYLOADS.length, `${state.items} items`);
    assert.deepEqual(alarms, []);
    if (text === withoutPolicy) assert.deepEqual(await axe(report), []);
    await report.close();
  }
});
