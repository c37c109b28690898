import { z } from 'zod';

/** One thing that can be set. Flag, environment name, file key, --help and docs are derived from it. */
export interface Option<S extends z.ZodType = z.ZodType> {
  readonly schema: S;
  /** `switch` takes no value; `list` is comma-separated and may be repeated; `json` is an object. Its schema tells. */
  readonly kind: 'text' | 'number' | 'switch' | 'list' | 'json';
  /** What stands between the items of a list, when that is not a comma. */
  readonly separator?: RegExp;
  /** On the command line its list may also go on with the words that follow. */
  readonly isOpen?: true;
  readonly group: string;
  /** How the value is called in --help, such as PORT; of a choice, the words that it takes. */
  readonly placeholder?: string;
  readonly help: string;
  /** Environment names of other products that mean the same. */
  readonly alsoEnv?: readonly string[];
  /** Its users know it from playwright-mcp, whose environment name of it is taken too. */
  readonly isPlaywrights?: true;
  /** It names files or folders that must be there. */
  readonly reads?: true;
  /** It names a file or folder that need not be there yet. */
  readonly isPath?: true;
  /** Secret values are not shown in --help, logs or errors. */
  readonly secret?: boolean;
}

/** What fits into a header, whose ends are trimmed. */
export const keyText = z
  .string()
  .max(4096)
  .regex(/^[^\s\p{Cc}]*$/u, 'a key has no blanks and no control characters');

export const text = z.string().min(1);
export const headerLines = z.array(z.string().regex(/^[^:\s]+(:|$)/, 'it reads "Name: Value"')).default([]);
export const milliseconds = z.int().min(0).max(86_400_000);
export const portNumber = z.int().min(0).max(65535);

export const hostName = z
  .string()
  .min(1)
  .regex(/^[^\s/]+$/, 'it takes a name or an address, without http:// and path');

/** Whether a host to listen on can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** An address of one of these schemes. */
export const urlOf = (protocol: RegExp, error: string) => z.url({ protocol, error });

export function option<S extends z.ZodType>(
  group: string,
  spec: Omit<Option<S>, 'group' | 'kind'>,
): Option<S> {
  const inner = bare(spec.schema);
  const kind = KINDS[inner.def.type] ?? 'text';
  return {
    group,
    kind,
    ...(inner instanceof z.ZodEnum && { placeholder: inner.options.join('|') }),
    ...spec,
  };
}

/** An option that playwright-mcp has under the same name. */
export const playwrightOption: typeof option = (group, spec) =>
  option(group, { ...spec, isPlaywrights: true });

/** A switch that is off unless it is given. */
export const offSwitch = (group: string, help: string) =>
  option(group, { schema: z.boolean().default(false), help });
export const playwrightSwitch = (group: string, help: string) =>
  playwrightOption(group, { schema: z.boolean().default(false), help });

const KINDS: Readonly<Record<string, Option['kind']>> = {
  boolean: 'switch',
  number: 'number',
  array: 'list',
  record: 'json',
  object: 'json',
};

const bare = (schema: z.ZodType) =>
  schema instanceof z.ZodDefault || schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;

/** What a command calls some of its options on its command line, where another product has taught people so. */
export type FlagNames = Readonly<Record<string, string>>;

export const flagOf = (key: string, names: FlagNames = {}) => `--${kebab(names[key] ?? key)}`;
export const envOf = (key: string) => `SENSORIUM_${shouted(key)}`;
/** All environment names of an option, ours first. */
export const envNames = (key: string, { isPlaywrights, alsoEnv = [] }: Option) => [
  envOf(key),
  ...(isPlaywrights ? [`PLAYWRIGHT_MCP_${shouted(key)}`] : []),
  ...alsoEnv,
];
const shouted = (key: string) => kebab(key).replaceAll('-', '_').toUpperCase();
const kebab = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
