import type { z } from 'zod';
import { fault } from '../kernel/fault.ts';
import { nearest } from '../kernel/nearest.ts';

interface Validated<Args> {
  readonly args: Args;
  /** One sentence for each argument that the tool does not know. */
  readonly warnings: readonly string[];
}

/** Checks the declared arguments; what is not declared is ignored and named. */
export function validate<S extends z.ZodObject>(
  tool: string,
  schema: S,
  given: Record<string, unknown>,
): Validated<z.output<S>> {
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw fault('INVALID_ARGUMENTS', {
      tool,
      problems: parsed.error.issues.map((issue) => problem(issue, given)),
    });
  }
  const known = Object.keys(schema.shape);
  const warnings = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => unknownArgument(name, known));
  return { args: parsed.data, warnings };
}

function unknownArgument(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return `unknown argument "${name}" was ignored${near ? `; did you mean "${near}"?` : '.'}`;
}

function problem(issue: z.core.$ZodIssue, given: unknown): string {
  const path = issue.path.map(String);
  const name = `"${path.join('.') || 'arguments'}"`;
  const value = path.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], given);
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return `${name} is missing (${issue.expected})`;
      return `${name} must be ${article(issue.expected)}, not ${show(value)}`;
    case 'invalid_value': {
      const allowed = issue.values.map(String);
      const near = typeof value === 'string' ? nearest(value, allowed) : undefined;
      const meant = near ? ` (did you mean "${near}"?)` : '';
      if (value === undefined) return `${name} is missing; allowed are ${allowed.join(', ')}`;
      return `${name} is ${show(value)}; allowed are ${allowed.join(', ')}${meant}`;
    }
    case 'too_small':
      return `${name} is ${show(value)}; it must be at least ${issue.minimum}${unit(issue.origin)}`;
    case 'too_big':
      return `${name} is ${show(value)}; it must be at most ${issue.maximum}${unit(issue.origin)}`;
    case 'unrecognized_keys':
      return `${name} has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return `${name}: ${issue.message}`;
  }
}

const unit = (origin: string) =>
  origin === 'string' ? ' characters long' : origin === 'array' ? ' items long' : '';

const article = (type: string) => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`);

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
