import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../kernel/clock.ts';
import { silentLog } from '../../kernel/log.ts';
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
