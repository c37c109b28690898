import { z } from 'zod';
import { withFirstNames } from './aliases.ts';
import { alias } from './json-schema.ts';
import { nearest } from './nearest.ts';
import type { Call, Effect, Reply, Tool } from './tool.ts';

/** One way to use a modal tool. Its schema is its own; the tool's list is made of all of them. */
export interface Mode<Deps, Input extends z.ZodObject = z.ZodObject> {
  /** One sentence: its line in the tool's description. */
  readonly summary: string;
  /** Its name says it: the sentence is for the docs only. */
  readonly isPlain?: boolean;
  readonly input: Input;
  /** It may destroy something, where not every mode of the tool does. */
  readonly destroys?: boolean;
  /** Time limit where the default does not fit, in milliseconds. */
  timeoutMs?(args: z.output<Input>): number | undefined;
  run(call: Call<z.output<Input>, Deps>): Promise<Reply> | Reply;
}

// biome-ignore lint/suspicious/noExplicitAny: run takes exactly what its own input schema gives
export type AnyMode<Deps> = Mode<Deps, any>;

export interface Modal<Deps> extends Pick<Tool<Deps>, 'name' | 'title' | 'summary' | 'openWorld' | 'faults'> {
  readonly effect: Effect;
  /** The argument that chooses the mode. */
  readonly key: string;
  /** Other names of it, which are taken and not listed. */
  readonly aliases?: readonly string[];
  readonly modes: Readonly<Record<string, AnyMode<Deps>>>;
  /** The modes that take `argument` are marked, so that one sign stands for all of them; `means` says what they are. */
  readonly marked?: { readonly argument: string; readonly means: string };
  /** Arguments that every mode takes and that `around` sees. */
  readonly shared?: z.ZodRawShape;
  readonly output?: z.ZodObject;
  /** Stands around every mode: what all of them need before and after. */
  around?(call: Call<Record<string, unknown>, Deps>, mode: string, run: () => Promise<Reply>): Promise<Reply>;
}

/** Each toolset makes its own `defineMode`, so that a mode sees what its toolset works on. */
export function modesFor<Deps>() {
  return <Input extends z.ZodObject>(mode: Mode<Deps, Input>): Mode<Deps, Input> => mode;
}

/**
 * One tool whose key chooses a mode. The enum is the list of modes, so none can be declared without a handler;
 * the listed arguments are those of all modes, each once and with the modes that take it.
 */
export function defineModal<Deps>(modal: Modal<Deps>): Tool<Deps> {
  const { aliases = [], modes, shared = {}, around, marked, ...common } = modal;
  const { name, effect, key } = common;
  const names = Object.keys(modes) as [string, ...string[]];
  const own = new Map(
    names.map((name) => [name, { ...modes[name]!, input: modes[name]!.input.extend(shared) }]),
  );
  const takes = takersOf(modal);
  const starred = new Set(takes.get(marked?.argument ?? '')?.presets.keys());
  const { listed, inLines } = union(names, takes, starred);
  const modeOf = (args: Readonly<Record<string, unknown>>) => own.get(String(args[key]))!;
  // A second name may be a first one in another mode.
  const ownArgs = (args: Readonly<Record<string, unknown>>) => withFirstNames(modeOf(args).input, args);

  const input = z
    .object({ [key]: z.enum(names).meta(alias(...aliases)), ...listed })
    .superRefine((args, context) => {
      const parsed = modeOf(args).input.safeParse(ownArgs(args));
      for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue, input: args });
    });

  return {
    ...common,
    star: marked?.means,
    input,
    modes: names.map((mode) => ({
      name: mode,
      summary: modes[mode]!.summary,
      isPlain: modes[mode]!.isPlain === true,
      isStarred: starred.has(mode),
      input: own.get(mode)!.input,
      also: inLines.filter((argument) => takes.get(argument)!.presets.has(mode)),
    })),
    destroys: (args) => effect === 'destroy' && modeOf(args).destroys === true,
    timeoutMs: (args) => modeOf(args).timeoutMs?.(modeOf(args).input.parse(ownArgs(args))),
    warnings(given) {
      const mode = own.get(String(given[key]));
      if (!mode) return [];
      const known = Object.keys(mode.input.shape);
      return Object.keys(ownArgs(given))
        .filter((argument) => argument !== key && !known.includes(argument))
        .filter((argument) => !isPreset(takes.get(argument), given[argument]))
        .map((argument) => unknownToMode(argument, `${name} ${given[key]}`, known, takes));
    },
    async run(call) {
      const mode = modeOf(call.args);
      const args = mode.input.parse(ownArgs(call.args));
      const run = async () => mode.run({ ...call, args });
      return around ? around({ ...call, args }, String(call.args[key]), run) : run();
    },
  };
}

/** An argument with the modes that take it, each with what it means there when it is left out. */
interface Takers {
  readonly schema: z.ZodType;
  /** As the modes gave it: mostly the same one each time. */
  readonly given: Set<z.core.$ZodType>;
  readonly presets: Map<string, unknown>;
  /** The modes whose line names it, as they cannot do without it. */
  readonly needing: Set<string>;
}

/** Some clients fill in every default that a list shows; that asks for nothing. */
const isPreset = (takers: Takers | undefined, value: unknown) =>
  takers !== undefined &&
  [...takers.presets.values()].some((preset) => JSON.stringify(preset) === JSON.stringify(value));

