import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { type Fault, fault } from '../kernel/fault.ts';
import { playwrightError } from './playwright-error.ts';
import { validate } from './validate.ts';

test('a failure has the section of playwright-mcp', () => {
  const { content, isError } = playwrightError(fault('NO_HISTORY', { direction: 'back' }), 'x');
  assert.equal(isError, true);
  assert.deepEqual(content, [
    { type: 'text', text: '### Error\nError: There is no page to go back to. Navigate by URL.' },
  ]);
});

test('an answer that the fault brings along is the whole of it', () => {
  const failed = fault('NO_HISTORY', { direction: 'back' });
  const { content } = playwrightError(
    Object.assign(failed, { data: { answer: '### Error\nno\n### Page' } }),
    'x',
  );
  assert.deepEqual(content, [{ type: 'text', text: '### Error\nno\n### Page' }]);
});

test('wrong arguments are named as the check of playwright-mcp names them', () => {
  const schema = z.object({
    fields: z.array(z.object({ type: z.enum(['textbox', 'slider']) })),
    data: z.record(z.string(), z.string()).optional(),
    accept: z.boolean(),
  });
  assert.throws(
    () => validate('tool', schema, { fields: [{ type: 'color' }], data: { 'text/plain': 1 } }),
    (failed: Fault) => {
      assert.deepEqual(playwrightError(failed, 'tool').content, [
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
    JSON.stringify(playwrightError(plain, 'x')),
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
  const { args, warnings } = validate('tool', schema, { name: 'x', file: '', level: '', text: '' });
  assert.deepEqual(args, { name: 'x', level: 'a', text: '' });
  assert.deepEqual(warnings, []);
  assert.throws(() => validate('tool', schema, { name: '' }), { code: 'INVALID_ARGUMENTS' });
});
