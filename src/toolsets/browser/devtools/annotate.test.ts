import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { HOSTILE, unmarked } from '../../../../test/kit/marked.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { findBrowser } from '../../../engines/browser/launch/find-browser.ts';
import { loadPlaywright } from '../../../engines/browser/launch/load-playwright.ts';
import { sharedBrowser } from '../../../engines/browser/launch/shared-browser.ts';
import { dashboardProgram } from '../../../engines/browser/media/dashboard.ts';
import { annotate } from './annotate.ts';

const TITLE = 'the window of the test';
const folder = await scratch({ after });

/** Playwright's own browser, which its dashboard looks for: the one that is here stands in for it. */
async function standIn(): Promise<string> {
  const program = (await findBrowser({ env: process.env }))!.path;
  const list = join(dirname(createRequire(import.meta.url).resolve('playwright-core')), 'browsers.json');
  const { browsers } = JSON.parse(await readFile(list, 'utf8')) as {
    browsers: readonly { readonly name: string; readonly revision: string }[];
  };
  const revisionOf = (name: string) => browsers.find((one) => one.name === name)!.revision;
  const places = [
    `chromium-${revisionOf('chromium')}/chrome-linux64/chrome`,
    `chromium_headless_shell-${revisionOf('chromium-headless-shell')}/chrome-headless-shell-linux64/chrome-headless-shell`,
  ];
  for (const place of places) {
    const path = join(folder, 'browsers', place);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `#!/bin/sh\nexec "${program}" --no-sandbox "$@"\n`);
    await chmod(path, 0o755);
  }
  return join(folder, 'browsers');
}

const env = {
  PLAYWRIGHT_BROWSERS_PATH: await standIn(),
  PWTEST_SERVER_REGISTRY: join(folder, 'registry'),
  PWTEST_SOCKETS_DIR: join(folder, 's'),
  PWTEST_DASHBOARD_SETTINGS_FILE: join(folder, 'settings.json'),
  // Without a window, and shared under this name.
  PWTEST_DASHBOARD_APP_BIND_TITLE: TITLE,
};
Object.assign(process.env, env);
after(() => execFileSync(process.execPath, [dashboardProgram(), '--kill'], { stdio: 'ignore' }));

/** The person's window, as soon as it is there. */
async function dashboard(t: TestContext): Promise<Page> {
  const { chromium } = await loadPlaywright();
  let endpoint = await sharedBrowser(TITLE, process.env);
  for (; endpoint === undefined; endpoint = await sharedBrowser(TITLE, process.env)) await sleep(50);
  const browser = await chromium.connect(endpoint);
  t.after(() => browser.close());
  const [page] = browser.contexts()[0]!.pages();
  await page!.locator('.annotate-modal-image').waitFor();
  return page!;
}

async function draw(page: Page, words: string): Promise<void> {
  const box = (await page.locator('.annotate-modal-image').boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6);
  await page.mouse.up();
  await page.locator('.annotations-textarea').fill(words);
  await page.locator('.annotations-textarea').press('Enter');
  await page.getByRole('button', { name: 'Done annotating' }).click();
  await page.getByRole('button', { name: 'Submit' }).click();
}

test('a person draws on the page, and the answer tells what', { timeout: 120_000 }, async (t) => {
  const kit = await browserKit(t, ['--caps', 'devtools'], { env });
  await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  await kit.ok('browser_evaluate', { function: `() => { document.title = ${JSON.stringify(HOSTILE)} }` });
  const context = { era: 'legacy', asData: true, signal: AbortSignal.timeout(60_000) } as const;
  const asked = kit.session.callTool(annotate.name, {}, context);
  const page = await dashboard(t);
  await draw(page, 'make it blue');
  const answer = await asked;
  assert.deepEqual(unmarked(answer), []);
  const [first] = answer.content;
  const text = first?.type === 'text' ? first.text : '';
  assert.match(text, /\{ x: \d+, y: \d+, width: \d+, height: \d+ \}: make it blue/);
  assert.match(text, /<page [\w-]+>\nsensorium \/ CANARY[\s\S]* @ http:\S+ \(\d+x\d+\)\n<\/page/);
  const file = /\[Annotation image\]\((.+)\)/.exec(text)![1]!;
  assert.equal((await readFile(join(kit.folder, file))).subarray(1, 4).toString(), 'PNG');
  assert.match(await readFile(join(kit.folder, file.replace(/png$/, 'yaml')), 'utf8'), /button "Count"/);

  const again = kit.ok(annotate);
  await page.getByRole('button', { name: 'Done annotating' }).click();
  await page.locator('.annotate-sidebar-thumb-remove').click();
  assert.match((await again).text, /No annotations were submitted/);

  const cancel = new AbortController();
  const given = kit.call(annotate, {}, cancel.signal);
  await page.locator('.annotate-modal-image').waitFor();
  cancel.abort();
  assert.equal((await given).isError, true);
  await page.getByRole('main', { name: 'Dashboard', exact: true }).waitFor();
});

test('without a browser for the window it says so', { timeout: 60_000 }, async (t) => {
  const none = {
    ...env,
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'none'),
    PWTEST_SOCKETS_DIR: join(folder, 'n'),
  };
  const kit = await browserKit(t, ['--caps', 'devtools'], { env: none });
  await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  assert.match((await kit.fails('ANNOTATION_FAILED', annotate)).text, /Playwright's own Chromium/);
});
