import assert from 'node:assert/strict';
import test from 'node:test';
import { fault } from '../kernel/fault.ts';
import { playwrightError } from './playwright-error.ts';

test('a failure has the section of playwright-mcp', () => {
  const { content, isError } = playwrightError(fault('NO_HISTORY', { direction: 'back' }));
  assert.equal(isError, true);
  assert.deepEqual(content, [
    { type: 'text', text: '### Error\nError: There is no page to go back to. Navigate by URL.' },
  ]);
});

test('a modal state is named with the tool that handles it', () => {
  const open = ['"alert" dialog with message "hi"'];
  const { content } = playwrightError(fault('MODAL_STATE', { open, tools: ['browser_handle_dialog'] }));
  assert.match(
    JSON.stringify(content),
    /### Modal state\\n- \[\\"alert\\" dialog with message \\"hi\\"\]: can be handled by browser_handle_dialog/,
  );
});
