import type { z } from 'zod';
import { type JsonSchema, jsonSchema, propertiesOf } from './json-schema.ts';

type Given = Readonly<Record<string, unknown>>;

/** Where second names stand: of the fields of an object, and inside of its fields. */
interface Names {
  readonly firstNames: ReadonlyMap<string, string>;
  readonly inside: ReadonlyMap<string, Names>;
}

const known = new WeakMap<z.ZodType, Names | undefined>();

/** The arguments under their first names, so that nobody behind this knows of others. The first name wins. */
export function withFirstNames(schema: z.ZodType, given: Given): Given {
  if (!known.has(schema)) known.set(schema, namesIn(jsonSchema(schema, 'input')));
  const names = known.get(schema);
  return names ? (renamed(given, names) as Given) : given;
}

/** The second names in a schema, each with its first name. */
export function aliasesIn(schema: z.ZodType): ReadonlyMap<string, string> {
  return namesIn(jsonSchema(schema, 'input'))?.firstNames ?? new Map();
}

function namesIn(node: JsonSchema): Names | undefined {
  if (node.items) return namesIn(node.items as JsonSchema);
  const properties = Object.entries(propertiesOf(node));
  const firstNames = properties.flatMap(([name, { alias = [] }]) =>
    (alias as string[]).map((other) => [other, name] as const),
  );
  const isFree = ([other]: readonly [string, string]) => !properties.some(([name]) => name === other);
  const inside = properties.flatMap(([name, property]) => {
    const names = namesIn(property);
    return names ? [[name, names] as const] : [];
  });
  if (firstNames.length + inside.length === 0) return undefined;
  return { firstNames: new Map(firstNames.filter(isFree)), inside: new Map(inside) };
}

function renamed(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(value)) {
    const first = names.firstNames.get(name);
    if (first !== undefined && (first in value || first in result)) continue;
    const deeper = names.inside.get(first ?? name);
    result[first ?? name] = deeper ? renamed(inner, deeper) : inner;
  }
  return result;
}
