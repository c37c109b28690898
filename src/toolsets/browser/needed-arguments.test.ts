import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { needed } from '../../kernel/json-schema.ts';
import { withNeeded } from './needed-arguments.ts';

const word = z.string().optional();
const schema = withNeeded(
  z.object({
    target: word.meta(needed),
    ref: word,
    endTarget: word.meta(needed),
    endRef: word,
    text: z.string(),
  }),
);
const missing = (given: object) => schema.safeParse(given).error?.issues.map(({ path }) => path.join('.'));

test('an argument may come in either spelling, and is missing when it comes in none', () => {
  assert.equal(schema.safeParse({ target: 'a', endRef: 'b', text: '' }).success, true);
  assert.deepEqual(missing({}), ['target', 'endTarget', 'text']);
  assert.deepEqual(missing({ ref: 'a', text: '' }), ['endTarget']);
  // What is there but wrong is told once.
  assert.deepEqual(missing({ target: 5, endTarget: 'b', text: '' }), ['target']);
  assert.deepEqual(schema.safeParse({ endRef: 'b', text: '' }).error?.issues, [
    {
      code: 'invalid_type',
      expected: 'string',
      message: 'Invalid input: expected string, received undefined',
      path: ['target'],
    },
  ]);
});

test('a schema without such arguments stays what it is', () => {
  const plain = z.object({ text: z.string() });
  assert.equal(withNeeded(plain), plain);
});