function unknownToMode(
  argument: string,
  mode: string,
  known: readonly string[],
  takes: ReadonlyMap<string, Takers>,
): string {
  const others = takes.get(argument);
  const near = nearest(argument, known);
  const hint = others
    ? `; it is for ${[...others.presets.keys()].slice(0, 3).join(', ')}.`
    : near
      ? `. Did you mean "${near}"?`
      : '.';
  return `${mode} does not take "${argument}"; it was ignored${hint}`;
}

function takersOf<Deps>({ name, modes, shared = {} }: Modal<Deps>): ReadonlyMap<string, Takers> {
  const all = new Map<string, Takers>();
  const entries = Object.entries(modes).flatMap(([mode, { input }]) =>
    Object.entries(input.shape as z.ZodRawShape).map((entry) => [mode, ...entry] as const),
  );
  // What all of them take is told last.
  const common = Object.keys(modes).flatMap((mode) =>
    Object.entries(shared).map((entry) => [mode, ...entry] as const),
  );
  for (const [mode, argument, schema] of [...entries, ...common]) {
    const { bare, preset } = stripped(schema as z.ZodType);
    const before = all.get(argument);
    // Its look takes long to make, and the same schema need not be compared with itself.
    if (before && !before.given.has(schema) && shownAs(before.schema) !== shownAs(bare))
      throw new Error(`"${argument}" of ${name} ${mode} is another argument than in the modes before it`);
    const takers = before ?? { schema: bare, given: new Set(), presets: new Map(), needing: new Set() };
    takers.given.add(schema);
    takers.presets.set(mode, preset);
    if (!(schema as z.ZodType).safeParse(undefined).success) takers.needing.add(mode);
    all.set(argument, takers);
  }
  return all;
}

/**
 * The arguments of all modes, each optional; a default of all modes is listed, others are told. Who takes one is said
 * by the argument or by the lines of those modes, whichever is shorter.
 */
function union(names: readonly string[], takes: ReadonlyMap<string, Takers>, starred: ReadonlySet<string>) {
  const seen: [string, ReadonlySet<string>][] = [];
  const inLines: string[] = [];
  const told = [...takes].map(([argument, takers]) => {
    const { schema, presets, needing } = takers;
    const { description, ...meta } = schema.meta() ?? {};
    const values = [...new Set(presets.values())];
    const said = [description, values.length > 1 ? presetWords(presets) : ''].filter(Boolean);
    const who = takerWords(names, takers, takes, starred.size > 0 ? [['*', starred], ...seen] : seen);
    const lengthBehind = who.length + (said.length > 0 ? BRACKETS : DESCRIPTION);
    const isInLines =
      who !== '' && who !== 'all' && (presets.size - needing.size) * (argument.length + MARK) <= lengthBehind;
    if (isInLines && !meta.unlisted) inLines.push(argument);
    if (!meta.unlisted) seen.push([argument, new Set(presets.keys())]);
    const words = [...said, ...(who && !isInLines ? [`[${who}]`] : [])];
    return [
      argument,
      schema.meta({
        ...meta,
        description: words.join(' ') || undefined,
        ...(values.length === 1 && values[0] !== undefined && { default: values[0] }),
      }),
    ];
  });
  return { listed: Object.fromEntries(told) as z.ZodRawShape, inLines };
}

/** What is written around an argument's modes, around its description where there is no other, and in a mode's line. */
const BRACKETS = ' []'.length;
const DESCRIPTION = '"description":"[]",'.length;
const MARK = ', ?'.length;

/**
 * Who takes it, in the fewest words: "click, type", "all but page", "as limit, page, not logs", "*, vitals"; nothing
 * where all do.
 */
function takerWords(
  names: readonly string[],
  { presets, needing }: Takers,
  takes: ReadonlyMap<string, Takers>,
  before: readonly (readonly [string, ReadonlySet<string>])[],
): string {
  const takers = [...presets.keys()];
  const others = names.filter((name) => !presets.has(name));
  // The lines that name it need it; without a word they would seem to be all that take it.
  if (others.length === 0) return needing.size === 0 || needing.size === names.length ? '' : 'all';
  const ways = [takers.join(', '), `all but ${others.join(', ')}`];
  for (const [argument, those] of before) {
    const more = takers.filter((name) => !those.has(name));
    const less = [...those].filter((name) => !presets.has(name));
    const not = less.length > 0 ? [`not ${less.join(', ')}`] : [];
    const like = argument === '*' ? argument : `as ${argument}`;
    if (takers.length > 2) ways.push([like, ...more, ...not].join(', '));
  }
  for (const [argument, { needing: those }] of takes) {
    if (those.size < 4 || ![...those].every((name) => presets.has(name))) continue;
    const more = takers.filter((name) => !those.has(name));
    ways.push([`where (${argument}) stands`, ...more].join(', '));
  }
  return ways.toSorted((one, other) => one.length - other.length)[0]!;
}

/** "Default 100; timeline 50, error_bundles 5." */
function presetWords(presets: ReadonlyMap<string, unknown>): string {
  const counts = new Map<unknown, number>();
  for (const preset of presets.values()) counts.set(preset, (counts.get(preset) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a)[0]!;
  const odd = [...presets].filter(([, preset]) => preset !== usual);
  const rest = odd.map(([mode, preset]) => `${mode} ${preset ?? 'none'}`).join(', ');
  return `Default ${usual ?? 'none'}; ${rest}.`;
}

function stripped(schema: z.ZodType): { bare: z.ZodType; preset: unknown } {
  let inner: z.ZodType = schema;
  let preset: unknown;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) {
    if (inner instanceof z.ZodDefault) preset = inner.def.defaultValue;
    inner = inner.unwrap() as z.ZodType;
  }
  return { bare: inner.optional().meta({ ...inner.meta(), ...schema.meta() }), preset };
}

const shownAs = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));
