import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messageOf, needsReading, previewArgs } from './console-values.ts';

describe('the line of a console', () => {
  const cases: readonly [readonly unknown[], string][] = [
    [[], ''],
    [['a', 1, null], 'a 1 null'],
    [[{ a: 1 }, 'b'], '{"a":1} b'],
    [['%s is %d years and %f m, %i', 'Ada', 36.9, 1.7, 3.9, 'rest'], 'Ada is 36 years and 1.7 m, 3 rest'],
    [['%cstyled%c text', 'color: red', ''], 'styled text'],
    [['100%', 'sure'], '100% sure'],
    [['%s and %s', 'one'], 'one and %s'],
    [['%o', { a: [1] }], '{"a":[1]}'],
    [['50%% of %s', 'it'], '50% of it'],
  ];
  for (const [args, line] of cases) {
    it(`is "${line}"`, () => assert.equal(messageOf(args, 100), line));
  }
  it('is cut when it is too long', () => assert.equal(messageOf(['abcdef'], 3), 'abc…'));
});

it('reads objects in the page only when the preview leaves something out', () => {
  const preview = (
    properties: { name: string; type: 'number' | 'object'; value: string }[],
    overflow = false,
  ) => ({
    type: 'object' as const,
    overflow,
    properties,
  });
  const flat = {
    type: 'object' as const,
    className: 'Object',
    objectId: '1',
    preview: preview([{ name: 'a', type: 'number', value: '1' }]),
  };
  assert.equal(needsReading([flat]), false);
  assert.deepEqual(previewArgs([flat], 10).args, [{ a: 1 }]);
  const deep = { ...flat, preview: preview([{ name: 'a', type: 'object', value: 'Object' }]) };
  assert.equal(needsReading([deep]), true);
  assert.equal(needsReading([{ ...flat, preview: preview([], true) }]), true);
  assert.equal(needsReading([{ type: 'string', value: 'x' }]), false);
});
