import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { findBrowser } from './find-browser.ts';

const folder = await mkdtemp(join(tmpdir(), 'find-browser-'));
after(() => rm(folder, { recursive: true, force: true }));

async function program(...path: string[]): Promise<string> {
  const file = join(folder, ...path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\necho "Chromium 156.0.8078.79 built on Debian"\n');
  await chmod(file, 0o755);
  return file;
}

test('a given path wins, and a wrong one finds nothing rather than another browser', async () => {
  const given = await program('given', 'my-browser');
  const installed = await program('bin', 'chromium');
  const env = { PATH: dirname(installed), SENSORIUM_BROWSER: given };
  assert.deepEqual(await findBrowser({ env, platform: 'linux' }), { path: given, kind: 'given' });
  const flag = await program('given', 'by-flag');
  assert.deepEqual(await findBrowser({ given: flag, env, platform: 'linux' }), { path: flag, kind: 'given' });
  assert.equal(await findBrowser({ given: join(folder, 'none'), env, platform: 'linux' }), undefined);
  assert.equal(
    await findBrowser({ given: folder, env, platform: 'linux' }),
    undefined,
    'a folder is no program',
  );
});

test('a Playwright-managed browser comes before an installed one, the newest revision first', async () => {
  const chrome = await program('bin2', 'google-chrome');
  await program('pw', 'chromium-999', 'chrome-linux', 'chrome');
  const newest = await program('pw', 'chromium-1200', 'chrome-linux64', 'chrome');
  await mkdir(join(folder, 'pw', 'chromium-1300'), { recursive: true });
  const env = { PATH: dirname(chrome), PLAYWRIGHT_BROWSERS_PATH: join(folder, 'pw') };
  assert.deepEqual(await findBrowser({ env, platform: 'linux' }), { path: newest, kind: 'playwright' });
});

test("Playwright's folder is found by its own rule on each system", async () => {
  const home = join(folder, 'home');
  const linux = await program('home', '.cache', 'ms-playwright', 'chromium-1', 'chrome-linux', 'chrome');
  const cases = [
    { platform: 'linux', env: { HOME: home }, path: linux },
    {
      platform: 'darwin',
      env: { HOME: home },
      path: await program(
        ...['home', 'Library', 'Caches', 'ms-playwright', 'chromium-1', 'chrome-mac'],
        ...['Chromium.app', 'Contents', 'MacOS', 'Chromium'],
      ),
    },
  ] as const;
  for (const { platform, env, path } of cases) {
    assert.deepEqual(await findBrowser({ env, platform }), { path, kind: 'playwright' });
  }
});

test('installed browsers: Chrome before Edge before Chromium, wherever they lie on PATH', async () => {
  const chromium = await program('one', 'chromium');
  const edge = await program('two', 'microsoft-edge');
  const path = (...files: string[]) => ({ PATH: files.map((file) => dirname(file)).join(':') });
  assert.deepEqual(await findBrowser({ env: path(chromium, edge), platform: 'linux' }), {
    path: edge,
    kind: 'edge',
  });
  const chrome = await program('three', 'google-chrome-stable');
  const all = await findBrowser({ env: path(chromium, edge, chrome), platform: 'linux' });
  assert.deepEqual(all, { path: chrome, kind: 'chrome' });
});

test('Mac applications of the user are found', async () => {
  const home = join(folder, 'mac');
  const path = await program('mac', 'Applications', 'Chromium.app', 'Contents', 'MacOS', 'Chromium');
  const found = await findBrowser({ env: { HOME: home }, platform: 'darwin' });
  assert.deepEqual(found, { path, kind: 'chromium' });
});

test('the version is asked only when wanted', async () => {
  const given = await program('given', 'versioned');
  const plain = await findBrowser({ given, env: {}, platform: 'linux' });
  assert.equal(plain?.version, undefined);
  const versioned = await findBrowser({ given, env: {}, platform: 'linux', withVersion: true });
  assert.equal(versioned?.version, '156.0.8078.79');
});

test('on Windows the version is read from the folder beside the program', async () => {
  const given = await program('win', 'chrome.exe');
  await mkdir(join(folder, 'win', '157.0.1.2'));
  const found = await findBrowser({
    given: given.replaceAll('\\', '/'),
    env: {},
    platform: 'win32',
    withVersion: true,
  });
  assert.equal(found?.version, '157.0.1.2');
});
