import { findSecrets } from '../../../../kernel/redaction/find-secrets.ts';

type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'object' | 'array';

/** What values at one place of an answer have looked like so far. */
export interface Shape {
  readonly types: Set<TypeName>;
  /** How many values there were, and how many of them were objects. */
  count: number;
  objects: number;
  readonly fields: Map<string, { readonly shape: Shape; seen: number }>;
  items: Shape | undefined;
  /** Formats that all strings have had. */
  formats: Set<string> | undefined;
  /** The different strings, while they are few. */
  words: Set<string> | undefined;
  strings: number;
}

export const emptyShape = (): Shape => ({
  types: new Set(),
  count: 0,
  objects: 0,
  fields: new Map(),
  items: undefined,
  formats: undefined,
  words: new Set(),
  strings: 0,
});

const FORMATS: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}$/,
  uri: /^https?:\/\/[^\s]{3,2000}$/,
  ipv4: /^\d{1,3}(?:\.\d{1,3}){3}$/,
};
const MOST_WORDS = 8;
const MOST_DEPTH = 12;
const MOST_ITEMS = 200;

export function typeOf(value: unknown): TypeName {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'boolean' ? 'boolean' : typeof value === 'object' ? 'object' : 'string';
}

/** Takes one more value into account. */
export function learn(shape: Shape, value: unknown, depth = 0): void {
  const type = typeOf(value);
  shape.types.add(type);
  shape.count++;
  if (depth >= MOST_DEPTH) return;
  if (typeof value === 'string') learnString(shape, value);
  if (Array.isArray(value)) {
    shape.items ??= emptyShape();
    for (const item of value.slice(0, MOST_ITEMS)) learn(shape.items, item, depth + 1);
  } else if (type === 'object') {
    shape.objects++;
    for (const [name, inner] of Object.entries(value as object)) {
      const field = shape.fields.get(name) ?? { shape: emptyShape(), seen: 0 };
      shape.fields.set(name, field);
      field.seen++;
      learn(field.shape, inner, depth + 1);
    }
  }
}

function learnString(shape: Shape, value: string): void {
  const fits = Object.keys(FORMATS).filter((name) => FORMATS[name]!.test(value));
  shape.formats = new Set(shape.formats ? fits.filter((name) => shape.formats!.has(name)) : fits);
  shape.strings++;
  shape.words?.add(value);
  if (shape.words && (shape.words.size > MOST_WORDS || value.length > 40)) shape.words = undefined;
}

const isRequired = (shape: Shape, seen: number) => seen === shape.objects;

/** The same few words again and again. What may be a secret is none of them. */
function choicesOf({ words, strings }: Shape): readonly string[] | undefined {
  if (!words || words.size === 0 || strings < 6 || words.size * 3 > strings) return undefined;
  const all = [...words].toSorted();
  const isPlain = all.every((word) => /^[\w .:-]{1,40}$/.test(word) && findSecrets(word).length === 0);
  return isPlain ? all : undefined;
}

export type Schema = Readonly<Record<string, unknown>>;

/** As JSON Schema of OpenAPI 3.1. */
export function schemaOf(shape: Shape): Schema {
  const types = [...shape.types].filter((type) => type !== 'integer' || !shape.types.has('number'));
  const [format] = shape.formats ?? [];
  const choices = choicesOf(shape);
  const required = [...shape.fields].filter(([, { seen }]) => isRequired(shape, seen)).map(([name]) => name);
  const hasFields = shape.types.has('object');
  return {
    ...(types.length > 0 ? { type: types.length === 1 ? types[0] : types } : {}),
    ...(format && shape.types.has('string') ? { format } : {}),
    ...(choices && !format ? { enum: shape.types.has('null') ? [...choices, null] : choices } : {}),
    ...(hasFields
      ? {
          properties: Object.fromEntries(
            [...shape.fields].map(([name, field]) => [name, schemaOf(field.shape)]),
          ),
        }
      : {}),
    ...(hasFields && required.length > 0 ? { required } : {}),
    ...(shape.types.has('array') ? { items: shape.items ? schemaOf(shape.items) : {} } : {}),
  };
}

/** Where a value is not as those before it. */
export interface Difference {
  readonly type:
    | 'shape_change'
    | 'type_change'
    | 'null_field'
    | 'new_field'
    | 'format_change'
    | 'enum_change';
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

export function differences(shape: Shape, value: unknown, path = '$'): readonly Difference[] {
  const type = typeOf(value);
  const known = [...shape.types];
  const isKnown = shape.types.has(type) || (type === 'integer' && shape.types.has('number'));
  const found: Difference[] = [];
  if (!isKnown && known.length > 0) {
    const isWider = type === 'number' && shape.types.has('integer');
    if (type === 'null') return [{ type: 'null_field', path, expected: known.join(' or '), actual: 'null' }];
    // An array that was always empty says nothing of its items, nor null of what it stands for.
    if (known.every((one) => one === 'null')) return [];
    if (!isWider) return [{ type: 'type_change', path, expected: known.join(' or '), actual: type }];
  }
  if (type === 'string') found.push(...stringDifferences(shape, value as string, path));
  if (Array.isArray(value) && shape.items)
    for (const item of value.slice(0, MOST_ITEMS)) found.push(...differences(shape.items, item, `${path}[]`));
  if (type === 'object') {
    // Nothing was ever seen there.
    if (shape.count === 0) return found;
    const object = value as Readonly<Record<string, unknown>>;
    for (const [name, field] of shape.fields) {
      const at = `${path}.${name}`;
      if (Object.hasOwn(object, name)) found.push(...differences(field.shape, object[name], at));
      else if (isRequired(shape, field.seen))
        found.push({ type: 'shape_change', path: at, expected: 'always there', actual: 'missing' });
    }
    for (const name of Object.keys(object))
      if (!shape.fields.has(name))
        found.push({
          type: 'new_field',
          path: `${path}.${name}`,
          expected: 'not there',
          actual: typeOf(object[name]),
        });
  }
  return found;
}

function stringDifferences(shape: Shape, value: string, path: string): readonly Difference[] {
  const [format] = shape.formats ?? [];
  if (format && shape.strings >= 3 && !FORMATS[format]!.test(value))
    return [{ type: 'format_change', path, expected: format, actual: 'another text' }];
  const choices = format ? undefined : choicesOf(shape);
  if (choices && !choices.includes(value))
    return [{ type: 'enum_change', path, expected: choices.join(', '), actual: value.slice(0, 40) }];
  return [];
}
