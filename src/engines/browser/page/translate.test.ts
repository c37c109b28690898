import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fault } from '../../../kernel/fault.ts';
import { isClosedError, messageOf, translate } from './translate.ts';

const raise = (message: string) => new Error(message);

test('a fault stays what it is', () => {
  const known = fault('NO_MODAL_STATE', { wanted: 'dialog' });
  assert.equal(translate(known, { action: 'click' }), known);
});

test('a time-out says what the element lacked', () => {
  const raised = translate(
    raise(
      'locator.click: Timeout 5000ms exceeded.\nCall log:\n\u001b[2m  - waiting for locator("#x")\u001b[22m\n  - attempting click action\n    2 × waiting for element to be visible, enabled and stable\n      - element is not visible\n    - retrying click action',
    ),
    { action: 'click', target: '#x' },
  );
  assert.equal(raised.code, 'ACTION_TIMEOUT');
  assert.equal(raised.message, 'click was not possible within 5 s: element is not visible.');
});

test('a time-out is one whatever its number looks like', () => {
  const raised = translate(raise('locator.scrollIntoViewIfNeeded: Timeout 4992.948ms exceeded.'), {
    action: 'screenshot',
  });
  assert.deepEqual([raised.code, raised.data.ms], ['ACTION_TIMEOUT', 4993]);
});

test("a permission that there is not is the flag's mistake", () => {
  const raised = translate(raise('browser.newContext: Unknown permission: flying'), { action: 'start' });
  assert.equal(raised.code, 'INVALID_FLAG');
  assert.match(raised.message, /--grant-permissions: "flying" is no permission/);
});

test('several matches and bad selectors name the target', () => {
  const many = translate(
    raise('locator.click: Error: strict mode violation: locator("b") resolved to 3 elements:'),
    {
      action: 'click',
      target: 'b',
    },
  );
  assert.equal(many.code, 'AMBIGUOUS_TARGET');
  assert.deepEqual(many.data, { target: 'b', count: 3 });
  const bad = translate(raise('locator.count: Unexpected token "" while parsing css selector "a[".'), {
    action: 'look',
    target: 'a[',
  });
  assert.equal(bad.code, 'INVALID_LOCATOR');
});

test('a failed navigation is told in words', () => {
  const raised = translate(raise('page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:1/'), {
    action: 'navigate',
    url: 'http://127.0.0.1:1/',
  });
  assert.equal(raised.code, 'NAVIGATION_FAILED');
  assert.match(raised.message, /refuses the connection \(net::ERR_CONNECTION_REFUSED\)/);
  const late = translate(raise('page.goto: Timeout 60000ms exceeded.'), {
    action: 'navigate',
    url: 'http://x/',
  });
  assert.match(late.message, /no answer within 60 s/);
});

test('anything else keeps its first line, without colours', () => {
  const raised = translate(
    raise('locator.fill: Error: \u001b[31mInput of type "file" cannot be filled\u001b[39m\n at x'),
    {
      action: 'type',
    },
  );
  assert.equal(raised.code, 'ACTION_FAILED');
  assert.equal(raised.message, 'type failed: "Input of type \\"file\\" cannot be filled".');
  assert.equal(messageOf('plain'), 'plain');
});

test('closed targets are recognised', () => {
  assert.ok(isClosedError(raise('locator.click: Target page, context or browser has been closed')));
  assert.ok(isClosedError(raise('page.evaluate: Target crashed')));
  assert.ok(!isClosedError(raise('locator.click: Timeout 5000ms exceeded.')));
});
