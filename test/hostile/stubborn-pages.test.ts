/** Pages that will not let go, and a browser that dies under a call: whatever happens to one call, the next works. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { browserKit } from '../kit/browser-kit.ts';
import { lacking } from '../kit/needs.ts';

const skip = lacking('chromium');
const LIMIT_S = 10;

test('a page that alerts in a loop can be answered, left and closed', { skip }, async (t) => {
  const { ok, fails, pages } = await browserKit(t, ['--call-timeout', String(LIMIT_S)]);
  await ok('browser_navigate', { url: pages.url('/plain') });
  await ok('browser_evaluate', { function: '() => setTimeout(() => { for (;;) alert("again") })' });
  for (let i = 0; i < 20; i++) await ok('browser_handle_dialog', { accept: i % 2 === 0 });
  await fails('MODAL_STATE', 'browser_navigate', { url: 'about:blank' });
  await ok('browser_tabs', { action: 'new' });
  await ok('browser_tabs', { action: 'close', index: 0 });
  await ok('browser_navigate', { url: pages.url('/plain') });
  await ok('browser_snapshot');
});

test('a page that never answers again costs one call', { skip }, async (t) => {
  const { ok, call, engine, pages } = await browserKit(t, ['--call-timeout', String(LIMIT_S)]);
  const hang = async () => {
    await ok('browser_navigate', { url: pages.url('/plain') });
    const { page } = await (await engine()).tab();
    // As a document of some hundred thousand elements does, but on every machine.
    await page.evaluate(
      () =>
        void setTimeout(() => {
          for (;;);
        }),
    );
  };
  await hang();
  const left = await call('browser_navigate', { url: 'about:blank' });
  assert.match(left.text, /^BROWSER_CRASHED: /);
  assert.match((await ok('browser_navigate', { url: pages.url('/plain') })).text, /crashed/);
  await hang();
  const clicked = await call('browser_evaluate', { function: '() => 1' });
  assert.match(clicked.text, /^TOOL_TIMEOUT: /);
  const { ms } = await ok('browser_snapshot');
  assert.ok(ms < LIMIT_S * 1000);
  await ok('browser_navigate', { url: pages.url('/plain') });
});

test('a tab is opened while the browser dies: that call says so, the next one works', { skip }, async (t) => {
  const { ok, call, engine } = await browserKit(t, ['--call-timeout', String(LIMIT_S)]);
  for (let round = 0; round < 8; round++) {
    await ok('browser_navigate', { url: 'about:blank' });
    const { pid = assert.fail() } = await (await engine()).browser();
    const dying = call('browser_tabs', { action: 'new' });
    await pause(round * 3);
    process.kill(pid, 'SIGKILL');
    const { text, isError } = await dying;
    if (isError) assert.match(text, /^(BROWSER_CRASHED|TAB_CLOSED): /);
    await ok('browser_snapshot');
  }
});
