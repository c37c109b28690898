import type { z } from 'zod';
import type { Block } from './content.ts';
import type { FaultCode } from './fault.ts';
import type { Log, LogLevel } from './log.ts';

/** What a call does to the world; becomes the MCP annotations. */
export type Effect = 'read' | 'write' | 'destroy';

/** Who calls. Handed to every tool so that state belongs to a session and files land where the client works. */
export interface Caller {
  readonly session: string;
  /** Whose session it is: the same for all who came with the same key. */
  readonly name?: string | undefined;
  /** The client's own name and version, when it said so. */
  readonly client?: { readonly name: string; readonly version: string } | undefined;
  /** The folder that the client works in: the first of its roots, if it named some. */
  readonly cwd: string;
  /** The folders that the client said it works in. */
  readonly roots?: readonly string[] | undefined;
  /** Tells the client something outside of any answer, also after the call. Says whether it could be sent. */
  notify?(level: LogLevel, logger: string, data: unknown): boolean;
}

/** One call, as a tool sees it. */
export interface Call<Args, Deps> {
  readonly args: Args;
  readonly deps: Deps;
  readonly caller: Caller;
  /** Aborted when the client cancels, the time limit is reached or the server stops. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Most characters of the answer. A tool that can go on later leaves off there; any other is cut by the session. */
  readonly budget: number;
  /** Tells the client how far the work is; free to call often, it is throttled. */
  progress(done: number, total?: number, message?: string): void;
  /** An argument turned out to be part of a secret: from now on dots stand in its place, in the journal too. */
  conceal?(argument: string): void;
}

/** What a tool returns: data for programs, blocks for readers. Secrets in both are hidden by the session. */
export interface Reply<Data = Record<string, unknown>> {
  /**
   * Shown as JSON, and then structuredContent too. Where blocks without a summary say it in words, only programs that
   * ask for JSON get it: many clients would show it instead of the words.
   */
  readonly data?: Data | undefined;
  readonly blocks?: readonly Block[];
  /** One line for the reader: it comes first, the data as JSON below it, then the blocks. */
  readonly summary?: string | undefined;
  /** Which of the data is a list that may be shown in part. */
  readonly list?: ShownList | undefined;
  /** Whoever reads it expects all of it, however long. */
  readonly isWhole?: boolean | undefined;
  /** No word in it is of a page, a server or a screen. */
  readonly isOwn?: boolean | undefined;
  /** The item of the record that it is about: where the web app runs, the answer says where to look at it. */
  readonly item?: number | undefined;
  /** Goes into the result's `_meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface ShownList {
  /** Its name among the data. */
  readonly key: string;
  /** The last ones are shown if not all are, as the next page follows the first. */
  readonly isForward: boolean;
  readonly hasCursors: boolean;
  /** What is said of it when only so many items are shown. */
  shorter(count: number): { readonly summary: string; readonly data: Readonly<Record<string, unknown>> };
}

export interface Tool<
  Deps,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  /** The name on the wire. Unique within a profile, not globally. */
  readonly name: string;
  readonly title: string;
  /** One or two sentences for the agent. Words are cheap to us and dear to agents. */
  readonly summary: string;
  /** What lists show instead, where the rest of it is other names for what other tools do. */
  readonly listed?: Tool<never, Input, Output>;
  readonly effect: Effect;
  /** The same call twice changes nothing more. Reading tools always are. */
  readonly idempotent?: boolean;
  /** It reaches beyond this machine or into pages and services that others control. */
  readonly openWorld?: boolean | undefined;
  readonly input: Input;
  readonly output?: Output | undefined;
  /** Faults of its own that it may raise; printed in the docs. */
  readonly faults: readonly FaultCode[];
  /** For a tool with modes: the argument that chooses one, and what each of them takes. */
  readonly key?: string;
  /** What the modes are that a star marks. */
  readonly star?: string | undefined;
  readonly modes?: readonly {
    readonly name: string;
    readonly summary: string;
    readonly input: z.ZodObject;
    readonly isPlain?: boolean;
    readonly isStarred?: boolean;
    /** What the list names in its line, beside what it needs. */
    readonly also?: readonly string[];
  }[];
  /** Sentences about arguments that will have no effect; without it, those that the schema does not know. */
  warnings?(given: Readonly<Record<string, unknown>>): readonly string[];
  /** Whether this very call may destroy something, where not each does. */
  destroys?(args: z.output<Input>): boolean;
  /** Calls with the same target run one after the other; without one, side by side. */
  target?(args: z.output<Input>, caller: Caller): string | undefined;
  /** Time limit where the default does not fit, in milliseconds. */
  timeoutMs?(args: z.output<Input>): number | undefined;
  run(call: Call<z.output<Input>, Deps>): Promise<Reply<z.output<Output>>> | Reply<z.output<Output>>;
}

/** A tool of which only the dependencies are known: what lists and the session handle. */
// biome-ignore lint/suspicious/noExplicitAny: run takes exactly what its own input schema gives
export type AnyTool<Deps> = Tool<Deps, any, any>;

/** Each toolset makes its own `defineTool`, so that a tool sees the engines of its toolset and nothing else. */
export function toolsFor<Deps>() {
  return <Input extends z.ZodObject, Output extends z.ZodObject = z.ZodObject>(
    tool: Tool<Deps, Input, Output>,
  ): Tool<Deps, Input, Output> => tool;
}
