import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../../test/kit/scratch.ts';
import { listProfiles, profileFolderOf } from './profile-store.ts';

test('profiles come from the list that the browser itself keeps', async (t) => {
  const folder = await scratch(t);
  const info_cache = { Default: { name: 'Person 1' }, 'Profile 3': { name: 'Work' }, Odd: { name: '' } };
  await writeFile(join(folder, 'Local State'), JSON.stringify({ profile: { info_cache } }));
  assert.deepEqual(await listProfiles(folder), [
    { directory: 'Default', name: 'Person 1' },
    { directory: 'Profile 3', name: 'Work' },
    { directory: 'Odd', name: 'Odd' },
  ]);
});

test('a browser that never ran, or whose list cannot be read, has none', async (t) => {
  const folder = await scratch(t);
  assert.deepEqual(await listProfiles(folder), []);
  await writeFile(join(folder, 'Local State'), '{"profile":');
  assert.deepEqual(await listProfiles(folder), []);
  await writeFile(join(folder, 'Local State'), '{"profile":[]}');
  assert.deepEqual(await listProfiles(folder), []);
  await mkdir(join(folder, 'sub'));
  assert.deepEqual(await listProfiles(join(folder, 'sub')), []);
});

test('each system and brand has its place', () => {
  const linux = { HOME: '/home/a' };
  assert.equal(profileFolderOf('chrome', linux, 'linux'), '/home/a/.config/google-chrome');
  assert.equal(profileFolderOf('chromium', { ...linux, XDG_CONFIG_HOME: '/c' }, 'linux'), '/c/chromium');
  const mac = { HOME: '/Users/a' };
  assert.equal(profileFolderOf('edge', mac, 'darwin'), '/Users/a/Library/Application Support/Microsoft Edge');
  const windows = { LOCALAPPDATA: 'C:\\Users\\a\\AppData\\Local' };
  assert.match(profileFolderOf('chrome', windows, 'win32')!, /Local\\Google\\Chrome\\User Data$/);
  assert.equal(profileFolderOf('chrome', {}, 'linux'), undefined);
});
