import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { makeHost } from '../../test/kit/session-host.ts';
import { Fault } from '../kernel/fault.ts';
import { alias } from '../kernel/json-schema.ts';
import { defineModal, modesFor } from '../kernel/modal.ts';
import type { AnyTool } from '../kernel/tool.ts';
import { validate } from './validate.ts';

const type = {
  name: 'type',
  input: z.object({
    target: z
      .string()
      .min(1)
      .meta({ ...alias('ref'), examples: ['e12'] }),
    text: z.string(),
    delay: z.int().min(5).max(9).optional(),
    size: z.object({ width: z.int(), unit: z.enum(['px', 'em']) }).optional(),
  }),
};

function refused(tool: Parameters<typeof validate>[0], args: Record<string, unknown>): Fault {
  try {
    validate(tool, args);
  } catch (thrown) {
    assert.ok(thrown instanceof Fault);
    return thrown;
  }
  throw new assert.AssertionError({ message: 'it was taken' });
}

/** The arguments of the call that the refusal shows; they must be taken. */
function shown(tool: Parameters<typeof validate>[0], args: Record<string, unknown>): unknown {
  const [, json] = /^Call it like this: \w+ (.*)\.$/.exec(refused(tool, args).hint) ?? [];
  const example = JSON.parse(json ?? 'null');
  validate(tool, example);
  return example;
}

test('a value that came as a text is taken for what it says, where only that can be meant', () => {
  const taken = (args: Record<string, unknown>) => validate(type, { target: 'e1', text: 'x', ...args }).args;
  assert.deepEqual(taken({ delay: '7' }), { target: 'e1', text: 'x', delay: 7 });
  assert.deepEqual(taken({ text: '7' }), { target: 'e1', text: '7' });
  assert.deepEqual(taken({ text: 7, size: '{"width": 1, "unit": "px"}' }), {
    target: 'e1',
    text: '7',
    size: { width: 1, unit: 'px' },
  });
  assert.match(refused(type, { target: 'e1', text: 'x', delay: '70' }).message, /"delay" must be a/);
});

test('a refusal shows a call that is taken: what was right stays, what was misspelled is named', () => {
  assert.deepEqual(shown(type, {}), { target: 'e12', text: 'text' });
  assert.deepEqual(shown(type, { ref: 'e1', txt: 'Hello' }), { target: 'e1', text: 'Hello' });
  assert.deepEqual(shown(type, { target: [], text: 'x', delay: 3 }), { target: 'e12', text: 'x' });
  assert.deepEqual(shown(type, { text: 'x', target: 'e1', size: {} }), { target: 'e1', text: 'x' });
  assert.match(
    refused(type, { target: 'e1', txt: 'Hello' }).message,
    /"text" is missing \(string\); unknown argument "txt" \(did you mean "text"\?\)/,
  );
});

const mode = modesFor<unknown>();
let cleared = 0;
const clear = defineModal<unknown>({
  name: 'tidy',
  title: 'Tidy',
  summary: 'Tidies.',
  effect: 'destroy',
  key: 'action',
  faults: [],
  modes: {
    clear: mode({
      summary: 'Clears.',
      destroys: true,
      input: z.object({ buffer: z.enum(['all', 'logs']).default('all') }),
      run: () => ({ data: { cleared: ++cleared } }),
    }),
    look: mode({ summary: 'Looks.', input: z.object({ url: z.string() }), run: () => ({ data: {} }) }),
  },
});

test('of a tool with modes the mode that was meant is shown', () => {
  assert.deepEqual(shown(clear, { action: 'look' }), { action: 'look', url: 'text' });
  assert.deepEqual(shown(clear, { action: 'loook' }), { action: 'clear' });
});

test('nothing is destroyed by a call with an argument that means nothing', async () => {
  const open = (toleratesUnknown: boolean) =>
    makeHost({ tools: [clear as AnyTool<unknown>] }, { toleratesUnknown }).host.open({
      transport: 'test',
      cwd: '/',
    });
  const context = { era: 'legacy', signal: new AbortController().signal } as const;
  const refusal = await open(false).callTool('tidy', { action: 'clear', bufer: 'logs' }, context);
  assert.equal(refusal.isError, true);
  assert.match(
    JSON.stringify(refusal.content),
    /does not take \\"bufer\\" \(did you mean \\"buffer\\"\?\)\..*\{\\"action\\":\\"clear\\",\\"buffer\\":\\"logs\\"\}/,
  );
  assert.equal(cleared, 0);
  await open(false).callTool('tidy', { action: 'look', url: 'x', bufer: 'logs' }, context);
  const warned = await open(true).callTool('tidy', { action: 'clear', bufer: 'logs' }, context);
  assert.match(JSON.stringify(warned.content), /Warning: tidy clear does not take/);
  assert.equal(cleared, 1);
});
