import { z } from 'zod';

export type JsonSchema = { [key: string]: unknown };

/** An object whose fields the docs describe; a schema of each would cost agents more than it tells them. */
export const fields = z.looseObject({});

/**
 * For arguments that are taken but not listed: other spellings, and handles that the instructions tell of once
 * for all tools. Use as `z.string().optional().meta(unlisted)`.
 */
export const unlisted = { unlisted: true } as const;

/**
 * For arguments that few calls need: taken and not listed, except where clients know the tool from another server
 * and look for all that it takes there.
 */
export const seldom = { unlisted: true, seldom: true } as const;

/** For arguments that may be left out only because another spelling of them was given: lists name them as required. */
export const needed = { needed: true } as const;

const COMBINERS = ['oneOf', 'anyOf', 'allOf', '$ref'];

/**
 * The JSON Schema of a tool's input or output, flat: some clients refuse combiners and references, and every
 * character is read by an agent. What cannot be said flat is a mistake in the tool.
 */
export function flatSchema(schema: z.ZodType, io: 'input' | 'output', isWhole = false): JsonSchema {
  const isListed = ({ unlisted, seldom }: JsonSchema) => !unlisted || (isWhole && seldom === true);
  return flatten(z.toJSONSchema(schema, { io, target: 'draft-7' }) as JsonSchema, '', isListed);
}

type IsListed = (node: JsonSchema) => boolean;
const MARKS = ['needed', 'unlisted', 'seldom'];

/** Ranges and defaults are left to the docs and to the sentence that refuses a wrong value. */
const DETAILS = [
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
];

/** The same schema in as few characters as an agent needs to call the tool. */
export function terse(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(([key]) => !DETAILS.includes(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === 'items') return [key, terse(value as JsonSchema)];
      if (key !== 'properties') return [key, value];
      const inner = Object.entries(value as Record<string, JsonSchema>).map(([name, node]) => [
        name,
        terse(node),
      ]);
      return [key, Object.fromEntries(inner)];
    }),
  );
}

function flatten(node: JsonSchema, path: string, isListed: IsListed): JsonSchema {
  const merged = nullable(node);
  const result: JsonSchema = {};
  for (const [key, value] of Object.entries(merged)) {
    if (COMBINERS.includes(key))
      throw new Error(`Schema at ${path || 'the root'} is not flat: it has ${key}`);
    if (key === '$schema' || key === 'additionalProperties' || MARKS.includes(key)) continue;
    // zod prints the safe-integer range for every integer; it says nothing.
    if (typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER) continue;
    // An empty word is refused with a clear sentence; the reader need not be warned of it.
    if (key === 'minLength' && value === 1) continue;
    if (key === 'properties' && Object.keys(value as object).length === 0) continue;
    if (key === 'propertyNames') continue;
    if (key === 'properties') result[key] = mapValues(value as Record<string, JsonSchema>, path, isListed);
    else if (key === 'items') result[key] = flatten(value as JsonSchema, `${path}[]`, isListed);
    else if (key === 'required' && (value as string[]).length === 0) continue;
    else result[key] = value;
  }
  return withNeeded(result, merged);
}

function withNeeded(result: JsonSchema, { properties = {}, required = [] }: JsonSchema): JsonSchema {
  const more = Object.entries(properties as Record<string, JsonSchema>).filter(([, node]) => node.needed);
  if (more.length === 0) return result;
  return { ...result, required: [...more.map(([name]) => name), ...(required as string[])] };
}

function mapValues(
  properties: Record<string, JsonSchema>,
  path: string,
  isListed: IsListed,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, node]) => isListed(node))
      .map(([name, node]) => [name, flatten(node, path ? `${path}.${name}` : name, isListed)]),
  );
}

/** "X or null" is the one union that has a flat form: a list of types. So has a union of plain types. */
function nullable(node: JsonSchema): JsonSchema {
  const options = node.anyOf as JsonSchema[] | undefined;
  if (!options?.every((option) => typeof option.type === 'string')) return node;
  const { anyOf: _, ...rest } = node;
  const types = options.map((option) => option.type);
  if (new Set(types).size !== types.length) return node;
  const details = options.filter((option) => Object.keys(option).length > 1);
  return { ...Object.assign({}, ...details), ...rest, type: types };
}
