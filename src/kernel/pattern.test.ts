import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outsidePattern, quotePattern } from './pattern.ts';

test('a pattern finds what one of JavaScript would', async () => {
  const text = 'Error: café 12/7\nsecond line';
  for (const [source, flags] of [
    ['error', 'i'],
    ['caf\\u00e9 \\d+\\/\\d', ''],
    ['^second', 'm'],
    ['7.second', 's'],
    ['[^]line$', ''],
    ['absent', ''],
    ['', ''],
  ] as const) {
    const pattern = await outsidePattern(source, flags);
    const native = new RegExp(source, flags);
    assert.equal(pattern.test(text), native.test(text), source);
    assert.equal(text.search(pattern), text.search(native), source);
  }
  const spans = [...(await outsidePattern('[a-z]{2}|x*')).spans('ab-cde')];
  assert.deepEqual(spans, [
    [0, 2],
    [3, 5],
  ]);
  assert.equal(String(await outsidePattern('a', 'i')), '/a/i');
});

test('what RE2 does not know is refused with a word', async () => {
  for (const source of ['(', 'a(?=b)', '(a)\\1', '(?<!x)y'])
    await assert.rejects(outsidePattern(source), Error);
});

test('a complaint quotes what was written, and nothing that we put before it', async () => {
  await assert.rejects(outsidePattern('(a', 'i'), { message: /missing closing \): `\(a`$/ });
  await assert.rejects(outsidePattern('(?i)(a'), { message: /`\(\?i\)\(a`$/ });
  await assert.rejects(outsidePattern('(?<n', 'ims'), { message: /`\(\?<n`$/ });
});

test('quoted text means itself', async () => {
  const odd = 'a.b*c+(d)[e]{f}|g\\h^$?/-';
  assert.ok((await outsidePattern(`^${quotePattern(odd)}$`)).test(odd));
  assert.ok(!(await outsidePattern(quotePattern('a.b'))).test('axb'));
});
