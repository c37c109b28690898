/** How messages of a connection become exchanges: what each protocol's follower is given, and what it tells. */
import type { EvidenceData } from '../../../contract/evidence.ts';
import type { ReadMessage } from './grpc/call.ts';
import type { Message } from './message.ts';

export type Exchange = EvidenceData['exchange'];

/** What is the same for all exchanges of a connection, and what the book fills in itself. */
type Given = 'exchangeId' | 'port' | 'connection' | 'client' | 'target' | 'ms' | 'state' | 'isPipelined';

/** What a follower says of an exchange; it may change until the exchange is told. */
export type Told = Changing<Omit<Exchange, Given>>;
type Changing<T> = { -readonly [Field in keyof T]: T[Field] };

/** An exchange that has begun. */
export interface Begun extends Told {
  /** When the last byte that belongs to it passed. */
  endTime: number;
  /** When the question was whole. */
  questionEnd: number;
  isPipelined?: true;
  /** Its answer is whole, only what comes after it may still say more: how the transaction stands. */
  answered?: { readonly state: 'done' | 'failed' };
}

/** Where the exchanges of one connection stand while they run. */
export interface ExchangeBook {
  /** The key is the follower's: the message's exchange number, or a word of its own. */
  begin(key: Key, message: Message, number: number, told: Opening): Begun;
  get(key: Key): Begun | undefined;
  /** Those that have begun and are not told, oldest first. */
  open(): IterableIterator<[Key, Begun]>;
  /** This message belongs to it, too: its bytes, its end, its number. */
  add(begun: Begun, message: Message, number: number): void;
  /** It is over, and goes to the record. */
  end(key: Key, state: Exchange['state']): void;
}

export type Key = number | string;
/** What is known from the first message on. */
export type Opening = Pick<Told, 'protocol' | 'kind' | 'question' | 'statement'> & Partial<Told>;

/** "3 rows: id=1 name=Ann" tells of a run of rows; of a whole result only the first row counts. */
export const firstRowOf = (summary: string) => summary.replace(/^\d+ rows?: /, '');

/** What was given to read more by than the wire tells. */
export interface Schemas {
  readonly grpc?: ReadMessage | undefined;
}

/** Takes each message of a connection with its number, in their order. */
export type Follower = (message: Message, number: number) => void;
