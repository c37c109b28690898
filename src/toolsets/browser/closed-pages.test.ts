/** What is closed is let go of: neither a tab nor what Playwright has of its page stays, however it was used. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type BrowserKit, browserKit, refOf } from '../../../test/kit/browser-kit.ts';
import { lacking } from '../../../test/kit/needs.ts';
import { sensorium } from '../../profiles/sensorium.ts';

const skip = lacking('chromium');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Everything that an agent does to a page; gives what was there of it, held by nobody here. */
async function usePage({ ok, pages, engine }: BrowserKit) {
  await ok('browser_navigate', { url: pages.url('/form.html') });
  const { text } = await ok('browser_snapshot');
  await ok('browser_type', { target: refOf(text, /textbox/), text: 'Ann' });
  await ok('browser_click', { target: refOf(text, /checkbox|button/) });
  await ok('browser_evaluate', {
    function: `async () => {
      for (let i = 0; i < 20; i++) console.log('line', i, { i });
      await fetch('/form.html').then((answer) => answer.text());
    }`,
  });
  await ok('browser_console_messages');
  await ok('browser_network_requests');
  await ok('browser_take_screenshot');
  for (const what of ['logs', 'network_waterfall', 'actions']) await ok('observe', { what });
  const tab = await (await engine()).tab();
  return [new WeakRef<object>(tab), new WeakRef<object>(tab.page), new WeakRef<object>(tab.network)];
}

async function left(used: readonly WeakRef<object>[]): Promise<number> {
  const alive = () => used.filter((one) => one.deref() !== undefined).length;
  for (let i = 0; i < 20 && alive() > 0; i++) {
    await turn();
    collect();
  }
  return alive();
}

test('a browser that is closed and opened again', { skip }, async (t) => {
  const kit = await browserKit(t, [], { profile: sensorium });
  const used: WeakRef<object>[] = [];
  for (let i = 0; i < 4; i++) {
    used.push(...(await usePage(kit)));
    await kit.ok('browser_close');
  }
  // What the last call was about may be remembered until the next.
  assert.equal(await left(used.slice(0, -3)), 0);
});

test('tabs of one browser', { skip }, async (t) => {
  const kit = await browserKit(t, [], { profile: sensorium });
  await kit.ok('browser_navigate', { url: kit.pages.url('/form.html') });
  const used: WeakRef<object>[] = [];
  for (let i = 0; i < 4; i++) {
    await kit.ok('browser_tabs', { action: 'new' });
    used.push(...(await usePage(kit)));
    await kit.ok('browser_tabs', { action: 'close' });
  }
  await kit.ok('browser_snapshot');
  assert.equal(await left(used.slice(0, -3)), 0);
});
