import { z } from 'zod';

/**
 * An argument that has two spellings is optional in each, so that leaving out both must be looked for. It is
 * told like any other missing argument, in the order in which they are declared.
 */
export function withNeeded<Shape extends z.core.$ZodShape>(schema: z.ZodObject<Shape>): z.ZodObject<Shape> {
  const needed = Object.entries(schema.shape).filter(([, field]) => isNeeded(field));
  if (needed.length === 0) return schema;
  const spellings = needed.map(([name]) => [name, otherSpelling(name)] as const);
  const check = new z.core.$ZodCheck({ check: 'custom', when: () => true });
  check._zod.check = ({ value: given, issues }) => {
    if (typeof given !== 'object' || given === null) return;
    const value: Readonly<Record<string, unknown>> = { ...given };
    const wrong = new Set(issues.map(({ path }) => path?.[0]));
    const missing = spellings.filter((pair) =>
      pair.every((name) => value[name] === undefined && !wrong.has(name)),
    );
    issues.push(
      ...missing.map(([name]) => ({
        code: 'invalid_type' as const,
        expected: 'string' as const,
        input: undefined,
        inst: schema,
        path: [name],
      })),
    );
    const order = Object.keys(schema.shape);
    const place = (issue: (typeof issues)[number]) => order.indexOf(String(issue.path?.[0]));
    issues.sort((a, b) => place(a) - place(b));
  };
  return schema.check(check);
}

const isNeeded = (field: z.core.$ZodType) => z.globalRegistry.get(field)?.needed === true;

/** `ref` for `target`, `startRef` for `startTarget`. */
const otherSpelling = (name: string) => name.replace(/target$/, 'ref').replace(/Target$/, 'Ref');
