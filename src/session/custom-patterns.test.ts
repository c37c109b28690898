import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { scratch } from '../../test/kit/scratch.ts';
import { Redactor } from '../kernel/redact.ts';
import { loadPatterns } from './custom-patterns.ts';

async function written(t: TestContext, content: unknown): Promise<string> {
  const path = join(await scratch(t), 'patterns.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('custom patterns hide what they match and are counted', async (t) => {
  const path = await written(t, {
    patterns: [
      { name: 'ticket', pattern: 'TICKET-[0-9]+' },
      { name: 'codename', pattern: '(?i)project (apollo|zeus)', replacement: '***' },
    ],
  });
  const redactor = new Redactor({ custom: await loadPatterns(path) });
  assert.equal(
    redactor.text('TICKET-1 of Project Zeus, TICKET-22'),
    '[REDACTED:ticket] of ***, [REDACTED:ticket]',
  );
  assert.deepEqual(redactor.counts(), { codename: 1, ticket: 2 });
});

test('a pattern that would take exponential time elsewhere takes linear time here', async (t) => {
  const path = await written(t, { patterns: [{ name: 'evil', pattern: '(a+)+$' }] });
  const redactor = new Redactor({ custom: await loadPatterns(path) });
  const text = `${'a'.repeat(20_000)}!`;
  assert.equal(redactor.text(text), text);
});

test('what cannot be used is refused by name', async (t) => {
  await assert.rejects(loadPatterns('/nonexistent/p.json'), /p\.json cannot be used: ENOENT/);
  await assert.rejects(loadPatterns(await written(t, '{')), /cannot be used/);
  await assert.rejects(
    loadPatterns(await written(t, { patterns: [{ name: 'a b', pattern: 'x' }] })),
    /patterns\.0\.name/,
  );
  await assert.rejects(
    loadPatterns(await written(t, { patterns: [{ name: 'x', pattern: '(' }] })),
    /pattern "x"/,
  );
});
