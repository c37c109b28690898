import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Ends } from './exchange-ledger.ts';
import type { FollowData, Followed, FollowReply, FollowRequest, Opened } from './follow-messages.ts';
import { Parcel, PIECE } from './parcel.ts';

/** Parcels that may be on their way at the same time: the most memory that reading takes. */
const PARCELS = 32;
/** With so many on their way the thread has enough to do: the next one is filled first. */
const AHEAD = 2;
/** Of those on their way one connection may fill so many bytes, so that a flood does not cost the others. */
const SHARE = 4 * 1024 * 1024;
/** With so many on their way it is a flood: of what comes in long pieces only the length is told, until a short one. */
const FLOOD = 512 * 1024;
const LONG_PIECE = 32 * 1024;
/** With so many on their way only the length of anything but the shortest pieces is told. */
const TORRENT = 2 * 1024 * 1024;
/** The end of such a piece is shown all the same: often it is the end of an answer. */
const TAIL = 256;
/** Bytes wait at most so long for others to go with them. */
const FLUSH_MS = 10;
/** So often is looked for what runs long. */
const LOOK_MS = 500;
/** Connections that are remembered as not followed to their end. */
const REMEMBERED = 100;

export interface ExchangeTapOptions extends FollowData {
  readonly clock: Clock;
  readonly log: Log;
  /** Takes each exchange that is over, and each that has run for long. */
  readonly tell: (followed: Followed) => void;
}

/** A connection that was given up, because more came than could be read. */
export interface Dropped {
  readonly connection: string;
  readonly port: number;
  readonly session: string | undefined;
  readonly time: number;
}

/** One connection as the proxy sees it: what it forwards it shows here. */
export interface Tapped {
  data(direction: 'up' | 'down', bytes: Uint8Array, time: number): void;
  end(time: number): void;
}

/**
 * Shows what passes to a thread that reads it. The proxy never waits: bytes are copied into a parcel, and where all
 * parcels are on their way the connection is not followed any further, which is counted and told.
 *
 *   proxy ─ copy ─► parcel ─► thread: decode, follow ─► exchanges ─► record
 *                     ▲ comes back empty │
 *                     └──────────────────┘
 */
export class ExchangeTap {
  readonly #options: ExchangeTapOptions;
  readonly #connections = new Map<number, Follow>();
  readonly #free: ArrayBuffer[] = [];
  readonly #asked = new Map<number, (running: readonly Followed[]) => void>();
  /** How much of each parcel on its way is whose, in the order in which they went. */
  readonly #shares: Map<Follow, number>[] = [];
  #worker: Worker | undefined;
  #parcel: Parcel | undefined;
  #share = new Map<Follow, number>();
  #opened: Opened[] = [];
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #lastNumber = 0;
  #lastAsk = 0;
  #isLost = false;
  readonly dropped: Dropped[] = [];

  constructor(options: ExchangeTapOptions) {
    this.#options = options;
  }

  open(ends: Ends, session: string | undefined): Tapped | undefined {
    if (this.#isLost) return undefined;
    const number = ++this.#lastNumber;
    const follow = new Follow({ number, ends, session }, this.#put);
    this.#connections.set(number, follow);
    this.#opened.push(follow.opened);
    return follow;
  }

  /** What still runs, once all that has passed so far is read and told. */
  async running(): Promise<readonly Followed[]> {
    this.#send();
    if (!this.#worker || this.#isLost) return [];
    const ask = ++this.#lastAsk;
    const answer = new Promise<readonly Followed[]>((resolve) => this.#asked.set(ask, resolve));
    // The process stays up while an answer is due, and only then.
    this.#worker.ref();
    this.#post({ ask, now: this.#options.clock.micros() });
    return answer;
  }

  async close(): Promise<void> {
    await this.running();
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    this.#isLost = true;
    await this.#worker?.terminate();
  }

  readonly #put: Put = (follow, kind, time, bytes, missing) => {
    const length = bytes?.length ?? 0;
    let at = 0;
    do {
      const parcel = follow.pending + length > SHARE ? undefined : this.#parcelFor(length);
      if (!parcel) {
        this.#drop(follow, time);
        return;
      }
      const part = bytes?.subarray(at, at + parcel.room);
      parcel.put(kind, follow.opened.number, time, part, missing);
      if (part) this.#share.set(follow, (this.#share.get(follow) ?? 0) + part.length);
      at += part?.length ?? 0;
      if (parcel.room === 0) this.#send();
    } while (at < length);
    follow.pending += length;
    if (this.#parcel) this.#timer ??= setTimeout(this.#sendIfIdle, FLUSH_MS);
  };

  /** The one that is being filled. Word of an end takes no room to speak of; bytes find one only within the limit. */
  #parcelFor(length: number): Parcel | undefined {
    if (this.#parcel) return this.#parcel;
    const free = this.#free.pop();
    if (free || length === 0 || this.#shares.length < PARCELS) this.#parcel = new Parcel(free);
    return this.#parcel;
  }

  #drop(follow: Follow, time: number): void {
    const { number, ends, session } = follow.opened;
    const { connection, port } = ends;
    this.dropped.push({ connection, port, session, time });
    if (this.dropped.length > REMEMBERED) this.dropped.shift();
    follow.isOver = true;
    this.#connections.delete(number);
    this.#put(follow, PIECE.dropped, time);
    this.#options.log.warning('a connection is not followed any further: more came than could be read', {
      connection,
    });
  }

  readonly #sendIfIdle = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#shares.length < AHEAD) this.#send();
  };

  readonly #send = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const parcel = this.#parcel;
    if (!parcel || this.#isLost) return;
    this.#parcel = undefined;
    this.#shares.push(this.#share);
    this.#share = new Map();
    const opened = this.#opened;
    this.#opened = [];
    const { buffer, used } = parcel;
    this.#post({ parcel: buffer, used, opened, now: this.#options.clock.micros() }, [buffer]);
  };

  #post(request: FollowRequest, transfer: ArrayBuffer[] = []): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request, transfer);
  }

