import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as theirs from '@modelcontextprotocol/server/_shims';
import * as ours from './sdk-shims.ts';

test('it has all that the module has for which it stands', () => {
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort());
  assert.equal(ours.process, theirs.process);
});

test('an elicitation would be noticed', () => {
  assert.throws(() => new ours.DefaultJsonSchemaValidator().getValidator(), /no elicitation/);
});
