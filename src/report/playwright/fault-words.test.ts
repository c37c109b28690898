import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fault, fault } from '../../kernel/fault.ts';
import { faultWords } from './fault-words.ts';

const said = (failed: Fault, tool = 'browser_click', path = '/client/a.txt') =>
  faultWords(failed, {
    tool,
    args: { role: 'button', accessibleName: 'Buy' },
    file: { path, folders: ['/client/.playwright-mcp', '/client'] },
  });

const timeout = Object.assign(
  new Error(
    'locator.click: Timeout 1000ms exceeded.\nCall log:\n\u001b[2m  - waiting for locator("#b")\u001b[22m\n',
  ),
  { name: 'TimeoutError' },
);
const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT' });

test('failures that stand alone', () => {
  const cases: readonly [Fault, string, string?][] = [
    [
      fault('REF_GONE', { ref: 'e9 (button "Save")', why: 'it was removed', near: [] }),
      'Error: Ref e9 not found in the current page snapshot. Try capturing new snapshot.',
    ],
    [
      fault('BROWSER_NOT_FOUND', { wanted: '/nowhere/chrome' }),
      "Error: browserType.launch: Failed to launch chromium because executable doesn't exist at /nowhere/chrome",
    ],
    [
      fault(
        'BROWSER_UNREACHABLE',
        { endpoint: 'ws://a:1', why: 'no' },
        new Error('connect ECONNREFUSED a:1 at ws://a:1/hunter2\nCall log: ws://a:1/hunter2'),
      ),
      'Error: connect ECONNREFUSED a:1 at ws://a:1',
    ],
    [
      fault('PROFILE_LOCKED', { folder: '/p', holder: 'another browser' }),
      'Error: Browser is already in use for /p, use --isolated to run multiple instances of the same browser',
    ],
    [fault('ELEMENT_NOT_FOUND', { target: '"#x"' }), 'Error: "#x" does not match any elements.'],
    [
      fault('ELEMENT_NOT_FOUND', { target: "getByText('x')" }),
      'Error: "getByText(\'x\')" does not match any elements.',
    ],
    [
      fault('INVALID_LOCATOR', { target: 'a[', why: 'no' }),
      'Error: browserBackend.callTool: Unexpected token "" while parsing css selector "". Did you mean to CSS.escape it?',
    ],
    [
      fault('ACTION_TIMEOUT', { action: 'click', ms: 1000, why: 'hidden' }, timeout),
      'TimeoutError: browserBackend.callTool: Timeout 1000ms exceeded.\nCall log:\n  - waiting for locator("#b")\n',
    ],
    [
      fault(
        'NAVIGATION_FAILED',
        { url: 'http://a/', why: 'x' },
        new Error('page.goto: net::ERR_FAILED at http://a/\n  - navigating, waiting until "commit"'),
      ),
      'Error: browserBackend.callTool: net::ERR_FAILED at http://a/\n  - navigating, waiting until "domcontentloaded"',
    ],
    [
      fault(
        'WAIT_TIMEOUT',
        { what: 'The text did not appear', ms: 1000 },
        new Error(
          "locator.waitFor: Timeout 1000ms exceeded.\n  - waiting for getByText('x').visible().first()",
        ),
      ),
      "TimeoutError: Timeout 1000ms exceeded.\n  - waiting for getByText('x').first()",
    ],
    [fault('NO_SUCH_TAB', { tab: '9', tabs: [] }), 'Error: Tab 9 not found'],
    [fault('NO_SUCH_TAB', { tab: 'to close', tabs: [] }), 'Error: Tab undefined not found'],
    [fault('BROWSER_SHARED'), 'Error: The browser context is shared between clients and cannot be closed.'],
    [fault('NOT_RECORDING', { what: 'trace' }), 'Error: Tracing is not started'],
    [fault('RECORDING_ALREADY', { what: 'video' }), 'Error: Video recording has already been started.'],
    [
      fault('NAVIGATION_BLOCKED', { url: 'file:///etc/passwd', why: 'blocked' }),
      'Error: Access to "file:" protocol is blocked. Attempted URL: "file:///etc/passwd"',
    ],
    [
      fault('NO_STORAGE_HERE', { url: 'about:blank' }),
      'Error: browserBackend.callTool: Cookie should have a url or a domain/path pair',
      'browser_cookie_set',
    ],
    [
      fault('FILE_NOT_ALLOWED', { path: '/etc/x' }),
      'Error: File access denied: /client/a.txt is outside allowed roots. Allowed roots: /client/.playwright-mcp, /client',
    ],
    [
      fault('FILE_NOT_READABLE', { path: 'a.txt', why: 'ENOENT' }, missing),
      "Error: Error reading storage state from /client/a.txt:\nENOENT: no such file or directory, open '/client/a.txt'",
      'browser_set_storage_state',
    ],
    [fault('EVALUATION_FAILED', { why: 'bad' }, new TypeError('bad')), 'TypeError: bad', 'browser_run_code'],
    [
      fault('INVALID_ARGUMENTS', { tool: 'x', problems: ['a', 'b'] }),
      'Invalid arguments for tool "x":\n✖ a\n✖ b',
      'x',
    ],
    // What it knows nothing of is told in our words.
    [fault('NO_HISTORY', { direction: 'back' }), 'Error: There is no page to go back to. Navigate by URL.'],
  ];
  for (const [failed, text, tool] of cases) assert.deepEqual(said(failed, tool), { text, hasPage: false });
});

