import { fault } from '../../../kernel/fault.ts';
import type { FlowDirection } from '../flow.ts';

/** What each kind of toxic can be told; times in milliseconds unless said otherwise. */
export interface ToxicAttributes {
  /** Each chunk comes later by `latency`, more or less by up to `jitter`. */
  latency: { latency: number; jitter: number };
  /** At most `rate` KB (1000 bytes) a second. */
  bandwidth: { rate: number };
  /** A close is passed on `delay` later. */
  slow_close: { delay: number };
  /** Nothing passes; after `timeout` the connection is closed. 0 holds until the toxic is removed. */
  timeout: { timeout: number };
  /** Both sides get a reset after `timeout`; until then bytes pass. */
  reset_peer: { timeout: number };
  /** Chunks are cut to pieces of `average_size` plus or minus `size_variation` bytes, `delay` microseconds apart. */
  slicer: { average_size: number; size_variation: number; delay: number };
  /** The connection is closed after so many bytes. */
  limit_data: { bytes: number };
}

export type ToxicType = keyof ToxicAttributes;

/** The defaults name every attribute there is; what has no sensible default must be given. */
const REQUIRED = Symbol('required');
const attributes: {
  readonly [T in ToxicType]: { readonly [A in keyof ToxicAttributes[T]]: number | typeof REQUIRED };
} = {
  latency: { latency: 0, jitter: 0 },
  bandwidth: { rate: REQUIRED },
  slow_close: { delay: REQUIRED },
  timeout: { timeout: 0 },
  reset_peer: { timeout: 0 },
  slicer: { average_size: REQUIRED, size_variation: 0, delay: 0 },
  limit_data: { bytes: REQUIRED },
};

const TIMES: ReadonlySet<string> = new Set(['latency', 'jitter', 'delay', 'timeout']);
/** A day. Timers take no more than 25 of them: what is longer would be over at once. */
const LONGEST_MILLIS = 86_400_000;

export const TOXIC_TYPES = Object.keys(attributes) as readonly ToxicType[];

/** A rule (by its port) or one live connection. */
export type ToxicTarget = { readonly port: number } | { readonly connection: string };

export interface NewToxic {
  readonly type: ToxicType;
  readonly on: ToxicTarget;
  /** Upstream is client to target. */
  readonly direction: FlowDirection;
  /** The part of the connections that it affects, 0 to 1; all by default. */
  readonly toxicity?: number | undefined;
  readonly attributes?: Readonly<Record<string, number>> | undefined;
}

export type ToxicChange = Pick<NewToxic, 'toxicity' | 'attributes'>;

export interface Toxic {
  readonly id: string;
  readonly type: ToxicType;
  readonly on: ToxicTarget;
  readonly direction: FlowDirection;
  readonly toxicity: number;
  readonly attributes: Readonly<Record<string, number>>;
}

/** Checks and completes; `before` gives what a change leaves out. */
export function makeToxic(id: string, wanted: NewToxic, before?: Toxic): Toxic {
  const { type, on, direction } = wanted;
  const refuse = (problem: string) => fault('INVALID_WIRE_FAULT', { type, problem });
  if (!TOXIC_TYPES.includes(type)) throw refuse(`there are only ${TOXIC_TYPES.join(', ')}`);
  const toxicity = wanted.toxicity ?? before?.toxicity ?? 1;
  if (!(toxicity >= 0 && toxicity <= 1)) throw refuse(`toxicity ${toxicity} is not between 0 and 1`);
  const known: Readonly<Record<string, number | typeof REQUIRED>> = attributes[type];
  const given = { ...before?.attributes, ...wanted.attributes };
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown) throw refuse(`it has no attribute ${unknown}, only ${Object.keys(known).join(', ')}`);
  const complete: Record<string, number> = {};
  for (const [name, preset] of Object.entries(known)) {
    const value = given[name] ?? preset;
    if (typeof value !== 'number') throw refuse(`${name} must be given`);
    const isSize = name === 'rate' || name === 'average_size';
    if (!Number.isFinite(value) || value < (isSize ? 1 : 0)) throw refuse(`${name} may not be ${value}`);
    if (TIMES.has(name) && value > LONGEST_MILLIS)
      throw refuse(`${name} may not be ${value}; at most ${LONGEST_MILLIS}`);
    if (name === 'bytes' && !Number.isInteger(value)) throw refuse(`${name} must be a whole number`);
    complete[name] = value;
  }
  if (type === 'slicer' && complete.size_variation! >= complete.average_size!) {
    throw refuse('size_variation must be smaller than average_size');
  }
  return { id, type, on, direction, toxicity, attributes: complete };
}
