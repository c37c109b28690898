import type { z } from 'zod';
import { type JsonSchema, jsonSchema, propertiesOf } from '../kernel/json-schema.ts';
import { nearest } from '../kernel/nearest.ts';
import type { AnyTool } from '../kernel/tool.ts';

type Given = Readonly<Record<string, unknown>>;
const MOST_VALUE = 200;
const MOST_OTHERS = 20;

/**
 * The call as it would be taken: what was right stays, what had a wrong name gets the right one, what is missing
 * or wrong gets a sample. Undefined where a sample cannot be made of the schema alone.
 */
export function exampleCall(
  tool: Pick<AnyTool<unknown>, 'name' | 'input' | 'key' | 'modes'>,
  given: Given,
): string | undefined {
  const { key = '', modes = [] } = tool;
  const mode = modes.find(({ name }) => name === given[key]) ?? modes[0];
  const schema: z.ZodObject = mode?.input ?? tool.input;
  const args = { ...(mode && { [key]: mode.name }), ...fitting(schema, given) };
  return schema.safeParse(args).success ? `${tool.name} ${JSON.stringify(args)}` : undefined;
}

function fitting(schema: z.ZodObject, given: Given): Record<string, unknown> {
  const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
  const names = fields.map(([name]) => name);
  const others = Object.entries(given)
    .filter(([name]) => !names.includes(name))
    .slice(0, MOST_OTHERS);
  const nodes = propertiesOf(jsonSchema(schema, 'input'));
  const chosen = fields.flatMap(([name, field]) => {
    const meant = others.filter(([other]) => nearest(other, names) === name).map(([, value]) => value);
    const value = [given[name], ...meant].find((one) => one !== undefined && fits(field, one));
    if (value !== undefined) return [[name, value] as const];
    return field.safeParse(undefined).success ? [] : [[name, sample(nodes[name]!)] as const];
  });
  return Object.fromEntries(chosen);
}

const fits = (field: z.ZodType, value: unknown) =>
  field.safeParse(value).success && JSON.stringify(value).length <= MOST_VALUE;

function sample(node: JsonSchema): unknown {
  const [example] = (node.examples ?? node.enum ?? []) as unknown[];
  if (example !== undefined) return example;
  const [option] = (node.anyOf ?? []) as JsonSchema[];
  if (option) return sample(option);
  const type = Array.isArray(node.type) ? node.type[0] : node.type;
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer')
    return typeof node.minimum === 'number' ? Math.max(node.minimum, 1) : 1;
  if (type === 'array') return [sample((node.items ?? {}) as JsonSchema)];
  if (type !== 'object') return 'text';
  const inner = propertiesOf(node);
  return Object.fromEntries(((node.required ?? []) as string[]).map((name) => [name, sample(inner[name]!)]));
}