  #start(): Worker {
    const { grpcSchemas = [] } = this.#options;
    const worker = new Worker(workerUrl(), {
      workerData: { grpcSchemas } satisfies FollowData,
      // Messages are short-lived; a small nursery keeps the process small.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    worker.unref();
    worker.on('message', (reply: FollowReply) => this.#receive(reply));
    worker.on('error', (error) => this.#lose(error));
    return worker;
  }

  #receive(reply: FollowReply): void {
    if (reply.parcel) {
      this.#free.push(reply.parcel);
      for (const [follow, bytes] of this.#shares.shift() ?? []) follow.pending -= bytes;
      this.#sendIfIdle();
    }
    for (const number of reply.unwanted ?? []) {
      const follow = this.#connections.get(number);
      if (follow) follow.isOver = true;
      this.#connections.delete(number);
    }
    for (const followed of reply.exchanges ?? []) this.#options.tell(followed);
    this.#lookAgain(reply.isBusy);
    if (reply.hasMore) this.#post({ next: true });
    if (reply.answers === undefined) return;
    this.#asked.get(reply.answers)?.(reply.running ?? []);
    this.#asked.delete(reply.answers);
    if (this.#asked.size === 0) this.#worker?.unref();
  }

  #lookAgain(isBusy: boolean): void {
    if (!isBusy) {
      clearInterval(this.#looking);
      this.#looking = undefined;
      return;
    }
    this.#looking ??= setInterval(() => {
      if (!this.#isLost) this.#post({ look: this.#options.clock.micros() });
    }, LOOK_MS).unref();
  }

  /** Nothing is followed any more; forwarding and the log go on. */
  #lose(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    clearInterval(this.#looking);
    this.#options.log.error('exchanges are not followed any more: their thread has ended', { error });
    for (const follow of this.#connections.values()) follow.isOver = true;
    this.#connections.clear();
    for (const resolve of this.#asked.values()) resolve([]);
    this.#asked.clear();
  }
}

type Piece = (typeof PIECE)[keyof typeof PIECE];
type Put = (follow: Follow, kind: Piece, time: number, bytes?: Uint8Array, missing?: number) => void;

class Follow implements Tapped {
  readonly opened: Opened;
  readonly #put: Put;
  /** Bytes that are on their way. */
  pending = 0;
  isOver = false;
  readonly #isSkipping = { up: false, down: false };

  constructor(opened: Opened, put: Put) {
    this.opened = opened;
    this.#put = put;
  }

  data(direction: 'up' | 'down', bytes: Uint8Array, time: number): void {
    if (this.isOver) return;
    // Most likely the body of one message: who knows how long that is does not have to see it.
    const isLong = bytes.length >= LONG_PIECE && (this.#isSkipping[direction] || this.pending > FLOOD);
    const isSkipped = isLong || (bytes.length > TAIL && this.pending > TORRENT);
    this.#isSkipping[direction] = isSkipped;
    const from = isSkipped ? bytes.length - TAIL : 0;
    if (isSkipped) this.#put(this, PIECE[`${direction}Hole`], time, undefined, from);
    this.#put(this, PIECE[direction], time, bytes.subarray(from));
  }

  end(time: number): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#put(this, PIECE.end, time);
  }
}

/** Beside this file as it is written; in the bundle, among the threads. */
function workerUrl(): URL {
  const isBundled = !import.meta.url.endsWith('.ts');
  return new URL(isBundled ? '../threads/follow.mjs' : './follow.thread.ts', import.meta.url);
}
