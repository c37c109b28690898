import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { lessee, startPool } from '../../../../test/kit/pool.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { startSite } from '../../../../test/kit/site.ts';
import type { Fault } from '../../../kernel/fault.ts';
import { silentLog } from '../../../kernel/log.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import { driverFor } from './driver-for.ts';

const settings = { log: silentLog, env: process.env, local: {}, extensions: [] };

const code = (expected: string, words?: RegExp) => (thrown: unknown) => {
  assert.equal((thrown as Fault).code, expected, String(thrown));
  if (words) assert.match(`${(thrown as Fault).message} ${(thrown as Fault).hint}`, words);
  return true;
};

test('modes that need an address say so, and what a mode cannot be given is refused', async () => {
  await assert.rejects(driverFor({ mode: 'cdp' }, settings), code('MODE_NEEDS', /DevTools/));
  await assert.rejects(driverFor({ mode: 'playwright' }, settings), code('MODE_NEEDS', /server/));
  await assert.rejects(driverFor({ mode: 'grid' }, settings), code('MODE_NEEDS', /Grid/));
  const endpoint = 'http://127.0.0.1:1';
  await assert.rejects(
    driverFor({ mode: 'cdp', endpoint, profile: 'x' }, settings),
    code('MODE_CANNOT', /profile/),
  );
  await assert.rejects(
    driverFor({ mode: 'grid', endpoint, extensions: ['x'] }, settings),
    code('MODE_CANNOT'),
  );
  await assert.rejects(driverFor({ mode: 'chromium', endpoint }, settings), code('MODE_CANNOT', /endpoint/));
  assert.equal((await driverFor({ mode: 'cdp' }, { ...settings, cdpEndpoint: endpoint })).driver.kind, 'cdp');
  assert.equal(
    (await driverFor({ mode: 'grid' }, { ...settings, gridAddress: endpoint })).driver.kind,
    'grid',
  );
  const server = { ...settings, playwrightEndpoint: 'ws://127.0.0.1:1' };
  assert.equal((await driverFor({ mode: 'playwright' }, server)).driver.kind, 'playwright');
});

test('a browser that is not installed is not replaced by another, and those that are there are named', async (t) => {
  const bin = await scratch(t);
  const env = { PATH: bin, HOME: '/nowhere' };
  await writeFile(join(bin, 'google-chrome'), '#!/bin/sh\n', { mode: 0o755 });
  const nowhere = { ...settings, env };
  await assert.rejects(
    driverFor({ mode: 'edge' }, nowhere),
    code('MODE_NOT_HERE', /no Edge.*use mode .*chrome/),
  );
  await assert.rejects(driverFor({ mode: 'testing' }, nowhere), code('MODE_NOT_HERE', /Chrome for Testing/));
  assert.equal((await driverFor({ mode: 'chrome' }, nowhere)).browser, 'Chrome');
  const none = { ...settings, env: {}, local: { executablePath: '/nowhere/chrome' } };
  await assert.rejects(driverFor({}, none), code('BROWSER_NOT_FOUND', /nowhere/));
});

test('a program that was given is taken for the modes that it can be', async (t) => {
  const bin = await scratch(t);
  const program = join(bin, 'chromium');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  const given = { ...settings, env: { PATH: '', HOME: '/nowhere' }, local: { executablePath: program } };
  assert.equal((await driverFor({}, given)).mode, 'chromium');
  assert.equal((await driverFor({ mode: 'chromium' }, given)).mode, 'chromium');
  await assert.rejects(driverFor({ mode: 'edge' }, given), code('MODE_NOT_HERE', /no Edge/));
});

test('Firefox is the one that Playwright was built for: it works, or it is said how it is had', async (t) => {
  const { pool } = await startPool(t);
  const program = (await loadPlaywright()).firefox.executablePath();
  if (existsSync(program)) {
    const instance = await pool.open({ mode: 'firefox' }, lessee('ann'));
    const tab = await instance.engine.tab();
    await tab.page.goto('data:text/html,<title>Fox</title>');
    assert.equal(await tab.title(), 'Fox');
  } else {
    const opening = pool.open({ mode: 'firefox' }, lessee('ann'));
    await assert.rejects(opening, code('MODE_NOT_HERE', /install firefox\), or use mode/));
  }
  const extended = pool.open({ mode: 'firefox', extensions: ['x'] }, lessee('ann'));
  await assert.rejects(extended, code('MODE_CANNOT', /extensions/));
});

test('profiles: by name from the browser’s own list, unknown ones with what there is, locked ones with their holder', async (t) => {
  const home = await scratch(t);
  const store = join(home, '.config', 'chromium');
  await mkdir(store, { recursive: true });
  const info_cache = { Default: { name: 'Me' }, 'Profile 1': { name: 'Work' } };
  await writeFile(join(store, 'Local State'), JSON.stringify({ profile: { info_cache } }));
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: undefined };
  const { pool } = await startPool(t, {}, { env });
  const ann = lessee('ann');
  await assert.rejects(
    pool.open({ mode: 'chromium', profile: 'Play' }, ann),
    code('NO_SUCH_PROFILE', /Me \(Default\), Work \(Profile 1\)/),
  );
  const instance = await pool.open({ mode: 'chromium', profile: 'work' }, ann);
  assert.equal(instance.info().profile, 'Work');
  const tab = await instance.engine.tab();
  await tab.page.goto('chrome://version');
  assert.equal(await tab.page.textContent('#profile_path'), join(store, 'Profile 1'));
  await assert.rejects(
    pool.open({ mode: 'chromium', profile: 'Me' }, ann),
    code('PROFILE_LOCKED', new RegExp(`process ${instance.pid}`)),
  );
});

test('extensions are loaded, and the folder that they need goes with the browser', async (t) => {
  const folder = await scratch(t);
  const manifest = { manifest_version: 3, name: 'Marker', version: '1.0' };
  const scripts = [{ matches: ['<all_urls>'], js: ['mark.js'] }];
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, content_scripts: scripts }));
  await writeFile(join(folder, 'mark.js'), 'document.documentElement.dataset.marked = "yes";');
  const site = await startSite({ '/': '<title>Marked</title>' });
  t.after(() => site.close());
  const { pool } = await startPool(t);
  const ann = lessee('ann');
  const instance = await pool.open({ mode: 'chromium', extensions: [folder] }, ann);
  const tab = await instance.engine.tab();
  await tab.page.goto(site.url('/'));
  assert.equal(await tab.page.getAttribute('html', 'data-marked'), 'yes');
});
