import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { makeHost } from '../../test/kit/session-host.ts';
import { describeTool } from './descriptor.ts';
import { defineModal, modesFor } from './modal.ts';
import type { AnyTool } from './tool.ts';

const defineMode = modesFor<unknown>();
const limit = z.int().min(1).describe('How many.');

const around: string[] = [];
const tool = defineModal({
  name: 'watch',
  title: 'Watch',
  summary: 'Watches.',
  effect: 'read',
  key: 'what',
  aliases: ['mode'],
  shared: { loud: z.boolean().default(false) },
  faults: [],
  modes: {
    birds: defineMode({
      summary: 'Birds.',
      input: z.object({ limit: limit.default(5), place: z.string() }),
      timeoutMs: ({ limit }) => limit * 1000,
      run: ({ args }) => ({ data: { birds: args.limit, place: args.place } }),
    }),
    stars: defineMode({
      summary: 'Stars.',
      isPlain: true,
      input: z.object({
        limit: limit.default(9),
        bright_only: z.boolean().optional().describe('Only those.'),
      }),
      run: ({ args }) => ({ data: { stars: args.limit } }),
    }),
  },
  async around(call, mode, run) {
    around.push(`${mode} ${call.args.loud}`);
    return run();
  },
});

const context = { era: 'legacy', signal: new AbortController().signal } as const;
const open = () => makeHost({ tools: [tool as AnyTool<unknown>] }).host.open({ transport: 'test', cwd: '/' });
const call = async (args: Record<string, unknown>) => open().callTool('watch', args, context);
const said = async (args: Record<string, unknown>) =>
  (await call(args)).content.map((block) => ('text' in block ? block.text : ''));

test('the enum is the list of modes, and the listed arguments are those of all of them, flat', () => {
  const { inputSchema, description } = describeTool(tool);
  assert.equal(description, 'Watches. (a, b?): needs a, takes b; [x]: only x.\nbirds(place): Birds.\nstars.');
  assert.deepEqual(inputSchema, {
    type: 'object',
    properties: {
      what: { type: 'string', enum: ['birds', 'stars'] },
      limit: { type: 'integer', description: 'How many. Default 5; stars 9.' },
      place: { type: 'string' },
      bright_only: { type: 'boolean', description: 'Only those. [stars]' },
      loud: { type: 'boolean', default: false },
    },
    required: ['what'],
  });
});

test('modes that take one argument are marked, and one sign stands for all of them', () => {
  const paged = z.object({ cursor: z.string().optional(), size: z.string().optional() });
  const sized = z.object({ size: z.string().optional() });
  const mode = (input: z.ZodObject) => defineMode({ summary: 'Any.', input, run: () => ({}) });
  const modes = { crows: mode(paged), ravens: mode(paged), starlings: mode(paged), one: mode(sized) };
  const many = { ...modes, other: mode(z.object({})), another: mode(z.object({})) };
  const rest = {
    name: 'look',
    title: 'Look',
    summary: 'Looks.',
    effect: 'read',
    key: 'what',
    faults: [],
  } as const;
  const { description, inputSchema } = describeTool(
    defineModal({ ...rest, marked: { argument: 'cursor', means: 'lists' }, modes: many }),
  );
  assert.match(description, /; \*: lists\.\ncrows\*: Any\.\nravens\*: Any\./);
  assert.deepEqual(inputSchema.properties, {
    what: { type: 'string', enum: Object.keys(many) },
    cursor: { type: 'string', description: '[*]' },
    size: { type: 'string', description: '[*, one]' },
  });
});

test('a mode gets its own arguments with its own defaults', async () => {
  assert.deepEqual(await said({ what: 'birds', place: 'lake' }), ['{"birds":5,"place":"lake"}']);
  assert.deepEqual(await said({ what: 'stars' }), ['{"stars":9}']);
  assert.deepEqual(await said({ mode: 'stars', limit: 2 }), ['{"stars":2}']);
});

test('what stands around sees the mode and the shared arguments', async () => {
  around.length = 0;
  await call({ what: 'stars', loud: true });
  assert.deepEqual(around, ['stars true']);
});

