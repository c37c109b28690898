import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { pageCall } from './page-call.ts';

test('a function, functions for it and JSON become one text', () => {
  function greet(shout: (words: string) => string, { name }: { readonly name: string }): string {
    return shout(`hello ${name}`);
  }
  const call = pageCall(greet, (words) => words.toUpperCase(), { name: 'a "b"' });
  assert.equal(runInNewContext(call), 'HELLO A "B"');
  assert.equal(runInNewContext(pageCall((given?: string) => typeof given, undefined)), 'undefined');
});
