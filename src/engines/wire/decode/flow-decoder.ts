import { type Chunk, type Direction, oppositeOf } from './chunk.ts';
import { at, type Conversation, type DecodeContext, type Draft, type Switch, spanOf } from './decoder.ts';
import { decoderOf, type Protocol } from './decoders.ts';
import { Detection } from './detect.ts';
import { Inflation } from './inflation.ts';
import { DEFAULT_BODY_LIMIT, type DecodeOptions, type Message } from './message.ts';
import { RawLane } from './raw-lane.ts';
import { CaptureEnd, DecodeError, type Parse, type Piece, StreamReader, type Wait } from './reader.ts';

/** What may pile up unread while a direction waits, for more of a message or for the other side. */
const HOLD_LIMIT = 16 << 20;

/** A message, or how it is finished: only when it is its turn, so that one body at a time is decompressed. */
export type Told = Message | (() => Promise<Message>);

interface Lane {
  readonly direction: Direction;
  readonly reader: StreamReader;
  routine: Parse<void> | undefined;
  waits: Wait;
}

/**
 * Runs the parsers of a connection over its bytes, without any input or output of its own.
 *
 *   chunk ─► detection ─► lane up / lane down (one coroutine each) ─► messages
 *                ▲               │ a switch of protocol gives the unread bytes back, in their order
 *                └───────────────┘ a parser that fails leaves the rest of its lane as plain bytes
 */
export class FlowDecoder {
  readonly #lanes: Record<Direction, Lane> = { up: lane('up'), down: lane('down') };
  readonly #bodyLimit: number;
  readonly #raw: RawLane;
  readonly #context: DecodeContext;
  #out: Told[] = [];
  #detection: Detection | undefined;
  #spoken: Protocol = 'data';
  #conversation: Conversation | undefined;
  #pending: Switch | undefined;
  #order = 0;
  #exchange = 0;
  #over = false;

  constructor(options: DecodeOptions = {}) {
    this.#bodyLimit = Math.max(0, options.bodyLimit ?? DEFAULT_BODY_LIMIT);
    this.#raw = new RawLane(this.#bodyLimit, (message) => this.#out.push(message));
    this.#context = this.#makeContext(options);
    this.#enter({ to: options.protocol ?? 'detect' });
  }

  /** What is spoken; undefined while that cannot be told. */
  get spoken(): Protocol | undefined {
    return this.#detection ? undefined : this.#spoken;
  }

  /** The messages these bytes complete. */
  feed(chunk: Chunk): Told[] {
    if (chunk.bytes.length > 0) {
      this.#accept(chunk.direction, { bytes: chunk.bytes, time: chunk.time, order: this.#order++ });
    }
    return this.#takeOut();
  }

  /** What is left when no more bytes will come. */
  end(): Told[] {
    this.#over = true;
    for (const direction of ['up', 'down'] as const) this.#lanes[direction].reader.ended = true;
    if (this.#detection)
      this.#enter({ to: this.#detection.decide(true) ?? 'data' }, this.#detection.release());
    // Each pass can end a parser or hand over to another protocol, so a few passes end them all.
    for (let pass = 0; pass < 8 && (this.#lanes.up.routine || this.#lanes.down.routine); pass++) {
      this.#step('up');
      this.#step('down');
      this.#maybeSwitch();
    }
    for (const direction of ['up', 'down'] as const) {
      this.#conversation?.flush?.(direction);
      this.#leave(direction);
    }
    this.#raw.flush();
    return this.#takeOut();
  }

  #takeOut(): Told[] {
    const out = this.#out;
    this.#out = [];
    return out;
  }

  #accept(direction: Direction, piece: Piece): void {
    if (this.#detection) {
      const found = this.#detection.add(direction, piece);
      if (found) this.#enter({ to: found }, this.#detection.release());
      return;
    }
    this.#raw.turn(direction);
    const { reader, waits, routine } = this.#lanes[direction];
    reader.push(piece);
    if (!routine) {
      this.#leave(direction);
      return;
    }
    if (waits !== 'peer') this.#step(direction);
    if (this.#lanes[direction].routine && reader.weight > HOLD_LIMIT) {
      // Who waits for the other side is between two messages.
      if (waits === 'peer') reader.begin();
      this.#fail(direction, new DecodeError(`more than ${HOLD_LIMIT} bytes had to be held back`));
    }
    this.#maybeSwitch();
  }

