import type { Direction } from './chunk.ts';
import type { Protocol } from './decoders.ts';
import type { Inflation } from './inflation.ts';

/** Protocol-specific fields; JSON as it stands. */
export type Detail = Readonly<Record<string, unknown>>;

/**
 * One thing that one side said. All but `body` is JSON. Each decoder names its kinds; besides, there are "error"
 * (not readable from there on), "incomplete" (the capture ends inside it), and "data" for bytes nobody can read.
 */
export interface Message<D extends Detail = Detail> {
  readonly protocol: Protocol;
  readonly direction: Direction;
  /** When its first byte passed, in microseconds since the epoch. */
  readonly time: number;
  /** When its last byte passed, if that was later. */
  readonly endTime?: number;
  /** Where it starts in the stream of its direction. */
  readonly offset: number;
  /** How many bytes it took on the wire, with all framing. */
  readonly length: number;
  readonly kind: string;
  /** One line for a list. */
  readonly summary: string;
  readonly detail: D;
  /** Messages with the same number belong together: a request and its response, a query and its rows. */
  readonly exchange?: number;
  /** The payload, decompressed, cut at the body limit. */
  readonly body?: Uint8Array;
  /** How long the payload really is; larger than `body` where that was cut. */
  readonly bodyLength?: number;
  /** What is wrong with it, and where. */
  readonly error?: string;
}

export interface DecodeOptions {
  /** Takes the flow for this protocol instead of looking at its first bytes. */
  readonly protocol?: Protocol;
  /** Stops after so many messages. */
  readonly limit?: number;
  /** Bodies are cut here; default 1 MiB. */
  readonly bodyLimit?: number;
  /** Undoes the content codings of HTTP bodies, of all or of those that are wanted; default true. */
  readonly decompress?: boolean | ((message: Message) => boolean);
  /** Shared by all that one call decodes. */
  readonly inflation?: Inflation;
}

export const DEFAULT_BODY_LIMIT = 1 << 20;
