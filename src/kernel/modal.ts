import { z } from 'zod';
import { needed, unlisted } from './json-schema.ts';
import { nearest } from './nearest.ts';
import type { Call, Effect, Reply, Tool } from './tool.ts';

/** One way to use a modal tool. Its schema is its own; the tool's list is made of all of them. */
export interface Mode<Deps, Input extends z.ZodObject = z.ZodObject> {
  /** One sentence, for the docs. */
  readonly summary: string;
  readonly input: Input;
  /** Time limit where the default does not fit, in milliseconds. */
  timeoutMs?(args: z.output<Input>): number | undefined;
  run(call: Call<z.output<Input>, Deps>): Promise<Reply> | Reply;
}

// biome-ignore lint/suspicious/noExplicitAny: run takes exactly what its own input schema gives
export type AnyMode<Deps> = Mode<Deps, any>;

export interface Modal<Deps>
  extends Pick<Tool<Deps>, 'name' | 'title' | 'summary' | 'brief' | 'openWorld' | 'faults'> {
  readonly effect: Effect;
  /** The argument that chooses the mode. */
  readonly key: string;
  /** Other names of it, which are taken and not listed. */
  readonly aliases?: readonly string[];
  readonly modes: Readonly<Record<string, AnyMode<Deps>>>;
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
 * the listed arguments are those of all modes, each once, and a mode takes only its own.
 */
export function defineModal<Deps>(modal: Modal<Deps>): Tool<Deps> {
  const { key, aliases = [], modes, shared = {} } = modal;
  const names = Object.keys(modes) as [string, ...string[]];
  const own = new Map(
    names.map((name) => [name, { ...modes[name]!, input: modes[name]!.input.extend(shared) }]),
  );
  const chosen = (args: Record<string, unknown>) =>
    [key, ...aliases].map((name) => args[name]).find((name) => name !== undefined);
  const modeOf = (args: Record<string, unknown>) => own.get(String(chosen(args)))!;

  const input = z
    .object({
      [key]: z.enum(names).optional().meta(needed),
      ...Object.fromEntries(aliases.map((name) => [name, z.enum(names).optional().meta(unlisted)])),
      ...union(modal),
    })
    .superRefine((args, context) => {
      const name = chosen(args);
      if (name === undefined) {
        context.addIssue({ code: 'invalid_value', values: names, path: [key], input: undefined });
        return;
      }
      const parsed = modeOf(args).input.safeParse(args);
      for (const issue of parsed.error?.issues ?? []) context.addIssue({ ...issue, input: args });
    });

  return {
    name: modal.name,
    title: modal.title,
    summary: modal.summary,
    effect: modal.effect,
    ...(modal.openWorld === undefined ? {} : { openWorld: modal.openWorld }),
    ...(modal.output ? { output: modal.output } : {}),
    ...(modal.brief ? { brief: [key, ...modal.brief] } : {}),
    faults: modal.faults,
    input,
    key,
    modes: names.map((name) => ({ name, summary: modes[name]!.summary, input: own.get(name)!.input })),
    timeoutMs: (args) => modeOf(args).timeoutMs?.(modeOf(args).input.parse(args)),
    warnings(given) {
      const name = chosen(given);
      const mode = own.get(String(name));
      if (!mode) return [];
      const known = Object.keys(mode.input.shape);
      return Object.keys(given)
        .filter((argument) => argument !== key && !aliases.includes(argument) && !known.includes(argument))
        .map((argument) => unknownToMode(argument, `${modal.name} ${name}`, known));
    },
    async run(call) {
      const name = String(chosen(call.args));
      const mode = own.get(name)!;
      const args = mode.input.parse(call.args);
      const run = async () => mode.run({ ...call, args });
      return modal.around ? modal.around({ ...call, args }, name, run) : run();
    },
  };
}

function unknownToMode(argument: string, mode: string, known: readonly string[]): string {
  const near = nearest(argument, known);
  return `${mode} does not take "${argument}"; it was ignored${near ? `. Did you mean "${near}"?` : '.'}`;
}

/** The arguments of all modes, each optional and without its default: those belong to the mode. */
function union<Deps>({ name, modes, shared = {} }: Modal<Deps>): z.ZodRawShape {
  const all = new Map<string, z.ZodType>();
  for (const [mode, { input }] of Object.entries(modes)) {
    for (const [argument, schema] of Object.entries({ ...input.shape, ...shared } as z.ZodRawShape)) {
      const listed = bare(schema as z.ZodType);
      const before = all.get(argument);
      if (before && shownAs(before) !== shownAs(listed)) {
        throw new Error(`"${argument}" of ${name} ${mode} is another argument than in the modes before it`);
      }
      all.set(argument, before ?? listed);
    }
  }
  return Object.fromEntries(all);
}

function bare(schema: z.ZodType): z.ZodType {
  let inner: z.ZodType = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap() as z.ZodType;
  return inner.optional().meta({ ...inner.meta(), ...schema.meta() });
}

const shownAs = (schema: z.ZodType) => JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));
