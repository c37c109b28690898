import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PrivateKind } from '../../../kernel/recognizer.ts';
import { makeFinder } from './find-private.ts';
import * as vectors from './fixtures/presidio-vectors.ts';

const strong = await makeFinder('eng', {});

async function check(kind: PrivateKind, { text, spans, isWeak }: vectors.Vector): Promise<void> {
  const found = async (find: typeof strong) =>
    (await find(text, '')).filter((match) => match.kind === kind).map(({ start, end }) => [start, end]);
  if (isWeak) {
    const any = await makeFinder('eng', { threshold: 0, kinds: [kind] });
    assert.deepEqual(await found(any), spans, `weak: ${text}`);
    assert.deepEqual(await found(strong), [], `too weak to hide: ${text}`);
  } else assert.deepEqual(await found(strong), spans, text);
}

const groups = [
  ['email', vectors.emails],
  ['credit_card', vectors.cards],
  ['ssn', vectors.ssns],
  ['phone', vectors.phones],
  ['ip_address', vectors.addresses],
  ['iban', vectors.ibans],
] as const;

describe('cases of Presidio', () => {
  for (const [kind, cases] of groups) {
    test(`${kind}: ${cases.length} cases`, async () => {
      assert.ok(cases.length >= 4);
      for (const vector of cases) await check(kind, vector);
    });
  }

  test('iban: every country, plain and in groups; not with a sign changed or missing', async () => {
    for (const plain of vectors.validIbans) {
      const grouped = plain.replaceAll(/(.{4})(?=.)/g, '$1 ');
      for (const text of [plain, grouped]) await check('iban', { text, spans: [[0, text.length]] });
      const last = plain.at(-1) === '0' ? '1' : '0';
      for (const text of [plain.slice(0, -1) + last, plain.slice(0, -1)])
        await check('iban', { text, spans: [] });
    }
  });

  for (const { country, ...vector } of vectors.phonesByCountry) {
    test(`phone of ${country}, when it is asked for`, async () => {
      const find = await makeFinder('eng', { countries: [country] });
      const found = (await find(vector.text, '')).map(({ kind, start, end }) => ({
        kind,
        span: [start, end],
      }));
      assert.deepEqual(found, [{ kind: 'phone', span: vector.spans[0] }]);
    });
  }
});
