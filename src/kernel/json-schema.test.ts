import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { withFirstNames } from './aliases.ts';
import { describeTool, inShort } from './descriptor.ts';
import { alias, anyValue, flatSchema } from './json-schema.ts';

test('schemas are flat and without noise', () => {
  const schema = z.object({
    directory: z.string().nullable().describe('Where.'),
    port: z.int().min(1).max(65535),
    count: z.int().optional(),
    mode: z.enum(['a', 'b']).default('a'),
    frame: z.union([z.string(), z.number()]).optional(),
    list: z.array(z.object({ x: z.number().nullable() })),
    headers: z.record(z.string(), z.string()).optional(),
    scheme: z.enum(['light', 'dark']).nullable().optional(),
    data: anyValue.optional(),
  });
  assert.deepEqual(flatSchema(schema, 'input'), {
    type: 'object',
    properties: {
      directory: { description: 'Where.', type: ['string', 'null'] },
      port: { type: 'integer' },
      count: { type: 'integer' },
      mode: { default: 'a', type: 'string', enum: ['a', 'b'] },
      frame: { type: ['string', 'number'] },
      list: {
        type: 'array',
        items: { type: 'object', properties: { x: { type: ['number', 'null'] } }, required: ['x'] },
      },
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      scheme: { type: ['string', 'null'], enum: ['light', 'dark', null] },
      data: { type: ['string', 'number', 'boolean', 'object', 'array', 'null'] },
    },
    required: ['directory', 'port', 'list'],
  });
});

test('what cannot be said flat is refused with its place', () => {
  const schema = z.object({
    a: z.object({ b: z.union([z.object({ x: z.string() }), z.object({ y: z.string() })]) }),
  });
  assert.throws(() => flatSchema(schema, 'input'), /a\.b is not flat: it has anyOf/);
});

test('second names are taken, also inside of lists, and not shown', () => {
  const target = z.string().meta(alias('ref', 'selector'));
  const schema = z.object({ target, fields: z.array(z.object({ target, value: z.string() })).optional() });
  const { properties, required } = flatSchema(schema, 'input');
  assert.deepEqual(Object.keys(properties as object), ['target', 'fields']);
  assert.ok(!JSON.stringify(properties).includes('ref'));
  assert.deepEqual(required, ['target']);
  assert.deepEqual(withFirstNames(schema, { ref: 'e1', fields: [{ selector: 'e2', value: 'x' }] }), {
    target: 'e1',
    fields: [{ target: 'e2', value: 'x' }],
  });
  assert.deepEqual(withFirstNames(schema, { ref: 'e1', target: 'e3' }), { target: 'e3' });
});

test('a short list has one sentence a tool, what is needed, and the first few of the rest', () => {
  const optional = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, z.string().optional()]),
  );
  const input = z.object({ ...optional, a: z.string().optional().describe('Not told.'), z: z.string() });
  const tool = {
    name: 'x',
    title: 'X',
    summary: 'Does it. And more.',
    effect: 'write',
    faults: [],
    input,
  } as const;
  const { description, inputSchema } = inShort(describeTool({ ...tool, run: async () => ({ blocks: [] }) }));
  assert.equal(description, 'Does it.');
  const { properties, required } = inputSchema as { properties: Record<string, unknown>; required: string[] };
  assert.deepEqual(Object.keys(properties), ['a', 'b', 'c', 'd', 'z']);
  assert.deepEqual([properties.a, required], [{ type: 'string' }, ['z']]);
});
