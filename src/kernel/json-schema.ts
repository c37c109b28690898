import { z } from 'zod';

export type JsonSchema = { [key: string]: unknown };

/** Second names of the same argument: taken, and not listed. Use as `z.string().meta(alias('ref'))`. */
export const alias = (...names: readonly string[]) => ({ alias: names });

/** An argument that says what another one can say, in another way: taken, and not listed. */
export const unlisted = { unlisted: true };

/** A value of any kind says so by its list of types. */
export const anyValue = z
  .unknown()
  .meta({ type: ['string', 'number', 'boolean', 'object', 'array', 'null'] });

const COMBINERS = ['oneOf', 'anyOf', 'allOf', '$ref'];

/**
 * Left to the docs and to the sentence that refuses a wrong value. A range that must be known beforehand is told by
 * the description.
 */
const NOISE = [
  '$schema',
  'propertyNames',
  'examples',
  'alias',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
];

/**
 * The JSON Schema of a tool's input or output, flat: some clients refuse combiners and references, and every
 * character is read by an agent. What cannot be said flat is a mistake in the tool. Which fields of an answer are
 * always there is not told: nobody calls by it.
 */
export function flatSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return flatten(jsonSchema(schema, io), '', io === 'output' ? [...NOISE, 'required'] : NOISE);
}

export const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'draft-7' }) as JsonSchema;

export const propertiesOf = (node: JsonSchema) => (node.properties ?? {}) as Record<string, JsonSchema>;

function flatten(node: JsonSchema, path: string, noise: readonly string[]): JsonSchema {
  const merged = oneType(node);
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(merged)) {
    if (COMBINERS.includes(key))
      throw new Error(`Schema at ${path || 'the root'} is not flat: it has ${key}`);
    if (noise.includes(key)) continue;
    // "Default: none" is what optional says already.
    if (key === 'default' && value === null) continue;
    if (Array.isArray(value) && value.length === 0) continue;
    if (key === 'properties') {
      const inner = Object.entries(value as Record<string, JsonSchema>)
        .filter(([, property]) => property.unlisted !== true)
        .map(([name, property]) => [name, flatten(property, path ? `${path}.${name}` : name, noise)]);
      if (inner.length > 0) result[key] = Object.fromEntries(inner);
    } else if (key === 'items') result[key] = flatten(value as JsonSchema, `${path}[]`, noise);
    else if (key !== 'additionalProperties') result[key] = value;
    else if (isTyped(value)) result[key] = flatten(value, `${path}{}`, noise);
  }
  return result;
}

const isTyped = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && 'type' in value;

/** A union of plain types has a flat form: a list of types. A number is taken wherever a text is, so that says text. */
function oneType(node: JsonSchema): JsonSchema {
  const options = node.anyOf as JsonSchema[] | undefined;
  if (!options?.every((option) => typeof option.type === 'string')) return node;
  const { anyOf: _, ...rest } = node;
  const types = options.map((option) => option.type);
  if (new Set(types).size !== types.length) return node;
  if (types.every((type) => type === 'string' || type === 'number' || type === 'integer'))
    return { ...rest, type: 'string' };
  const details = Object.assign({}, ...options) as JsonSchema;
  const values = Array.isArray(details.enum) && types.includes('null') && [...details.enum, null];
  return { ...details, ...(values && { enum: values }), ...rest, type: types };
}
