import { type Difference, type Schema, typeOf } from './shape.ts';

interface Operation {
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> } & Ref>
  >;
}
type Ref = { readonly $ref?: string };

/** A description of an API that somebody gave. */
export class OpenApi {
  readonly #document: Readonly<Record<string, unknown>>;
  readonly #paths: readonly {
    readonly pattern: readonly string[];
    readonly path: string;
    readonly item: Readonly<Record<string, Operation>>;
  }[];

  constructor(document: unknown) {
    const { openapi, paths } = (document ?? {}) as { openapi?: unknown; paths?: Record<string, unknown> };
    if (
      typeof openapi !== 'string' ||
      !openapi.startsWith('3.') ||
      typeof paths !== 'object' ||
      paths === null
    )
      throw new Error('it is no OpenAPI 3.x document in JSON');
    this.#document = document as Record<string, unknown>;
    this.#paths = Object.entries(paths).map(([path, item]) => ({
      path,
      pattern: path.split('/'),
      item: item as never,
    }));
  }

  /** The answers that are described for a request: of the path that fits best. A server may stand below a prefix. */
  find(
    method: string,
    pathname: string,
  ): { readonly path: string; readonly operation: Operation } | undefined {
    const parts = pathname.split('/');
    const fits = this.#paths
      .filter(({ pattern, item }) => item[method.toLowerCase()] && matches(pattern, parts))
      .toSorted((one, other) => fixedParts(other.pattern) - fixedParts(one.pattern));
    const [best] = fits;
    return best && { path: best.path, operation: best.item[method.toLowerCase()]! };
  }

  /** The schema of an answer; null when the status is not described, undefined when its body is not. */
  answer({ responses = {} }: Operation, status: number): Schema | null | undefined {
    const described = responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
    if (!described) return null;
    const { content = {} } = this.#resolve(described);
    const [, media] = Object.entries(content).find(([type]) => /json/.test(type)) ?? [];
    return media?.schema;
  }

  /** Where a value does not fit a schema. */
  differences(schema: Schema, value: unknown, path = '$', depth = 0): readonly Difference[] {
    if (depth > 40) return [];
    const s = this.#resolve(schema) as Schema & {
      readonly type?: string | readonly string[];
      readonly nullable?: boolean;
      readonly enum?: readonly unknown[];
      readonly required?: readonly string[];
      readonly properties?: Readonly<Record<string, Schema>>;
      readonly additionalProperties?: boolean | Schema;
      readonly items?: Schema;
      readonly allOf?: readonly Schema[];
      readonly oneOf?: readonly Schema[];
      readonly anyOf?: readonly Schema[];
    };
    const found: Difference[] = (s.allOf ?? []).flatMap((one) =>
      this.differences(one, value, path, depth + 1),
    );
    for (const choice of [s.oneOf, s.anyOf]) {
      if (!choice?.length) continue;
      const tries = choice.map((one) => this.differences(one, value, path, depth + 1));
      // The one that fits best says what is wrong.
      found.push(...tries.toSorted((one, other) => one.length - other.length)[0]!);
    }
    const type = typeOf(value);
    const types = s.type === undefined ? [] : typeof s.type === 'string' ? [s.type] : s.type;
    const isType =
      types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
    if (type === 'null' && (s.nullable || types.includes('null'))) return found;
    if (!isType) {
      const kind = type === 'null' ? 'null_field' : 'type_change';
      return [...found, { type: kind, path, expected: types.join(' or '), actual: type }];
    }
    if (s.enum && !s.enum.includes(value as never))
      found.push({
        type: 'enum_change',
        path,
        expected: s.enum.join(', '),
        actual: String(value).slice(0, 40),
      });
    if (Array.isArray(value) && s.items)
      for (const item of value.slice(0, 200))
        found.push(...this.differences(s.items, item, `${path}[]`, depth + 1));
    if (type !== 'object') return found;
    const object = value as Readonly<Record<string, unknown>>;
    for (const name of s.required ?? [])
      if (!Object.hasOwn(object, name))
        found.push({
          type: 'shape_change',
          path: `${path}.${name}`,
          expected: 'required',
          actual: 'missing',
        });
    for (const [name, inner] of Object.entries(object)) {
      const known = s.properties?.[name];
      if (known) found.push(...this.differences(known, inner, `${path}.${name}`, depth + 1));
      else if (s.properties && s.additionalProperties === false)
        found.push({
          type: 'new_field',
          path: `${path}.${name}`,
          expected: 'not described',
          actual: typeOf(inner),
        });
    }
    return found;
  }

  #resolve<T extends object>(value: T): T {
    let at: unknown = value;
    for (let steps = 0; steps < 20; steps++) {
      const { $ref } = (at ?? {}) as Ref;
      if (typeof $ref !== 'string' || !$ref.startsWith('#/')) break;
      at = $ref
        .slice(2)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce<unknown>(
          (node, part) => (node as Record<string, unknown> | undefined)?.[part],
          this.#document,
        );
    }
    return (at ?? {}) as T;
  }
}

const isFixed = (part: string) => !part.startsWith('{');
const fixedParts = (pattern: readonly string[]) => pattern.filter(isFixed).length;

/** The end of the path counts: servers stand below a prefix. */
function matches(pattern: readonly string[], parts: readonly string[]): boolean {
  const wanted = pattern.filter((part, index) => part !== '' || index > 0);
  const tail = parts.slice(-wanted.length);
  return (
    tail.length === wanted.length &&
    wanted.every((part, index) => (isFixed(part) ? part === tail[index] : tail[index] !== ''))
  );
}
