import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { TOXIC_TYPES } from '../../src/engines/wire/toxics/toxic.ts';
import { FAULT_KINDS } from '../../web/control/fault-kinds.ts';
import { axe } from '../kit/axe.ts';
import { PAYLOADS } from '../kit/payloads.ts';
import type { Cleanup } from '../kit/scratch.ts';
import { startSite } from '../kit/site.ts';
import { echoServer, exchange } from '../kit/tcp.ts';
import { openApp, type RunningApp, startAgent, startWebApp, until } from '../kit/web-app.ts';

async function forwarded(agent: Awaited<ReturnType<typeof startAgent>>, target: number): Promise<number> {
  const { content } = await agent.call('add-port-rule', {
    local_port: 0,
    target_host: '127.0.0.1',
    target_port: target,
  });
  return Number(/port (\d+)/.exec(content[0]?.text ?? '')?.[1]);
}

/** Keeps bytes going to and fro on one connection until the test is over. */
function keepTalking(t: Cleanup, port: number): void {
  const socket = connect(port, '127.0.0.1');
  const say = () => socket.write(Buffer.alloc(4096));
  socket.on('error', () => undefined).on('data', () => setTimeout(say, 10));
  say();
  t.after(() => socket.destroy());
}

async function took(port: number): Promise<number> {
  const start = performance.now();
  assert.equal(String(await exchange(port, 'hello')), 'hello');
  return performance.now() - start;
}

const openControl = (t: Cleanup, app: RunningApp) =>
  openApp(t, `${app.link}&v=control`, { viewport: { width: 1400, height: 900 }, colorScheme: 'dark' });

/** Fills the form of a rule and sends it. */
async function setFault(page: Page, port: number, kind: string, fields: Record<string, string> = {}) {
  const rule = page.locator(`.rule[data-port="${port}"]`);
  const form = rule.locator('.new');
  if ((await form.getAttribute('open')) === null) await form.locator('summary').press('Enter');
  await form.getByLabel('What happens').selectOption({ label: kind });
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value);
  await form.getByRole('button', { name: 'Set', exact: true }).press('Enter');
}

test('rules and faults are switched while traffic flows, by keyboard, and the journal has it', async (t) => {
  const app = await startWebApp(t);
  const agent = await startAgent(app, app.key);
  const { page } = await openControl(t, app);
  await page.getByRole('heading', { name: 'No port is forwarded' }).waitFor();
  const port = await forwarded(agent, await echoServer(t));
  const rule = page.locator(`.rule[data-port="${port}"]`);
  await rule.waitFor();
  keepTalking(t, port);
  await rule
    .locator('.way b', { hasText: /^\d+(\.\d)? [kM]B\/s$/ })
    .nth(1)
    .waitFor();
  // Something is drawn, and not only the lines behind it.
  await until(
    page,
    `(() => {
      const { width, height } = document.querySelector('.throughput canvas');
      const { data } = document.querySelector('.throughput canvas').getContext('2d').getImageData(0, 0, width, height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255) seen.add(data.slice(at, at + 3).join());
      return seen.size >= 3;
    })()`,
  );

  await setFault(page, port, 'Latency', { 'later by, ms': '700' });
  const fault = rule.locator('.fault', { hasText: 'Latency: later by 700 ms' });
  await fault.getByText('on answers, all connections').waitFor();
  assert.ok((await took(port)) >= 690);
  const said = async () => (await agent.call('wire_fault', { action: 'list' })).content[0]?.text ?? '';
  assert.match(await said(), /latency .*"latency":700.* on port/);

  const toggle = fault.getByRole('switch');
  await toggle.press('Space');
  await fault.getByText('on answers, off').waitFor();
  assert.match(await said(), /for 0 % of connections/);
  assert.ok((await took(port)) < 690);
  await toggle.press('Space');
  await fault.getByText('all connections').waitFor();
  assert.ok((await took(port)) >= 690);
  await fault.getByRole('button', { name: /^Remove/ }).press('Enter');
  await fault.waitFor({ state: 'detached' });
  assert.match(await said(), /No faults/);

  // What a tool refuses is told in its words.
  await setFault(page, port, 'Bandwidth', { 'at most, kB/s': '0' });
  await page.locator('.said.problem', { hasText: 'rate may not be 0' }).waitFor();

  await rule.getByRole('button', { name: `Remove the rule of port ${port}` }).press('Enter');
  await rule.getByRole('button', { name: 'Remove, cut them' }).press('Enter');
  await rule.waitFor({ state: 'detached' });
  await assert.rejects(exchange(port, 'hello'));

  await page.getByRole('button', { name: 'Journal' }).click();
  const calls = page.locator('.calls tbody tr');
  await calls.filter({ hasText: 'remove-port-rule' }).waitFor();
  assert.ok((await calls.filter({ hasText: 'web app' }).filter({ hasText: 'wire_fault' }).count()) >= 5);
});

