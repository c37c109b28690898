import type { z } from 'zod';
import { withFirstNames } from '../kernel/aliases.ts';
import { cut, MOST_NAME } from '../kernel/cut.ts';
import { fault } from '../kernel/fault.ts';
import { type JsonSchema, jsonSchema, propertiesOf } from '../kernel/json-schema.ts';
import { nearest } from '../kernel/nearest.ts';
import type { AnyTool } from '../kernel/tool.ts';

interface Validated<Args> {
  readonly args: Args;
  /** One sentence for each argument that the tool does not know. */
  readonly warnings: readonly string[];
}

type Given = Readonly<Record<string, unknown>>;
type Checked<Deps> = Pick<AnyTool<Deps>, 'name' | 'input' | 'key' | 'modes' | 'warnings'>;

/** Checks the declared arguments; what is not declared is ignored and named. */
export function validate<Deps, Args = Record<string, unknown>>(
  tool: Checked<Deps>,
  raw: Given,
): Validated<Args> {
  const { name, input } = tool;
  const tooDeep = `they are nested more than ${MOST_DEPTH} deep`;
  if (isTooDeep(raw)) throw fault('INVALID_ARGUMENTS', { tool: name, problems: [tooDeep] });
  const given = withFirstNames(input, raw);
  const warnings = tool.warnings?.(given) ?? unknownArguments(Object.keys(input.shape), given);
  const known = withoutEmpty(input, given);
  const parsed = parse(input, known);
  if (parsed.success) return { args: parsed.data as Args, warnings };
  const wrong = parsed.error.issues.map((issue: z.core.$ZodIssue) => problem(issue, given));
  throw fault(
    'INVALID_ARGUMENTS',
    {
      tool: name,
      // What a tool of several modes checks itself may have been said by the list already.
      problems: [...new Set([...wrong, ...warnings.map(asProblem)])],
      ...firstWrong(parsed.error.issues, given),
      example: exampleCall(tool, given),
    },
    parsed.error,
  );
}

function parse(input: z.ZodObject, known: Given) {
  const parsed = input.safeParse(known);
  if (parsed.success) return parsed;
  const meant = input.safeParse(asMeant(input, known, parsed.error.issues));
  return meant.success ? meant : parsed;
}

/** Some clients send every value as a text: "1" for 1, "true", "[…]"; others a number where a text is wanted. */
function asMeant(input: z.ZodObject, known: Given, issues: readonly z.core.$ZodIssue[]): Given {
  const changed = { ...known };
  for (const { path } of issues) {
    const name = String(path[0]);
    const field = path.length === 1 ? input.shape[name] : undefined;
    const other = field && otherForms(known[name]).find((form) => field.safeParse(form).success);
    if (other !== undefined) changed[name] = other;
  }
  return changed;
}

function otherForms(value: unknown): readonly unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'string' || !/^\s*(-?\d|true|false|\[|\{)/.test(value)) return [];
  try {
    return [JSON.parse(value) as unknown];
  } catch {
    return [];
  }
}

/** Whoever destroys something must not have meant something else. */
export function refuseUnknown<Deps>(tool: Checked<Deps>, raw: Given, warnings: readonly string[]): void {
  if (warnings.length === 0) return;
  const example = exampleCall(tool, withFirstNames(tool.input, raw));
  throw fault('INVALID_ARGUMENTS', { tool: tool.name, problems: warnings.map(asProblem), example });
}

/** The same where the call is refused, and so nothing was ignored. */
const asProblem = (warning: string) =>
  warning
    .replace(/;? (it )?was ignored/, '')
    .replace(/[;.] did you mean ("[^"]*")\?$/i, ' (did you mean $1?)')
    .replace(/\.$/, '');

function unknownArguments(known: readonly string[], given: Given): string[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const named = unknown.slice(0, MOST_WARNINGS).map((name) => unknownArgument(cut(name, MOST_NAME), known));
  const rest = unknown.length - named.length;
  return rest > 0 ? [...named, `${rest} more unknown arguments were ignored.`] : named;
}

/**
 * Some clients fill in every argument that a list shows, with an empty text where they have none. Where that cannot
 * be meant, it counts as left out.
 */
function withoutEmpty(schema: z.ZodObject, given: Given): Given {
  const isEmpty = (name: string) => {
    const field = given[name] === '' ? schema.shape[name] : undefined;
    return field !== undefined && !field.safeParse('').success;
  };
  const empty = Object.keys(given).filter(isEmpty);
  if (empty.length === 0) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !empty.includes(name)));
}

const MOST_WARNINGS = 20;
/** Whatever walks through arguments, checks and redaction too, goes one call deeper with each level. */
const MOST_DEPTH = 256;

function isTooDeep(given: Given): boolean {
  let level: unknown[] = Object.values(given).filter((value) => typeof value === 'object');
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value ? Object.values(value) : []));
  }
  return false;
}

function firstWrong([issue]: readonly z.core.$ZodIssue[], given: Given) {
  const param = issue?.path[0];
  if (param === undefined) return {};
  return { param: String(param), isMissing: given[String(param)] === undefined };
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
  return text.length > 60 ? cut(text, 57) : text;
}

const MOST_VALUE = 200;
const MOST_OTHERS = 20;

/**
 * The call as it would be taken: what was right stays, what had a wrong name gets the right one, what is missing
 * or wrong gets a sample. Undefined where a sample cannot be made of the schema alone.
 */
function exampleCall(
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
