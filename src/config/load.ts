import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import type { z } from 'zod';
import { fault } from '../kernel/fault.ts';
import { nearest } from '../kernel/nearest.ts';
import { looksLikeIni, parseIni } from './ini-file.ts';
import { envNames, envOf, type FlagNames, flagOf, type Option } from './option.ts';
import { type Config, type OptionKey, options } from './options.ts';
import { flatKeys } from './playwright-file.ts';
import { type Flags, readFlags } from './read-flags.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface LoadRequest {
  readonly argv: readonly string[];
  readonly env: Environment;
  /** The options that this command takes. */
  readonly takes: readonly OptionKey[];
  /** What this command calls some of its options on the command line. */
  readonly flagNames?: FlagNames | undefined;
  /** Options that cannot be given together, and why where that needs saying. */
  readonly conflicts?: readonly (readonly [OptionKey, OptionKey, why?: string])[] | undefined;
  /** What this command has as default where it differs. */
  readonly defaults?: Partial<Config> | undefined;
  /** Settings out of the environment names that another product has taught people. */
  readonly variables?: ((env: Environment) => Partial<Record<OptionKey, unknown>>) | undefined;
  /** Turns words that are no flags into settings; without it, such words are refused. */
  readonly words?: ((words: readonly string[]) => Partial<Record<OptionKey, unknown>>) | undefined;
}

export interface Loaded {
  readonly config: Config;
  /** What was set, and where: a file, an environment name; nothing is the command line. */
  readonly given: Sources;
  readonly help: boolean;
  readonly version: boolean;
}

/** Defaults < config file < environment < flags. */
export function loadConfig(request: LoadRequest): Loaded {
  const { takes, flagNames } = request;
  const flags = readFlags(request.argv, takes, flagNames);
  const raw: Partial<Record<OptionKey, unknown>> = { ...request.defaults };
  const given = new Map<OptionKey, string | undefined>();
  const take = (values: Iterable<readonly [OptionKey, unknown]>, source?: string) => {
    for (const [key, value] of values) {
      raw[key] = value;
      given.set(key, source);
    }
  };
  const file = configPath(flags, request.env);
  take(fromFile(file, takes), file.path);
  take(Object.entries(request.variables?.(request.env) ?? {}) as [OptionKey, unknown][], 'the environment');
  for (const [key, value, name] of fromEnvironment(request.env, takes)) take([[key, value]], name);
  take(flags.values);
  take(Object.entries(wordsOf(flags, request)) as [OptionKey, unknown][]);
  for (const [one, other, why] of request.conflicts ?? []) {
    if (!isSet(raw, given, one) || !isSet(raw, given, other)) continue;
    throw fault('CONFLICTING_FLAGS', { one: flagOf(one, flagNames), other: flagOf(other, flagNames), why });
  }
  return { config: check(raw, flagNames, given), given, help: flags.help, version: flags.version };
}

/** Where a setting came from, unless from the command line. */
type Sources = ReadonlyMap<OptionKey, string | undefined>;

/** A switch that was given as "off" is not set. */
function isSet(raw: Partial<Record<OptionKey, unknown>>, given: Sources, key: OptionKey): boolean {
  return given.has(key) && coerce(key, raw[key]) !== false;
}

function wordsOf(flags: Flags, request: LoadRequest) {
  if (flags.words.length === 0) return {};
  if (!request.words) throw fault('UNKNOWN_FLAG', { flag: `"${flags.words[0]}"` });
  return request.words(flags.words);
}

function fromEnvironment(
  env: Environment,
  takes: readonly OptionKey[],
): [key: OptionKey, value: string, name: string][] {
  return takes.flatMap((key): [OptionKey, string, string][] => {
    const name = envNames(key, options[key]).find((one) => env[one] !== undefined && env[one] !== '');
    return name === undefined ? [] : [[key, env[name]!, name]];
  });
}

/** The file that was named, or the user's own if there is one. */
function configPath(flags: Flags, env: Environment): { path: string; named: boolean } {
  const named = flags.values.get('config') ?? env[envOf('config')] ?? env.PLAYWRIGHT_MCP_CONFIG;
  if (typeof named === 'string' && named) return { path: named, named: true };
  const folder = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config');
  return { path: join(folder, 'sensorium', 'config.json'), named: false };
}

