import type { Direction } from './chunk.ts';
import { spanOf } from './decoder.ts';
import type { Message } from './message.ts';
import { Payload } from './payload.ts';
import type { Piece } from './reader.ts';
import { preview } from './show-text.ts';

/** Bytes nobody can read further become messages of at most this length… */
const RUN_LIMIT = 65_536;
/** …and a pause this long (microseconds) begins a new one, so that times stay true. */
const PAUSE = 1_000_000;

interface Run {
  readonly direction: Direction;
  readonly offset: number;
  readonly time: number;
  endTime: number;
  readonly payload: Payload;
}

/** Gathers bytes as they are: a run ends when the other side speaks, so it does not depend on the chunks. */
export class RawLane {
  readonly #emit: (message: Message) => void;
  readonly #bodyLimit: number;
  #run: Run | undefined;

  constructor(bodyLimit: number, emit: (message: Message) => void) {
    this.#bodyLimit = bodyLimit;
    this.#emit = emit;
  }

  add(direction: Direction, offset: number, piece: Piece): void {
    let done = 0;
    while (done < piece.bytes.length) {
      const run = this.#current(direction, offset + done, piece.time);
      const part = piece.bytes.subarray(done, done + RUN_LIMIT - run.payload.length);
      run.payload.add(part);
      run.endTime = piece.time;
      done += part.length;
      if (run.payload.length >= RUN_LIMIT) this.flush();
    }
  }

  /** Ends the run if it is not of this direction. */
  turn(direction: Direction): void {
    if (this.#run && this.#run.direction !== direction) this.flush();
  }

  flush(): void {
    const run = this.#run;
    if (!run) return;
    this.#run = undefined;
    const body = run.payload.bytes();
    this.#emit({
      protocol: 'data',
      direction: run.direction,
      ...spanOf({ ...run, length: run.payload.length }),
      kind: 'data',
      summary: `${run.payload.length} bytes: ${preview(body)}`,
      detail: {},
      body,
      bodyLength: run.payload.length,
    });
  }

  #current(direction: Direction, offset: number, time: number): Run {
    const run = this.#run;
    const fits = run && run.direction === direction && time - run.endTime < PAUSE;
    if (run && fits && run.offset + run.payload.length === offset) return run;
    this.flush();
    const fresh = {
      direction,
      offset,
      time,
      endTime: time,
      payload: new Payload(Math.min(RUN_LIMIT, this.#bodyLimit)),
    };
    this.#run = fresh;
    return fresh;
  }
}
