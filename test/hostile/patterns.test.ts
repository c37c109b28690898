/** Patterns that take JavaScript's own engine for ever, in every place that takes one. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { customFinder } from '../../src/engines/screen/pii/find-matches.ts';
import { readingsOf } from '../../src/engines/screen/pii/reading.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { loadPatterns } from '../../src/session/custom-patterns.ts';
import { readPattern } from '../../src/toolsets/browser/define-tool.ts';
import { NoiseBook } from '../../src/toolsets/telemetry/noise/noise-book.ts';
import { consoleLine, request } from '../kit/evidence-samples.ts';
import { longestHold } from '../kit/loop-holds.ts';
import { embeddedRecord, seen } from '../kit/record.ts';
import { scratch } from '../kit/scratch.ts';

/** None of them repeats a repetition in a way that a look at the pattern would tell. */
const SLOW = ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^a*a*a*a*a*a*$', '^(([a-z])+.)+[A-Z]([a-z])+$'];
const TEXT = `${'a'.repeat(1900)}!`;
const HELD_MS = 500;

async function quick(what: string, act: () => Promise<unknown>): Promise<void> {
  const held = await longestHold(act);
  assert.ok(held < HELD_MS, `${what} held the loop for ${held.toFixed(0)} ms`);
}

test('arguments of browser_find and browser_network_requests', async () => {
  for (const source of SLOW)
    await quick(source, async () => {
      const pattern = await readPattern('browser_find', 'regex', source);
      assert.equal(pattern.test(TEXT), false);
      assert.equal(TEXT.search(pattern), -1);
    });
});

test('noise rules, new ones and kept ones', async (t) => {
  const documents = (await embeddedRecord(t))().documents('noise');
  const item = { ...seen({ stream: 'console', data: consoleLine(TEXT) }), seq: 1, cursor: '' };
  const call = { ...seen({ stream: 'request', data: request(`/${TEXT}`) }), seq: 2, cursor: '' };
  const book = new NoiseBook(documents, systemClock());
  const rules = SLOW.flatMap((source) => [
    { category: 'console', classification: 'dismissed', match_spec: { message_regex: source } } as const,
    { category: 'network', classification: 'dismissed', match_spec: { url_regex: source } } as const,
  ]);
  await book.add(rules, 'user');
  await quick('a new rule', async () =>
    assert.deepEqual(
      [item, call].map((one) => book.isNoise(one)),
      [false, false],
    ),
  );
  // One that an older version took, and one that nobody can read.
  const unreadable = { ...rules[0], id: 'user_99', match_spec: { message_regex: '(?=a)' } };
  const kept = { version: 1, last: 2, rules: [...book.rules(), unreadable] };
  await documents.put('rules', kept);
  await quick('the next start', async () => {
    const next = new NoiseBook(documents, systemClock());
    await next.load();
    assert.equal(next.isNoise(item), false);
    assert.ok(next.rules().some(({ id }) => id === 'user_99'));
    await next.remove('user_99');
  });
});

test("the user's own patterns for text and pictures", async (t) => {
  const path = join(await scratch(t), 'patterns.json');
  const patterns = SLOW.map((pattern, at) => ({ name: `slow-${at}`, pattern }));
  writeFileSync(path, JSON.stringify({ patterns }));
  const loaded = await loadPatterns(path);
  await quick('text', async () => {
    for (const { spans } of loaded) Array.from(spans(TEXT));
  });
  const find = await customFinder(patterns, []);
  await quick('a picture', () => Promise.all(readingsOf(TEXT).map(find)));
});
