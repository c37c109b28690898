import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { Fault, fault } from '../../kernel/fault.ts';
import { validate } from '../../session/validate.ts';
import { type Account, renderFault } from './fault-words.ts';

const TAB = { title: '', url: 'http://a/', isCurrent: true, errors: 0, warnings: 0 };

test('a failure has the section of playwright-mcp', () => {
  const { content, isError } = renderFault(fault('NO_HISTORY', { direction: 'back' }), 'x');
  assert.equal(isError, true);
  assert.deepEqual(content, [
    { type: 'text', text: '### Error\nError: There is no page to go back to. Navigate by URL.' },
  ]);
});

test('a tool that is not there is told as a failure', () => {
  const unknown = fault('UNKNOWN_TOOL', { name: 'browser_fly' });
  assert.deepEqual(renderFault(unknown, 'browser_fly').content, [
    { type: 'text', text: '### Error\nTool "browser_fly" not found' },
  ]);
});

test('what a browser tool has to tell follows the failure, refs as the agent knows them', () => {
  const account: Account = {
    tool: 'browser_click',
    args: {},
    answer: { page: TAB, tabs: [TAB] },
    inNames: (words) => words.replace('e9', 'f1e9'),
  };
  const failed = new Fault('REF_GONE', { ref: 'e9', why: 'gone', near: [] }, undefined, account);
  assert.deepEqual(renderFault(failed, 'browser_click').content, [
    {
      type: 'text',
      text: '### Error\nError: Ref f1e9 not found in the current page snapshot. Try capturing new snapshot.\n### Page\n- Page URL: http://a/',
    },
  ]);
});

test('wrong arguments are named as the check of playwright-mcp names them', () => {
  const schema = z.object({
    fields: z.array(z.object({ type: z.enum(['textbox', 'slider']) })),
    data: z.record(z.string(), z.string()).optional(),
    accept: z.boolean(),
  });
  assert.throws(
    () =>
      validate({ name: 'tool', input: schema }, { fields: [{ type: 'color' }], data: { 'text/plain': 1 } }),
    (failed: Fault) => {
      assert.deepEqual(renderFault(failed, 'tool').content, [
        {
          type: 'text',
          text: `### Error
Invalid arguments for tool "tool":
✖ Invalid input: expected boolean, received undefined
  → at accept
✖ Invalid input: expected string, received number
  → at data["text/plain"]
✖ Invalid option: expected one of "textbox"|"slider"
  → at fields[0].type`,
        },
      ]);
      return true;
    },
  );
  const plain = fault('INVALID_ARGUMENTS', { tool: 'x', problems: ['"a" is b'] });
  assert.match(
    JSON.stringify(renderFault(plain, 'x')),
    /Invalid arguments for tool \\"x\\":\\n✖ \\"a\\" is b/,
  );
});

test('an empty text counts as left out where it can be left out and not be empty', () => {
  const schema = z.object({
    name: z.string().min(1),
    file: z.string().min(1).optional(),
    level: z.enum(['a', 'b']).default('a'),
    text: z.string().optional(),
  });
  const { args, warnings } = validate(
    { name: 'tool', input: schema },
    { name: 'x', file: '', level: '', text: '' },
  );
  assert.deepEqual(args, { name: 'x', level: 'a', text: '' });
  assert.deepEqual(warnings, []);
  assert.throws(() => validate({ name: 'tool', input: schema }, { name: '' }), { code: 'INVALID_ARGUMENTS' });
});
