import assert from 'node:assert/strict';
import { test } from 'node:test';
import { action } from '../../../../test/kit/evidence-samples.ts';
import type { ActionData } from '../seen.ts';
import { actionWords } from './actions.ts';

const words = (...given: Parameters<typeof action>) => actionWords(action(...given) as ActionData);

test('an action in one line', () => {
  assert.equal(words('click', 'Save'), 'click "Save" button');
  assert.equal(words('input', 'Name', { value: 'Ada' }), 'input "Name" button "Ada"');
  assert.equal(words('navigate', 'x', { selectors: undefined, toUrl: 'http://a/' }), 'navigate "http://a/"');
  assert.equal(words('other', 'x', { selectors: undefined, step: 'drag mouse' }), 'drag mouse');
  assert.equal(
    words('click', 'x', { selectors: undefined, target: '#b', error: 'ACTION_TIMEOUT' }),
    'click #b (ACTION_TIMEOUT)',
  );
});
