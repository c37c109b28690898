import type { Direction } from './chunk.ts';
import type { Detail, HeaderList, Message, Protocol } from './message.ts';
import type { Parse, StreamReader } from './reader.ts';

/** The parsers of both directions while one protocol is spoken. */
export interface Stage {
  readonly protocol: Protocol;
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

/** The parts of a message that its parser knows; place and time are filled in. */
export interface Draft {
  readonly kind: string;
  readonly summary: string;
  readonly detail: Detail;
  readonly exchange?: number | undefined;
  readonly body?: Uint8Array | undefined;
  readonly bodyLength?: number | undefined;
  readonly error?: string | undefined;
  /** For a message that did not begin where the reader's mark is, or that has others inside. */
  readonly place?: Pick<Message, 'offset' | 'length' | 'time' | 'endTime'>;
}

export interface StageContext {
  readonly bodyLimit: number;
  readonly up: StreamReader;
  readonly down: StreamReader;
  /** True when no more bytes will come in either direction. */
  readonly isOver: boolean;
  nextExchange(): number;
  /** Adds a message of the stage's protocol; `later` may finish it with work that takes time. */
  emit(direction: Direction, draft: Draft, later?: (draft: Draft) => Promise<Draft>): void;
  /** From the unread bytes of both directions on, another protocol is spoken; the caller then parks. */
  switchTo(next: Switch): void;
}

export type StageFactory = (context: StageContext, origin: Switch) => Stage;

/** Questions that wait for an answer; when there are more, the oldest will get none. */
const PENDING_LIMIT = 50_000;

/** Adds a question to those that wait, so that a capture without answers does not fill the memory. */
export function pend<T>(waiting: T[], question: T): void {
  if (waiting.length >= PENDING_LIMIT) waiting.shift();
  waiting.push(question);
}

/** Where an error is, in words. */
export const at = (direction: Direction, offset: number) => `(${direction}, offset ${offset})`;

/** A parser that has nothing more to do until the connection is handed to another protocol. */
export function* parked(context: StageContext): Parse<void> {
  while (!context.isOver) yield 'peer';
}
