/** Addresses that read the disk, in all the ways in which a browser can be led to one. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sensorium } from '../../src/profiles/sensorium.ts';
import { type BrowserKit, browserKit } from '../kit/browser-kit.ts';

const SECRET = 'correct horse battery staple';

/** Each leads to the file in Chromium if it is handed on as it is, or did in another browser. */
function waysTo(kit: BrowserKit): readonly string[] {
  const path = join(kit.folder, 'secret.html');
  writeFileSync(path, `<p>${SECRET}</p>`);
  const around = ['', ' ', '\t', '\n', '\r\n', '\u00a0', '\u0001', ' \t\n'];
  return [
    ...around.map((blank) => `${blank}file://${path}`),
    ...around.map((blank) => `view-source:${blank}file://${path}`),
    `fi\tle://${path}`,
    `F\nI\rLE://${path}`,
    `vi\tew-source:fi\nle://${path}`,
    `VIEW-SOURCE: View-Source: FILE://${path}`,
    `file:${path}`,
    `file:\\${path}`,
    `blob:file://${path}`,
    `filesystem:file://${path}`,
    `jar: file://${path}!/`,
    'C:\\secret.html',
    'view-source:c:/secret.html',
  ];
}

async function assertNothingSeen(kit: BrowserKit): Promise<void> {
  const engine = await kit.engine();
  for (const { page } of (await engine.context()).tabs) {
    assert.deepEqual(
      page.frames().filter((frame) => /file:/i.test(frame.url())),
      [],
    );
    assert.ok(!(await page.content()).includes(SECRET));
  }
}

test('no spelling of file: is opened by any tool that takes an address', async (t) => {
  const kit = await browserKit(t, [], { profile: sensorium });
  await kit.ok('browser_navigate', { url: kit.pages.url('/') });
  const ways = waysTo(kit);
  for (const url of ways) await kit.fails('NAVIGATION_BLOCKED', 'browser_navigate', { url });
  for (const [tool, args] of [
    ['browser_tabs', { action: 'new' }],
    ['browser_instance', { action: 'new' }],
    ['interact', { action: 'navigate' }],
    ['interact', { action: 'new_tab' }],
    ['configure', { action: 'recording_start' }],
  ] as const) {
    const answer = await kit.call(tool, { ...args, url: ways[9] });
    assert.match(answer.text, /file: protocol is blocked/, `${tool} ${args.action}`);
  }
  await assertNothingSeen(kit);
});

test('a file that a page or a frame shows by other means is left, and that is said', async (t) => {
  const kit = await browserKit(t, ['--caps', 'code'], { profile: sensorium });
  const [file] = waysTo(kit);
  await kit.ok('browser_navigate', { url: kit.pages.url('/iframes.html') });
  const run = (code: string) => kit.fails('NAVIGATION_BLOCKED', 'browser_run_code', { code });
  await run(`async (page) => {
    const devTools = await page.context().newCDPSession(page);
    const { frameTree } = await devTools.send('Page.getFrameTree');
    const frameId = frameTree.childFrames[0].frame.id;
    const framed = page.waitForEvent('framenavigated', (frame) => frame.url().startsWith('file:'));
    await devTools.send('Page.navigate', { url: '${file}', frameId });
    await framed;
  }`);
  await assertNothingSeen(kit);
  await run(`async (page) => { await page.goto('${file}'); }`);
  await run(`async (page) => { await page.goto('view-source:${file}'); }`);
  await assertNothingSeen(kit);
  assert.match((await kit.ok('browser_navigate', { url: kit.pages.url('/') })).text, /Start|Page/);
  // In a tab of its own: whoever opened it has its answer, and the tab is left all the same.
  await kit.ok('browser_run_code', {
    code: `async (page) => { const other = await page.context().newPage(); other.goto('${file}').catch(() => {});
      await other.waitForEvent('framenavigated', (frame) => frame.url() === 'about:blank'); }`,
  });
  await assertNothingSeen(kit);
});