test('a rule that a person adds is there for their agents; every kind of fault can be set', async (t) => {
  assert.deepEqual(FAULT_KINDS.map(({ type }) => type).toSorted(), TOXIC_TYPES.toSorted());
  const app = await startWebApp(t);
  const agent = await startAgent(app, app.key);
  const target = await echoServer(t);
  const { page } = await openControl(t, app);
  await page.getByText('Forward a port').click();
  await page.getByLabel('to host').fill('127.0.0.1');
  await page.getByLabel('to port').fill(String(target));
  await page.getByRole('button', { name: 'Set', exact: true }).first().press('Enter');
  const rule = page.locator('.rule');
  await rule.waitFor();
  const port = Number(await rule.getAttribute('data-port'));
  await took(port);
  await rule.getByText('1 connection (0 open), 5 B answered, 5 B sent').waitFor();
  const { content } = await agent.call('wire_flows', { port });
  assert.match(content[0]?.text ?? '', new RegExp(`Rule ${port}→127.0.0.1:${target}: 1 connections`));

  for (const [at, { title }] of FAULT_KINDS.entries()) {
    await setFault(page, port, title);
    await rule.locator('.fault').nth(at).waitFor();
  }
  for (const theme of ['dark', 'light']) {
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), theme);
    for (const width of [360, 768, 1440, 3840]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await axe(page), [], `${theme}, ${width}`);
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`);
    }
    await page.locator('body').press('t');
  }
});

test('nobody sees or touches the rules of another key; hostile words are only words', async (t) => {
  const app = await startWebApp(t, ['--api-key', 'key-of-mine', '--api-keys', 'key-of-theirs']);
  const agent = await startAgent(app, 'key-of-mine');
  const port = await forwarded(agent, await echoServer(t));
  await agent.call('wire_fault', { action: 'add', type: 'latency', port, attributes: { latency: 1 } });
  const { page, browser } = await openControl(t, app);
  await page.locator('.rule .fault').waitFor();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${app.origin}/app/`);
  await stranger.getByLabel('Key', { exact: true }).fill('key-of-theirs');
  await stranger.getByRole('button', { name: 'Log in' }).click();
  await stranger.getByRole('button', { name: 'Control' }).click();
  await stranger.getByRole('heading', { name: 'No port is forwarded' }).waitFor();
  const acts = (on: Page, list: readonly object[]) =>
    on.evaluate(async (all) => {
      const ask = async (act: object) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch('api/control', { method: 'POST', headers, body: JSON.stringify(act) });
        return ((await answer.json()) as { isRefused: boolean }).isRefused;
      };
      return Promise.all(all.map(ask));
    }, list);
  assert.deepEqual(
    await acts(stranger, [
      { kind: 'remove-rule', port, isCut: true },
      { kind: 'add-fault', port, type: 'timeout', direction: 'up', share: 1, attributes: {} },
      { kind: 'no-such-thing' },
    ]),
    [true, true, true],
  );
  assert.ok((await took(port)) < 20_000);
  assert.equal(await page.locator('.rule').count(), 1);

  let alarms = 0;
  page.on('dialog', (dialog) => {
    alarms++;
    void dialog.dismiss();
  });
  await page.getByText('Forward a port').click();
  for (const words of PAYLOADS.slice(0, 20)) {
    await page.getByLabel('to host').fill(words.replaceAll(/\s+/g, ' ').slice(0, 250) || '<');
    await page.getByRole('button', { name: 'Set', exact: true }).last().press('Enter');
    await until(page, `!document.querySelector('.fields button:disabled')`);
    assert.equal(await page.locator('.said :is(img, script, svg, iframe, a, b)').count(), 0);
  }
  assert.deepEqual([alarms, await page.evaluate('typeof window.pwned')], [0, 'undefined']);
});