test('failures that are a part of the answer', () => {
  const cases: readonly [Fault, string, string?][] = [
    [
      fault('MODAL_STATE', { open: ['File chooser'], tools: ['browser_file_upload'] }),
      'Error: Tool "browser_click" does not handle the modal state.',
    ],
    [
      fault('NO_MODAL_STATE', { wanted: 'dialog' }),
      'Error: The tool "browser_handle_dialog" can only be used when there is related modal state present.',
      'browser_handle_dialog',
    ],
    [
      fault('NO_SUCH_REQUEST', { number: 99, count: 3 }),
      'Request #99 not found. Use browser_network_requests to see available indexes.',
    ],
    [
      fault('EVALUATION_FAILED', { why: 'bad' }, new Error('page.evaluate: Error: bad\n    at eval')),
      'Error: bad\n    at eval',
      'browser_evaluate',
    ],
    [
      fault('EVALUATION_FAILED', { why: 'bad' }, new SyntaxError('Unexpected end of input')),
      'SyntaxError: Unexpected end of input',
      'browser_evaluate',
    ],
    [
      fault('FILE_NOT_READABLE', { path: 'a.txt', why: 'ENOENT' }, missing),
      "ENOENT: no such file or directory, stat '/client/a.txt'",
      'browser_file_upload',
    ],
    [fault('VERIFY_FAILED', { what: 'x' }), 'Text not found', 'browser_verify_text_visible'],
    [
      fault('VERIFY_FAILED', { what: 'x' }),
      'Element with role "button" and accessible name "Buy" not found',
      'browser_verify_element_visible',
    ],
    [
      fault('VERIFY_FAILED', { what: 'x', item: 'One' }),
      'Item "One" not found',
      'browser_verify_list_visible',
    ],
    [
      fault('VERIFY_FAILED', { what: 'x', expected: 'Eve', actual: '' }),
      'Expected value "Eve", but got ""',
      'browser_verify_value',
    ],
  ];
  for (const [failed, text, tool] of cases) assert.deepEqual(said(failed, tool), { text, hasPage: true });
});

test('arguments that do not fit each other', () => {
  const wrong = (tool: string, problem: string) =>
    said(fault('INVALID_ARGUMENTS', { tool, problems: [problem] }), tool);
  assert.deepEqual(wrong('browser_tabs', '"index" is missing'), {
    text: 'Error: Tab index is required',
    hasPage: false,
  });
  assert.deepEqual(wrong('browser_find', 'give "text", "regex", "role" or "name"'), {
    text: 'Provide either "text" or "regex" to search for.',
    hasPage: true,
  });
  assert.deepEqual(wrong('browser_find', 'give one of "text" and "regex", not both'), {
    text: 'Provide only one of "text" or "regex", not both.',
    hasPage: true,
  });
  assert.deepEqual(wrong('browser_find', '"regex" is no regular expression: ('), {
    text: 'Invalid arguments for tool "browser_find":\n✖ Invalid regular expression\n  → at regex',
    hasPage: false,
  });
  assert.deepEqual(wrong('browser_route', '"headers": "a\\"b" does not read "Name: Value"'), {
    text: 'Invalid header "a"b": expected "Name: Value"',
    hasPage: true,
  });
});
