import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { scratch } from '../../test/kit/scratch.ts';
import { loadConfig } from '../config/load.ts';
import { Redactor } from '../kernel/redact.ts';
import { startLog } from './start-log.ts';

const configFor = (logFile: string) =>
  loadConfig({ argv: ['--log-file', logFile], env: { HOME: '/nonexistent' }, takes: ['logFile'] }).config;

test('no secret reaches the log file, however deep it is wrapped', async (t) => {
  const file = join(await scratch(t), 'x.log');
  const log = startLog(configFor(file), new Redactor());
  const inner = JSON.stringify({ api_key: 'inner-secret-1', note: 'shown' });
  log.error('call failed', {
    password: 'field-secret-2',
    token: 'named-secret-0123456789',
    body: `answer ${inner}`,
    cause: new Error(`GET /?api_key=error-secret-3`, { cause: new Error('Bearer cause-secret-4') }),
  });
  const written = readFileSync(file, 'utf8');
  assert.doesNotMatch(written, /secret-\d/);
  assert.match(written, /shown/);
  assert.equal(JSON.parse(written).message, 'call failed');
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('a log file that cannot be written is named as what it is', async (t) => {
  const folder = await scratch(t);
  for (const file of [folder, join(folder, 'no/such/x.log')])
    assert.throws(() => startLog(configFor(file), new Redactor()), /The file .* cannot be written \(E/);
});