test('settings with their sources and the record’s size are told to whom the server belongs', async (t) => {
  const app = await startWebApp(
    t,
    ['--api-key', 'key-of-mine', '--api-keys', 'key-of-theirs', '--record-items', '1234'],
    { env: { SENSORIUM_RECORD_DAYS: '3' } },
  );
  const agent = await startAgent(app, 'key-of-mine');
  await agent.call('wire_flows');
  const { page, browser } = await openControl(t, app);
  const row = (flag: string) =>
    page
      .locator('.settings tbody tr')
      .filter({ has: page.locator('code', { hasText: new RegExp(`^${flag}$`) }) });
  const cells = (flag: string) => row(flag).locator('td').allTextContents();
  await row('--record-items').waitFor();
  assert.deepEqual((await cells('--record-items')).slice(0, 2), ['1234', 'command line']);
  assert.deepEqual((await cells('--record-days')).slice(0, 2), ['3', 'SENSORIUM_RECORD_DAYS']);
  assert.deepEqual((await cells('--api-key')).slice(0, 2), ['(set)', 'command line']);
  assert.equal((await cells('--call-timeout'))[1], 'default');
  assert.ok(!(await page.content()).includes('key-of-'), 'secrets are not shown');
  const call = page
    .getByRole('region', { name: 'Streams of the record' })
    .locator('tr', { hasText: /^call/ });
  const held = await call.locator('td').allTextContents();
  assert.ok(Number(held[0]) >= 1, `${held}`);
  assert.deepEqual([held[2], held[4]], ['1,234', '3 days']);

  await page.getByLabel('Find a setting').fill('record-days');
  await until(page, `document.querySelectorAll('.settings tbody tr').length === 1`);
  await page.getByLabel('Find a setting').fill('no such words');
  await page.getByText('No setting has these words.').waitFor();
  await page.getByLabel('Find a setting').fill('');
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await axe(page), [], `${width}`);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    assert.ok(overflow <= 0, `${width}: ${overflow} px too wide`);
    await page.locator('#control-record').scrollIntoViewIfNeeded();
    await page.locator('.control-view').evaluate((view: { scrollTop: number }) => {
      view.scrollTop = 260;
    });
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/settings-${width}.png` });
  }

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${app.origin}/app/`);
  await stranger.getByLabel('Key', { exact: true }).fill('key-of-theirs');
  await stranger.getByRole('button', { name: 'Log in' }).click();
  await stranger.getByRole('button', { name: 'Control' }).click();
  await stranger.getByRole('heading', { name: 'No port is forwarded' }).waitFor();
  const told = await stranger.evaluate(async () => (await fetch('api/server')).json());
  assert.deepEqual(told, { settings: [] });
});

test('what a client sent is sent again from its exchange, as a call of the journal', async (t) => {
  const app = await startWebApp(t);
  const agent = await startAgent(app, app.key);
  let asked = 0;
  const site = await startSite({
    '/stock': (_request, response) => {
      asked += 1;
      response.end('seven');
    },
  });
  t.after(() => site.close());
  const port = await forwarded(agent, Number(new URL(site.url('/')).port));
  await exchange(port, 'GET /stock HTTP/1.0\r\n\r\n');
  const { page } = await openApp(t, `${app.link}&f=lane:wire`, { viewport: { width: 1400, height: 900 } });
  await page.locator('.rows .row', { hasText: 'GET /stock' }).first().click();
  await page.getByRole('button', { name: 'What passed, decoded and in hex' }).click();
  await page.locator('.flow-hex', { hasText: '47 45 54 20 2f 73 74 6f' }).waitFor();
  await page.locator('.sides', { hasText: 'GET /stock' }).waitFor();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/flow-hex.png` });
  await page.getByRole('button', { name: 'Send the connection again' }).click();
  await page
    .locator('.replayed', { hasText: /^Sent 23 bytes to .*The answers (are equal|differ)/s })
    .waitFor();
  assert.equal(asked, 2);
  assert.deepEqual(await axe(page), []);
  await page.locator('#filter').fill('tool:wire_replay');
  await page.locator('.rows .row', { hasText: 'wire_replay' }).waitFor();
});

test('a browser is started and ended, and what was seen is deleted once that is confirmed', async (t) => {
  const app = await startWebApp(t);
  const site = await startSite({ '/': '<title>Second till</title><h1>Hello</h1>' });
  t.after(() => site.close());
  const agent = await startAgent(app, app.key);
  await agent.call('browser_navigate', { url: site.url('/') });
  const { page } = await openControl(t, app);
  await page.getByText('Start a browser').press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('till two');
  await page.getByLabel('First page').fill(site.url('/'));
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  const end = page.getByRole('button', { name: 'End till two' });
  await page.getByRole('button', { name: 'End till two', disabled: false }).waitFor();
  const { content } = await agent.call('browser_instance', { action: 'list' });
  assert.match(content.map(({ text }) => text).join(' '), /till two/, 'agents may use it');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/instances.png` });
  await end.press('Enter');
  await end.waitFor({ state: 'detached' });
  await page.getByText(/^Browser \S+ has ended\.$/).waitFor();

  const streams = page.getByRole('region', { name: 'Streams of the record' });
  const held = async (name: string) =>
    Number(
      await streams
        .locator('tr', { hasText: new RegExp(`^${name}`) })
        .locator('td')
        .first()
        .textContent(),
    );
  await page.reload();
  await streams.waitFor();
  assert.ok((await held('navigation')) > 0 && (await held('call')) > 0);
  await page.getByLabel('Of which stream').selectOption('navigation');
  await page.getByRole('button', { name: 'Delete what was seen' }).press('Enter');
  await page.getByText('Delete all items of navigation?').waitFor();
  assert.deepEqual(await axe(page), []);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  assert.ok((await held('navigation')) > 0, 'not before it is confirmed');
  await page.getByRole('button', { name: 'Delete what was seen' }).press('Enter');
  await page.getByRole('button', { name: 'Delete them' }).press('Enter');
  await page.getByText(/^[1-9]\d* items are deleted\.$/).waitFor();
  await until(
    page,
    `[...document.querySelectorAll('tr')].some((row) => /^navigation0/.test(row.textContent))`,
  );
  assert.ok((await held('call')) > 0, 'others stay');
});
