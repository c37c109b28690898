import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertUploadable, assertValid } from '../../test/kit/sarif-schema.ts';
import { sarifLog } from './sarif.ts';

test('more findings than GitHub shows are left out, the least first, and said', async () => {
  const finding = (level: 'error' | 'note', n: number) => ({
    rule: { id: `rule-${level}`, short: 'A rule', tags: Array.from({ length: 30 }, (_, i) => `tag${i}`) },
    outcome: 'fail' as const,
    level,
    message: `${'long '.repeat(1000)}${n}`,
    page: 'http://a.test/100%/x y?q#h',
    fingerprint: '0123456789abcdef',
  });
  const findings = Array.from({ length: 6000 }, (_, n) => finding(n < 5500 ? 'note' : 'error', n));
  const tool = { name: 'some', version: '1' };
  const { log, left } = sarifLog([{ category: 'many', tool, findings }]);
  assert.equal(left, 1000);
  assertUploadable(log);
  await assertValid(log);
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
  const { results } = (log as any).runs[0];
  assert.equal(results.filter(({ level }: { level: string }) => level === 'error').length, 500);
  assert.equal(results[0].locations[0].physicalLocation.artifactLocation.uri, '100%25/x%20y');
});
