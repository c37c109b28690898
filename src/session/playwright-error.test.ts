import assert from 'node:assert/strict';
import test from 'node:test';
import { fault } from '../kernel/fault.ts';
import { playwrightError } from './playwright-error.ts';

test('a failure has the section of playwright-mcp', () => {
  const { content, isError } = playwrightError(fault('NO_HISTORY', { direction: 'back' }), 'x');
  assert.equal(isError, true);
  assert.deepEqual(content, [
    { type: 'text', text: '### Error\nError: There is no page to go back to. Navigate by URL.' },
  ]);
});

test('a modal state is named with the tool that handles it', () => {
  const open = ['"alert" dialog with message "hi"'];
  const { content } = playwrightError(
    fault('MODAL_STATE', { open, tools: ['browser_handle_dialog'] }),
    'browser_click',
  );
  assert.match(JSON.stringify(content), /Tool \\"browser_click\\" does not handle the modal state/);
  assert.match(
    JSON.stringify(content),
    /### Modal state\\n- \[\\"alert\\" dialog with message \\"hi\\"\]: can be handled by browser_handle_dialog/,
  );
});

test('what its clients may look for is in its own words', () => {
  const words = (one: Parameters<typeof playwrightError>[0]) =>
    JSON.stringify(playwrightError(one, 'browser_click'));
  assert.match(
    words(fault('REF_GONE', { ref: 'e9 (button "Save")', why: 'it was removed', near: [] })),
    /Error: Ref e9 not found in the current page snapshot\. Try capturing new snapshot\./,
  );
  assert.match(
    words(fault('ELEMENT_NOT_FOUND', { target: '#x' })),
    /Error: #x does not match any elements\."/,
  );
  assert.match(
    words(fault('INVALID_ARGUMENTS', { tool: 'browser_click', problems: ['"target" is missing'] })),
    /Invalid arguments for tool \\"browser_click\\":\\n✖/,
  );
});