function fromFile(
  file: { path: string; named: boolean },
  takes: readonly OptionKey[],
): [OptionKey, unknown][] {
  let source: string;
  try {
    source = readFileSync(file.path, 'utf8');
  } catch (cause) {
    if (!file.named) return [];
    throw fault('INVALID_CONFIG_FILE', { path: file.path, problem: (cause as Error).message }, cause);
  }
  const isIni = file.path.endsWith('.ini') || looksLikeIni(source);
  const content = isIni ? iniContent(file.path, source) : jsonContent(file.path, source);
  return flatKeys(content).flatMap(([key, value]): [OptionKey, unknown][] => {
    if (!(key in options)) {
      const near = nearest(key, Object.keys(options));
      const problem = `unknown key "${key}"${near ? ` (did you mean "${near}"?)` : ''}`;
      throw fault('INVALID_CONFIG_FILE', { path: file.path, problem });
    }
    // One file may serve several commands: a key that this one does not take is another's business.
    return takes.includes(key as OptionKey)
      ? [[key as OptionKey, fromFolder(key as OptionKey, value, file.path)]]
      : [];
  });
}

/** Scripts that a config file names lie beside it, as playwright-mcp has it. */
function fromFolder(key: OptionKey, value: unknown, file: string): unknown {
  if (key !== 'initPage' && key !== 'initScript') return value;
  return [value].flat().map((path) => resolve(dirname(file), String(path)));
}

function jsonContent(path: string, source: string): Record<string, unknown> {
  const errors: ParseError[] = [];
  const content: unknown = parse(source.replace(/^\ufeff/, ''), errors, { allowTrailingComma: true });
  if (errors[0]) {
    const line = source.slice(0, errors[0].offset).split('\n').length;
    const problem = `${printParseErrorCode(errors[0].error)} in line ${line}`;
    throw fault('INVALID_CONFIG_FILE', { path, problem });
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw fault('INVALID_CONFIG_FILE', { path, problem: 'it must hold one JSON object' });
  }
  return content as Record<string, unknown>;
}

function iniContent(path: string, source: string): Record<string, unknown> {
  try {
    return parseIni(source);
  } catch (cause) {
    throw fault('INVALID_CONFIG_FILE', { path, problem: (cause as Error).message }, cause);
  }
}

function check(
  raw: Partial<Record<OptionKey, unknown>>,
  names: FlagNames | undefined,
  sources: Sources,
): Config {
  const entries = (Object.keys(options) as OptionKey[]).map((key) => {
    const parsed = options[key].schema.safeParse(coerce(key, raw[key]));
    const wrong = parsed.success
      ? missingFile(key, parsed.data)
      : problem(parsed.error.issues[0]!, key, raw[key]);
    if (wrong === undefined) return [key, parsed.data];
    const flag = flagOf(key, names);
    const source = sources.get(key);
    throw fault('INVALID_FLAG', { flag: source ? `${flag} (from ${source})` : flag, problem: wrong });
  });
  return Object.fromEntries(entries) as Config;
}

/** A wrong path shows up at the start, not at the first call that needs it. */
function missingFile(key: OptionKey, value: unknown): string | undefined {
  if (!(options[key] as Option).reads || value === undefined) return undefined;
  const missing = [value].flat().find((path) => !existsSync(String(path)));
  return missing === undefined ? undefined : `there is no ${missing}`;
}

/** Flags and variables are words; files hold JSON. Both end up as what the schema wants. */
function coerce(key: OptionKey, value: unknown): unknown {
  const { kind, separator = ',' } = options[key] as Option;
  if (kind === 'list' && value !== undefined) {
    return (Array.isArray(value) ? value : [value])
      .flatMap((item) => String(item).split(separator))
      .map((item) => item.trim());
  }
  if (typeof value !== 'string') return value;
  if (kind === 'json') return fromJson(value);
  if (kind === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (kind === 'switch')
    return /^(true|1|yes|on)$/i.test(value) || (/^(false|0|no|off)$/i.test(value) ? false : value);
  return value;
}

/** What is no JSON stays text, which the schema then refuses. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
  record: 'a JSON object',
};

function problem(issue: z.core.$ZodIssue, key: OptionKey, value: unknown): string {
  const shown = options[key].secret ? 'the given value' : JSON.stringify(value);
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'it must not be empty';
      if (issue.origin === 'string') return `${shown} is too short; at least ${issue.minimum} characters`;
      return `${shown} is too small; ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      if (issue.origin === 'string') return `${shown} is too long; at most ${issue.maximum} characters`;
      return `${shown} is too large; at most ${issue.maximum}`;
    case 'invalid_type':
      return `${shown} is not ${KINDS[issue.expected] ?? `a ${issue.expected}`}`;
    case 'invalid_value': {
      const allowed = issue.values.map(String);
      if (allowed.length === 1) return `${shown}: ${issue.message}`;
      const near = nearest(String(value), allowed);
      return `${shown} is not one of ${allowed.join(', ')}${near ? ` (did you mean ${near}?)` : ''}`;
    }
    default:
      return `${shown}: ${issue.message}`;
  }
}