test('the time limit is the mode’s own', () => {
  assert.equal(tool.timeoutMs?.({ what: 'birds', place: 'x', limit: 3 }), 3000);
  assert.equal(tool.timeoutMs?.({ what: 'stars' }), undefined);
});

test('an argument of another mode, or of none, is named on every call', async () => {
  for (let i = 0; i < 2; i++) {
    const [, ...warnings] = await said({ what: 'stars', place: 'lake', brightonly: true });
    assert.deepEqual(warnings, [
      'Warning: watch stars does not take "place"; it was ignored; it is for birds.',
      'Warning: watch stars does not take "brightonly"; it was ignored. Did you mean "bright_only"?',
    ]);
  }
});

test('a missing or unknown mode and a missing argument are refused in a sentence', async () => {
  assert.match((await said({}))[0]!, /"what" is missing; allowed are birds, stars/);
  assert.match((await said({ what: 'brids' }))[0]!, /allowed are birds, stars \(did you mean "birds"\?\)/);
  assert.match((await said({ what: 'birds' }))[0]!, /"place" is missing/);
  assert.match(
    (await said({ what: 'birds', place: 'x', limit: 0 }))[0]!,
    /"limit" is 0; it must be at least 1/,
  );
});

test('who takes an argument is told in the fewest words, and a default that differs by mode', () => {
  const text = z.string().describe('Text.');
  const needs = defineMode({
    summary: 'N.',
    input: z.object({ text, size: z.int().default(1) }),
    run: () => ({}),
  });
  const takes = defineMode({
    summary: 'T.',
    input: z.object({ text: text.optional(), size: z.int().default(1), far: z.int().default(1) }),
    run: () => ({}),
  });
  const none = defineMode({ summary: 'X.', input: z.object({}), run: () => ({}) });
  const near = <Of extends { readonly input: z.ZodObject }>(mode: Of) => ({
    ...mode,
    input: mode.input.extend({ near: z.int().optional() }),
  });
  const modes = {
    first: needs,
    second: near(needs),
    third: near(needs),
    fourth: near(needs),
    fifth: near(takes),
    sixth: near(none),
    seventh: none,
    eighth: none,
    ninth: none,
  };
  const { inputSchema, description } = describeTool(
    defineModal({ name: 'm', title: '', summary: '', effect: 'read', key: 'what', faults: [], modes }),
  );
  const told = (name: string) =>
    (inputSchema.properties as Record<string, { description: string }>)[name]!.description;
  assert.equal(told('text'), 'Text.', 'said by the lines, which name it in any case');
  assert.equal(told('size'), '[as text]');
  assert.equal(told('far'), undefined);
  assert.match(description, /^first\(text\): N\.$/m);
  assert.match(description, /^fifth\(text\?, near\?, far\?\): T\.$/m);
  assert.equal(told('near'), undefined);
});

test('a default of another mode, filled in by the client, asks for nothing', () => {
  assert.deepEqual(tool.warnings?.({ what: 'stars', place: 'x' }).length, 1);
  const preset = defineMode({
    summary: '',
    input: z.object({ order: z.string().default('new') }),
    run: () => ({}),
  });
  const other = defineMode({ summary: '', input: z.object({}), run: () => ({}) });
  const both = defineModal({
    name: 'm',
    title: '',
    summary: '',
    effect: 'read',
    key: 'what',
    faults: [],
    modes: { preset, other },
  });
  assert.deepEqual(both.warnings?.({ what: 'other', order: 'new' }), []);
  assert.equal(both.warnings?.({ what: 'other', order: 'old' }).length, 1);
});

test('one name cannot mean two things', () => {
  const one = defineMode({ summary: '', input: z.object({ size: z.string() }), run: () => ({}) });
  const other = defineMode({ summary: '', input: z.object({ size: z.number() }), run: () => ({}) });
  assert.throws(
    () =>
      defineModal({
        name: 'm',
        title: '',
        summary: '',
        effect: 'read',
        key: 'what',
        faults: [],
        modes: { one, other },
      }),
    /"size" of m other is another argument/,
  );
});
