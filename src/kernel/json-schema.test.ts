import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { describeTool, listed } from './descriptor.ts';
import { fields, flatSchema, needed, seldom, unlisted } from './json-schema.ts';

test('schemas are flat and without noise', () => {
  const schema = z.object({
    directory: z.string().nullable().describe('Where.'),
    port: z.int().min(1).max(65535),
    count: z.int().optional(),
    mode: z.enum(['a', 'b']).default('a'),
    frame: z.union([z.string(), z.number()]).optional(),
    list: z.array(z.object({ x: z.number().nullable() })),
  });
  assert.deepEqual(flatSchema(schema, 'input'), {
    type: 'object',
    properties: {
      directory: { description: 'Where.', type: ['string', 'null'] },
      port: { type: 'integer', minimum: 1, maximum: 65535 },
      count: { type: 'integer' },
      mode: { default: 'a', type: 'string', enum: ['a', 'b'] },
      frame: { type: ['string', 'number'] },
      list: {
        type: 'array',
        items: { type: 'object', properties: { x: { type: ['number', 'null'] } }, required: ['x'] },
      },
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

test('objects of any fields stay short', () => {
  assert.deepEqual(flatSchema(z.object({ rows: z.array(fields) }), 'output'), {
    type: 'object',
    properties: { rows: { type: 'array', items: { type: 'object' } } },
    required: ['rows'],
  });
});

test('unlisted arguments are taken and not shown', () => {
  const schema = z.object({ target: z.string(), ref: z.string().optional().meta(unlisted) });
  assert.deepEqual(flatSchema(schema, 'input'), {
    type: 'object',
    properties: { target: { type: 'string' } },
    required: ['target'],
  });
  assert.deepEqual(schema.parse({ target: 'a', ref: 'b' }), { target: 'a', ref: 'b' });
});

test('needed arguments are listed as required although another spelling may stand for them', () => {
  const schema = z.object({
    target: z.string().optional().meta(needed),
    ref: z.string().optional().meta(unlisted),
    text: z.string(),
  });
  assert.deepEqual(flatSchema(schema, 'input'), {
    type: 'object',
    properties: { target: { type: 'string' }, text: { type: 'string' } },
    required: ['target', 'text'],
  });
});

test('arguments that few calls need are shown by a whole list only', () => {
  const input = z.object({
    target: z.string(),
    button: z.string().optional().meta(seldom),
    ref: z.string().optional().meta(unlisted),
    fields: z.array(z.object({ value: z.string(), type: z.string().optional().meta(seldom) })).optional(),
  });
  const tool = { name: 'x', title: 'X', summary: 'X.', effect: 'write', faults: [], input } as const;
  const described = describeTool({ ...tool, run: async () => ({ blocks: [] }) });
  const shown = (length: 'usual' | 'whole') =>
    JSON.stringify(listed(described, length).inputSchema.properties);
  assert.equal(
    shown('usual'),
    '{"target":{"type":"string"},"fields":{"type":"array","items":{"type":"object","properties":{"value":{"type":"string"}},"required":["value"]}}}',
  );
  const whole = JSON.parse(shown('whole'));
  assert.deepEqual(Object.keys(whole), ['target', 'fields', 'button']);
  assert.deepEqual(Object.keys(whole.fields.items.properties), ['value', 'type']);
  assert.ok(!('seldom' in listed(described, 'usual')) && !JSON.stringify(whole).includes('unlisted'));
});
