import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { Download } from 'playwright-core';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLog } from '../../../kernel/log.ts';
import { Secrets } from '../secrets/secrets.ts';
import { Downloads, plainName, safeName } from './downloads.ts';

test('a name from a server becomes a plain file name', () => {
  const cases: readonly [string, string][] = [
    ['report.csv', 'report.csv'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\evil.exe', 'evil.exe'],
    ['.bashrc', 'bashrc'],
    ['a\u0000b<c>.txt', 'a_b_c_.txt'],
    ['', 'download'],
    ['...', 'download'],
  ];
  for (const [wanted, safe] of cases) assert.equal(safeName(wanted), safe);
  assert.ok(safeName(`${'x'.repeat(500)}.${'y'.repeat(500)}`).length <= 140);
});

test('a plainer name has letters, digits and dashes only', () => {
  assert.equal(plainName('re port (1).csv'), 're-port-1-.csv');
  assert.equal(plainName('../naïve_file.tar.gz'), 'naïve-file-tar.gz');
  assert.equal(plainName('README'), 'README');
});

test('waiting for a download that never was is a fault', async () => {
  const downloads = new Downloads({ folder: '/nowhere', clock: systemClock(), log: silentLog });
  await assert.rejects(downloads.wait('d1', 10), { code: 'WAIT_TIMEOUT' });
  await assert.rejects(downloads.wait(undefined, 10), { code: 'WAIT_TIMEOUT' });
  assert.deepEqual(downloads.list(), []);
});

const fakeDownload = (name: string, failure: string | null) =>
  ({
    url: () => `http://a/${name}`,
    suggestedFilename: () => name,
    failure: async () => failure,
    path: () => Promise.reject(new Error('it lies elsewhere')),
    createReadStream: async () => Readable.from('content'),
  }) as unknown as Download;

test('a download that fails leaves no file and says why; a name shows no secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'downloads-test-'));
  const secrets = new Secrets({ PASSWORD: 'hunter22' });
  const downloads = new Downloads({ folder, clock: systemClock(), log: silentLog, secrets });
  try {
    const { id } = downloads.track(fakeDownload('broken.bin', 'canceled'), 't1');
    const broken = await downloads.wait(id, 5_000);
    assert.deepEqual([broken.state, broken.failure, broken.path], ['failed', 'canceled', undefined]);
    const named = downloads.track(fakeDownload('of hunter22.txt', null), 't1');
    const { path, filename, size } = await downloads.wait(named.id, 5_000);
    assert.deepEqual([path, filename, size], [join(folder, 'of PASSWORD.txt'), 'of PASSWORD.txt', 7]);
    assert.deepEqual(await readdir(folder), ['of PASSWORD.txt']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
