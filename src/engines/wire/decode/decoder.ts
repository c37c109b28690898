import type { Direction } from './chunk.ts';
import type { Protocol } from './decoders.ts';
import type { ExchangeBook, Follower, Schemas } from './follow.ts';
import type { HeaderList } from './http.ts';
import type { Inflation } from './inflation.ts';
import type { Detail, Message } from './message.ts';
import type { Parse, StreamReader } from './reader.ts';
import { latin1 } from './show-text.ts';

/** Stands where a parser leaves a password or key out. */
export const HIDDEN = '[hidden]';

/** All that belongs to one protocol; `decoders.ts` lists them. */
export interface Decoder<Name extends string = string> {
  readonly protocol: Name;
  /** Whether a connection that begins so speaks it. The first of the list that says yes is taken. */
  detect(first: FirstBytes): Verdict;
  /** Begins to read both directions; `origin` is how the connection came to this protocol. */
  converse(context: DecodeContext, origin: Switch): Conversation;
  /** The kinds of messages of the target after which a client may go on; none where they cannot be told. */
  readonly answers: readonly string[];
  /**
   * Whether this message holds a secret that no pattern finds in its bytes as they are, so that they must not be
   * shown as text or hex: a password that only the protocol tells, or a text that is packed.
   */
  hides(message: Message, isSecret: (shown: unknown) => boolean): boolean;
  /** Puts its messages together to exchanges; where there is none, its connections are not followed while they live. */
  readonly follow?: (book: ExchangeBook, schemas: Schemas) => Follower;
  /** What stands behind it, where that is known: a database that is asked in SQL, or a cache, and its name. */
  readonly backend?: { readonly kind: 'sql' | 'cache'; readonly title: string };
  /** What its messages are in an HTTP archive: requests with responses, frames of the exchange before, or nothing. */
  readonly archived: 'exchanges' | 'frames' | 'not';
}

export type Verdict = 'yes' | 'no' | 'maybe';

export interface FirstBytes {
  readonly up: Uint8Array;
  readonly down: Uint8Array;
  /** No more will be looked at: what may still become something never will. */
  readonly isOver: boolean;
}

/**
 * The first line without its LF: undefined while it is not whole, empty where no protocol of text begins so.
 */
export function firstLine(bytes: Uint8Array): string | undefined {
  const end = bytes.indexOf(10);
  const line = end < 0 ? bytes : bytes.subarray(0, end);
  const [first = 0] = line;
  const isText =
    first > 0x20 && first < 0x7f && line.every((byte) => byte >= 0x20 || byte === 9 || byte === 13);
  if (!isText) return '';
  return end < 0 ? undefined : latin1(line);
}

/** For `hides`: the parser itself left something out. */
export const leftSomethingOut = ({ summary, detail }: Message): boolean =>
  summary.includes(HIDDEN) || JSON.stringify(detail).includes(HIDDEN);

/** The parsers of both directions while one protocol is spoken. */
export interface Conversation {
  readonly up: Parse<void>;
  readonly down: Parse<void>;
  /** Says what was gathered and not yet said in a direction; called when that direction fails or is over. */
  flush?(direction: Direction): void;
}

/** What a connection turns into, seen from the protocol it turns away from. */
export interface Switch {
  readonly to: Protocol | 'detect';
  /** For websocket: what Sec-WebSocket-Extensions settled. */
  readonly extensions?: string;
  /** For http2: the request that the first stream answers. */
  readonly upgraded?: UpgradedRequest;
}

/** The HTTP/1.1 request that becomes stream 1 of HTTP/2. */
export interface UpgradedRequest {
  readonly exchange: number;
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderList;
  readonly startTime: number;
  readonly endTime: number;
}

/** The parts of a message that its parser knows; span and time are filled in. */
export interface Draft {
  readonly kind: string;
  readonly summary: string;
  readonly detail: Detail;
  readonly exchange?: number | undefined;
  readonly body?: Uint8Array | undefined;
  readonly bodyLength?: number | undefined;
  readonly error?: string | undefined;
  /** For a message that did not begin where the reader's mark is, or that has others inside. */
  readonly span?: Span;
}

/** Where a message lies in its direction, and when it passed. */
export type Span = Pick<Message, 'offset' | 'length' | 'time' | 'endTime'>;

/** An end is told only where it is later than the beginning. */
export const spanOf = ({ offset, length, time, endTime }: Required<Span>): Span => ({
  offset,
  length,
  time,
  ...(endTime > time && { endTime }),
});

export interface DecodeContext {
  readonly bodyLimit: number;
  readonly inflation: Inflation;
  readonly up: StreamReader;
  readonly down: StreamReader;
  /** True when no more bytes will come in either direction. */
  readonly isOver: boolean;
  nextExchange(): number;
  /** Adds a message of the protocol that is spoken; `later` may finish it with work that takes time. */
  emit(direction: Direction, draft: Draft, later?: (draft: Draft) => Promise<Draft>): void;
  /** From the unread bytes of both directions on, another protocol is spoken; the caller then parks. */
  switchTo(next: Switch): void;
}

/** Where an error is, in words. */
export const at = (direction: Direction, offset: number) => `(${direction}, offset ${offset})`;

/** A parser that has nothing more to do until the connection is handed to another protocol. */
export function* parked(context: DecodeContext): Parse<void> {
  while (!context.isOver) yield 'peer';
}
