import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { findBrowser } from '../../../engines/browser/launch/find-browser.ts';
import { loadPlaywright } from '../../../engines/browser/launch/load-playwright.ts';
import { resume } from './resume.ts';

const folder = await scratch({ after });
// Where Playwright notes which browsers are shared.
process.env.PWTEST_SERVER_REGISTRY = folder;
const { chromium } = await loadPlaywright();
const { path: executablePath } = (await findBrowser({ env: process.env }))!;
const browser = await chromium.launch({ executablePath, chromiumSandbox: false });
after(() => browser.close());
const { endpoint } = await browser.bind('script');

/** A script that waits before its first click. */
async function paused(): Promise<{ page: Page; clicks: Promise<void> }> {
  const page = await browser.newPage();
  await page.setContent('<button onclick="this.textContent += 1">Go</button>');
  const { debugger: script } = page.context();
  await script.requestPause();
  const { promise: isPaused, resolve } = Promise.withResolvers<void>();
  script.once('pausedstatechanged', resolve);
  const clicks = page.click('button').then(() => page.click('button'));
  await isPaused;
  return { page, clicks };
}

test('a script that shares the browser is let go on, step by step or to its end', async (t) => {
  const { page, clicks } = await paused();
  const kit = await browserKit(t, ['--endpoint', endpoint, '--caps', 'devtools'], { bare: true });
  const step = await kit.ok(resume, { step: true });
  assert.match(step.text, /The script is paused at "[^"]*resume\.test\.ts:\d+", before "Click/);
  assert.equal(await page.textContent('button'), 'Go1');
  const ended = kit.ok(resume);
  await clicks;
  assert.equal(await page.textContent('button'), 'Go11');
  await page.context().close();
  assert.match((await ended).text, /The script has ended/);
});

test('a script that is not paused, and a place that is none, are faults', async (t) => {
  const page = await browser.newPage();
  t.after(() => page.context().close());
  const kit = await browserKit(t, ['--endpoint', endpoint, '--caps', 'devtools'], { bare: true });
  await kit.fails('NOT_PAUSED', resume);
  await kit.fails('INVALID_ARGUMENTS', resume, { location: 'a.spec.ts:x' });
});

test('answers of playwright-mcp have a section for a script that waits', async (t) => {
  const { page, clicks } = await paused();
  const flags = ['--endpoint', endpoint, '--caps', 'devtools', '--answers', 'playwright'];
  const kit = await browserKit(t, flags, { bare: true });
  const section = /### Paused\n- Click.* at .*resume\.test\.ts:\d+\n- Use any tools/;
  assert.match((await kit.ok('browser_snapshot')).text, section);
  assert.match((await kit.ok(resume, { step: true })).text, section);
  const ended = kit.ok(resume);
  await clicks;
  await page.context().close();
  assert.doesNotMatch((await ended).text, /### Paused/);
});
