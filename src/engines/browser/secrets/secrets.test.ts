import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Redactor } from '../../../kernel/redact.ts';
import { Secrets } from './secrets.ts';

test('reads a dotenv file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, '.env');
  await writeFile(path, '# comment\nPASSWORD="p&ss wörd"\nTOKEN=abc123\nEMPTY=\n');
  const secrets = await Secrets.fromFile(path);
  assert.deepEqual(secrets.names, ['PASSWORD', 'TOKEN']);
  assert.deepEqual(secrets.resolve('PASSWORD'), { value: 'p&ss wörd', secret: 'PASSWORD' });
  assert.deepEqual(secrets.resolve('hello'), { value: 'hello' });
});

test('a missing file is a fault that names it', async () => {
  await assert.rejects(Secrets.fromFile('/nowhere/.env'), { code: 'NO_SUCH_SECRET_FILE' });
});

test('hides a value in every form it may take', () => {
  const value = 'p&ss "w<rd';
  const secrets = new Secrets({ PASSWORD: value });
  const forms = [
    value,
    JSON.stringify(value),
    encodeURIComponent(value),
    new URLSearchParams({ x: value }).toString(),
    'p&amp;ss &quot;w&lt;rd',
    Buffer.from(value).toString('base64'),
  ];
  for (const form of forms) {
    const hidden = secrets.hide(`before ${form} after`);
    assert.match(hidden, /<secret>PASSWORD<\/secret>/, form);
    assert.ok(!hidden.includes('ss'.concat(' ')), form);
  }
});

test('the longer of two values is hidden first, and JSON is walked', () => {
  const secrets = new Secrets({ SHORT: 'abc', LONG: 'abcdef' });
  assert.equal(secrets.hide('abcdef'), '<secret>LONG</secret>');
  assert.deepEqual(secrets.hideIn({ a: ['abc', 1, null], abcdef: true }), {
    a: ['<secret>SHORT</secret>', 1, null],
    '<secret>LONG</secret>': true,
  });
});

test('its patterns serve the redactor of everything that leaves', () => {
  const redactor = new Redactor({ custom: new Secrets({ KEY: 'hunter22' }).patterns() });
  assert.equal(redactor.text('it is hunter22'), 'it is <secret>KEY</secret>');
});
