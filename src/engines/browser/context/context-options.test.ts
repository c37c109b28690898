import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { playwrightOptions, readStorageState } from './context-options.ts';

test('a device gives its settings, single ones win', async () => {
  const options = await playwrightOptions({
    device: 'Pixel 7',
    locale: 'de-AT',
    userAgent: 'mine',
    initScripts: ['x'],
  });
  assert.equal(options.isMobile, true);
  assert.equal(options.userAgent, 'mine');
  assert.equal(options.locale, 'de-AT');
  assert.ok(!('device' in options) && !('initScripts' in options));
});

test('an unknown device names the nearest', async () => {
  await assert.rejects(playwrightOptions({ device: 'pixel-7' }), {
    code: 'NO_SUCH_DEVICE',
    hint: /"Pixel 7"/,
  });
});

test('a storage state comes from a file or as it is, and is checked', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'state-'));
  t.after(() => rm(folder, { recursive: true }));
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const good = await write('good.json', '{"cookies":[]}');
  assert.deepEqual(await readStorageState(good), { cookies: [], origins: [] });
  assert.deepEqual(await readStorageState({ cookies: [], origins: [] }), { cookies: [], origins: [] });
  await assert.rejects(readStorageState(await write('bad.json', '{')), { code: 'INVALID_STORAGE_STATE' });
  await assert.rejects(readStorageState(await write('odd.json', '{"cookies":1}')), {
    code: 'INVALID_STORAGE_STATE',
  });
  await assert.rejects(readStorageState(join(folder, 'none.json')), { code: 'FILE_NOT_READABLE' });
});