  /** Starts a protocol on bytes that nobody has read. */
  #enter(next: Switch, unread: readonly { direction: Direction; piece: Piece }[] = []): void {
    this.#pending = undefined;
    this.#detection = undefined;
    this.#conversation = undefined;
    this.#spoken = next.to === 'detect' ? 'data' : next.to;
    if (next.to === 'detect') this.#detection = new Detection();
    else this.#conversation = decoderOf(next.to)?.converse(this.#context, next);
    for (const direction of ['up', 'down'] as const) {
      this.#lanes[direction].routine = this.#conversation?.[direction];
      this.#lanes[direction].waits = 'bytes';
    }
    for (const { direction, piece } of unread) this.#accept(direction, piece);
    if (this.#over && this.#detection) {
      this.#enter({ to: this.#detection.decide(true) ?? 'data' }, this.#detection.release());
    }
  }

  #step(direction: Direction): void {
    const own = this.#lanes[direction];
    const other = this.#lanes[oppositeOf(direction)];
    try {
      while (own.routine) {
        const result = own.routine.next();
        if (result.done) {
          own.routine = undefined;
          break;
        }
        own.waits = result.value;
        if (result.value !== 'turn') return;
        if (other.routine && other.waits === 'peer') this.#step(other.direction);
      }
    } catch (error) {
      this.#fail(direction, error);
    }
    this.#leave(direction);
  }

  #maybeSwitch(): void {
    const { up, down } = this.#lanes;
    if (!this.#pending) return;
    if (!up.routine || !down.routine) {
      this.#giveUp();
      return;
    }
    if (up.waits !== 'peer' || down.waits !== 'peer') return;
    const unread = [
      ...up.reader.drain().map((piece) => ({ direction: 'up' as const, piece })),
      ...down.reader.drain().map((piece) => ({ direction: 'down' as const, piece })),
    ].sort((one, two) => one.piece.order - two.piece.order);
    this.#enter(this.#pending, unread);
  }

  /** One side cannot be read any more, so the protocol both were to speak next cannot either. */
  #giveUp(): void {
    this.#pending = undefined;
    for (const direction of ['up', 'down'] as const) {
      this.#lanes[direction].routine = undefined;
      this.#leave(direction);
    }
  }

  /** Says where a parser failed; the rest of its direction stays bytes. */
  #fail(direction: Direction, error: unknown): void {
    const { reader } = this.#lanes[direction];
    this.#lanes[direction].routine = undefined;
    this.#conversation?.flush?.(direction);
    const isEnd = error instanceof CaptureEnd;
    const reason = error instanceof Error ? error.message : String(error);
    const where = at(direction, reader.offset);
    const text = isEnd ? `The capture ends ${reason} ${where}.` : `Cannot be read: ${reason} ${where}.`;
    this.#context.emit(direction, {
      kind: isEnd ? 'incomplete' : 'error',
      summary: text,
      detail: { protocol: this.#spoken },
      error: text,
    });
    this.#leave(direction);
  }

  /** Gives unread bytes of a lane without parser to the raw lane. */
  #leave(direction: Direction): void {
    const { reader, routine } = this.#lanes[direction];
    if (routine) return;
    for (const piece of reader.drain()) {
      this.#raw.add(direction, reader.offset, piece);
      reader.advance(piece);
    }
  }

  #makeContext({ decompress = true, inflation = new Inflation() }: DecodeOptions): DecodeContext {
    const decoder = this;
    const isWanted = typeof decompress === 'function' ? decompress : () => decompress;
    return {
      bodyLimit: this.#bodyLimit,
      inflation,
      up: this.#lanes.up.reader,
      down: this.#lanes.down.reader,
      get isOver() {
        return decoder.#over;
      },
      nextExchange: () => ++this.#exchange,
      switchTo: (next) => {
        this.#pending = next;
      },
      emit: (direction, draft, later) => {
        const complete = this.#complete(direction);
        const message = complete(draft);
        if (!later || decompress === false) this.#out.push(message);
        else this.#out.push(async () => (isWanted(message) ? complete(await later(draft)) : message));
      },
    };
  }

  /** Span and time are those of now, even if the rest of the message is made later. */
  #complete(direction: Direction): (draft: Draft) => Message {
    const { reader } = this.#lanes[direction];
    const { start, offset, lastTime } = reader;
    const protocol = this.#spoken;
    return (draft) => ({
      protocol,
      direction,
      ...(draft.span ?? spanOf({ ...start, length: offset - start.offset, endTime: lastTime })),
      kind: draft.kind,
      summary: draft.summary,
      detail: draft.detail,
      ...(draft.exchange !== undefined && { exchange: draft.exchange }),
      ...(draft.body && { body: draft.body }),
      ...(draft.bodyLength !== undefined && { bodyLength: draft.bodyLength }),
      ...(draft.error !== undefined && { error: draft.error }),
    });
  }
}

function lane(direction: Direction): Lane {
  return { direction, reader: new StreamReader(), routine: undefined, waits: 'bytes' };
}
