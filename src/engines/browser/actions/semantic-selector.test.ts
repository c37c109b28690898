import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectorCandidates } from './semantic-selector.ts';

const cases: readonly (readonly [string, readonly string[]])[] = [
  ['#save', ['#save']],
  ['role=button[name="Save"]', ['role=button[name="Save"]']],
  ['text=Save all', ['text="Save all"', 'text=Save all']],
  ['text="Save"', ['text="Save"', 'text=Save']],
  ['text=/sa.e/i', ['text="/sa.e/i"', 'text=/sa.e/i']],
  ['text=/orders/{id}', ['text="/orders/{id}"', 'internal:text="/orders/{id}"i']],
  ['text=/about', ['text="/about"', 'internal:text="/about"i']],
  ['label=Name', ['internal:label="Name"s', 'internal:label="Name"i']],
  [
    'placeholder=Your name',
    ['internal:attr=[placeholder="Your name"s]', 'internal:attr=[placeholder="Your name"i]'],
  ],
  ['aria-label=Close', ['css=[aria-label="Close"]', 'css=[aria-label^="Close" i]']],
  ['my-card >>> button', ['my-card >> button']],
  ['.twin:nth-match(2)', ['.twin >> nth=1']],
  ['my-card >>> text=Go:nth-match(1)', ['my-card >> text="Go" >> nth=0', 'my-card >> text=Go >> nth=0']],
];

for (const [selector, forms] of cases) {
  test(selector, () => assert.deepEqual(selectorCandidates(selector), forms));
}
