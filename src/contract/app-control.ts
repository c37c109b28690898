/** What the control page of the web app shows of the wire, and what a person does there. */
import { z } from 'zod';

/** A port rule as it is now. */
export interface RuleNow {
  readonly port: number;
  readonly target: string;
  readonly open: number;
  readonly connections: number;
  /** Bytes of all its connections so far. */
  readonly up: number;
  readonly down: number;
  /** It is there again after a restart. */
  readonly persists: boolean;
}

/** A fault that is set on a rule or on one flow. */
export interface FaultNow {
  readonly id: string;
  readonly type: string;
  readonly port?: number;
  readonly flow?: string;
  readonly direction: 'up' | 'down';
  /** Part of the connections struck, 0 to 1. */
  readonly share: number;
  readonly attributes: Readonly<Record<string, number>>;
}

export interface Traffic {
  /** Milliseconds that only go forward. */
  readonly at: number;
  readonly rules: readonly RuleNow[];
  readonly faults: readonly FaultNow[];
}

const port = z.int();
const share = z.number();

/** Each is the call of a tool, as an agent would make it. */
export const controlAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add-rule'), port, host: z.string().max(255), target: z.int() }),
  z.object({ kind: z.literal('remove-rule'), port, isCut: z.boolean() }),
  z.object({
    kind: z.literal('add-fault'),
    port,
    type: z.string().max(40),
    direction: z.enum(['up', 'down']),
    share,
    attributes: z.record(z.string().max(40), z.number()),
  }),
  z.object({ kind: z.literal('change-fault'), id: z.string().max(100), share }),
  /** What passed by a connection: as messages, or byte by byte. */
  z.object({
    kind: z.literal('show-flow'),
    flow: z.string().min(1).max(200),
    view: z.enum(['messages', 'hex']),
  }),
  z.object({ kind: z.literal('replay'), flow: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('remove-fault'), id: z.string().max(100) }),
  /** A browser that all agents may use. */
  z.object({
    kind: z.literal('start-browser'),
    name: z.string().max(100),
    url: z.string().max(2000),
    headless: z.boolean(),
  }),
  z.object({ kind: z.literal('end-browser'), id: z.string().max(100) }),
  /** A request of a page, by the page. */
  z.object({ kind: z.literal('send-again'), item: z.int().positive() }),
  /** What passed by a connection as it was, secrets too. */
  z.object({ kind: z.literal('show-secrets'), flow: z.string().min(1).max(200) }),
  /** What is seen from now on, of all agents, carries the test's id. */
  z.object({ kind: z.literal('start-test'), id: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('end-test'), id: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('play'), recording: z.string().min(1).max(200) }),
  /** The key of a vision provider goes into the system's keychain; an empty one is taken out of it. */
  z.object({ kind: z.literal('keep-key'), provider: z.string().max(100), key: z.string().max(1000) }),
  /** What was seen; of one stream if it is named. */
  z.object({ kind: z.literal('clear'), stream: z.string().max(40).optional() }),
]);
export type ControlAct = z.output<typeof controlAct>;
export type BrowserAct = Extract<ControlAct, { kind: 'start-browser' | 'end-browser' }>;
export type ClearAct = Extract<ControlAct, { kind: 'clear' }>;
export type TestAct = Extract<ControlAct, { kind: 'start-test' | 'end-test' }>;
export type PlayAct = Extract<ControlAct, { kind: 'play' }>;
export type KeyAct = Extract<ControlAct, { kind: 'keep-key' }>;
export type SendAct = Extract<ControlAct, { kind: 'send-again' }>;
export type WireAct = Exclude<ControlAct, BrowserAct | ClearAct | TestAct | PlayAct | KeyAct | SendAct>;

/** A browser besides the usual one. */
export interface InstanceNow {
  readonly id: string;
  readonly name?: string;
  readonly browser: string;
  readonly state: string;
  readonly isShared: boolean;
  /** The client that has it, as far as it said its name. */
  readonly agent?: string;
}

/** A test that runs: what is seen carries its id. */
export interface TestNow {
  readonly id: string;
  readonly label: string;
  /** Microseconds since the epoch. */
  readonly since: number;
  /** The person's own, which is ended here; others are ended by the agents that began them. */
  readonly isOwn: boolean;
  readonly agent?: string;
}

/** Actions that were recorded and can be done again. */
export interface RecordingRow {
  readonly id: string;
  readonly name: string;
  /** Microseconds since the epoch. */
  readonly time: number;
  readonly url: string;
  readonly actions: number;
  /** It is being made. */
  readonly isOpen: boolean;
  /** What became of the steps the last time that it was played. */
  readonly played?: { readonly time: number; readonly done: number; readonly steps: number };
}

export interface RunsAnswer {
  readonly tests: readonly TestNow[];
  /** The newest first. */
  readonly recordings: readonly RecordingRow[];
}

/** One row of the doctor's table. */
export interface Check {
  readonly what: string;
  /** A warning costs something; a fail keeps the main job from running. */
  readonly status: 'ok' | 'warning' | 'fail';
  readonly found: string;
  /** What to do about it. */
  readonly advice?: string;
}

export interface ChecksAnswer {
  readonly checks: readonly Check[];
}

/** Whether a vision provider has its key, and where from. */
export interface KeyRow {
  readonly provider: string;
  readonly title: string;
  /** A variable's name, `settings` or `keychain`; absent where there is none. */
  readonly source?: string;
}

/** What the tool said. */
export interface ActAnswer {
  readonly said: string;
  readonly isRefused: boolean;
}

/** A setting of the server. */
export interface SettingRow {
  readonly flag: string;
  readonly env: string;
  readonly group: string;
  readonly help: string;
  /** Empty where it is not set; of a secret only that it is. */
  readonly value: string;
  /** The command line, an environment name or a file; absent where it is the default. */
  readonly source?: string;
}

/** What the record holds of one stream, and may hold. */
export interface StreamRow {
  readonly name: string;
  readonly items: number;
  readonly bytes: number;
  readonly most: { readonly items: number; readonly bytes: number; readonly days: number };
}

/** What concerns the whole server; nothing of it for one of several keys. */
export interface ServerAnswer {
  readonly settings: readonly SettingRow[];
  readonly record?: { readonly place: string; readonly streams: readonly StreamRow[] };
  /** Of vision providers. */
  readonly keys?: readonly KeyRow[];
}
