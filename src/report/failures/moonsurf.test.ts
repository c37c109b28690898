import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fault, fault } from '../../kernel/fault.ts';
import { MOONSURF_CODES, moonsurfFailure } from './moonsurf.ts';

function told(failed: Fault): { code: string; message: string } {
  const result = moonsurfFailure(failed);
  assert.equal(result.isError, true);
  const [block, ...more] = result.content;
  assert.equal(more.length, 0);
  return JSON.parse(block?.type === 'text' ? block.text : '').error;
}

test('faults are told by the codes of the list, and what is not on it is a TOOL_ERROR', () => {
  const cases: readonly (readonly [Fault, string])[] = [
    [fault('NO_INSTANCE', { id: 'x', ids: [] }), 'NO_INSTANCE'],
    [fault('NOT_CONNECTED', { id: 'x', why: 'gone' }), 'NOT_CONNECTED'],
    [fault('BROWSER_CRASHED', { what: 'browser' }), 'NOT_CONNECTED'],
    [fault('TOOL_TIMEOUT', { tool: 't', ms: 1 }), 'TOOL_TIMEOUT'],
    [fault('WAIT_TIMEOUT', { what: 'It did not come', ms: 1 }), 'TOOL_TIMEOUT'],
    [fault('INVALID_ARGUMENTS', { tool: 't', problems: ['p'] }), 'INVALID_ARGUMENTS'],
    [fault('ELEMENT_NOT_FOUND', { target: '#x' }), 'ELEMENT_NOT_FOUND'],
    [fault('PROFILE_LOCKED', { folder: '/p', holder: 'chrome (process 5)' }), 'PROFILE_LOCKED'],
    [fault('QUEUE_FULL', { target: 't', limit: 1 }), 'QUEUE_FULL'],
    [fault('LIMIT_REACHED', { what: 'w', limit: '1', waitedMs: 0 }), 'LIMIT_REACHED'],
    [fault('NAVIGATION_FAILED', { url: 'u', why: 'w' }), 'TOOL_ERROR'],
    [fault('INTERNAL'), 'TOOL_ERROR'],
  ];
  for (const [failed, code] of cases) assert.equal(told(failed).code, code, failed.code);
  assert.deepEqual(new Set(cases.map(([, code]) => code)), new Set<string>(MOONSURF_CODES));
});

test('the message says what happened and what to do, in the names of those tools', () => {
  const { message } = told(
    fault('MODAL_STATE', { open: ['"alert" dialog'], tools: ['browser_handle_dialog'] }),
  );
  assert.match(message, /alert.*browser_debug \(action "dialog"\)/);
  const gone = told(fault('NOT_CONNECTED', { id: 'inst_1', why: 'gone' })).message;
  assert.match(
    gone,
    /inst_1 is not connected: gone\. Pass its instanceId to browser_instance \(action "new"\)/,
  );
  const locked = told(fault('PROFILE_LOCKED', { folder: '/p', holder: 'chrome (process 5)' })).message;
  assert.match(locked, /in use by chrome \(process 5\)\. Close that browser/);
  for (const failed of [
    fault('WAIT_TIMEOUT', { what: 'It did not come', ms: 1 }),
    fault('ACTION_TIMEOUT', { action: 'click', ms: 1, why: 'covered' }),
    fault('ACTION_FAILED', { action: 'move', why: 'hidden' }),
    fault('ELEMENT_NOT_FOUND', { target: '#x' }),
    fault('INVALID_LOCATOR', { target: '##', why: 'odd' }),
    fault('BROWSER_NOT_FOUND', { wanted: 'Chrome' }),
  ])
    assert.doesNotMatch(told(failed).message, /snapshot|browser_install|such as e12/, failed.code);
});
