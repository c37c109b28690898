import { setImmediate as otherTurns } from 'node:timers/promises';
import { z } from 'zod';
import type { Sink } from '../../contract/evidence.ts';
import type { Where } from '../../contract/streams.ts';
import type { Clock } from '../../kernel/clock.ts';
import { cut } from '../../kernel/cut.ts';
import {
  type Encoding,
  itemsIn,
  notTaken,
  type OtlpAnswer,
  type RawItem,
  type Signal,
  taken,
} from './otlp-body.ts';
import { ownerOf, readLog, readMetric, readSpan } from './read-item.ts';

/** So long others may have to wait. */
const TURN_MS = 10;
/** A time further off than that is a mistake, and would be sorted to where nobody looks. */
const MOST_AHEAD_MICROS = 24 * 3600 * 1e6;

/** Takes what services tell of themselves by OpenTelemetry, and tells it on. */
export class OtlpReceiver {
  readonly #clock: Clock;
  readonly #sink: Sink;

  constructor(options: { readonly clock: Clock; readonly sink: Sink }) {
    this.#clock = options.clock;
    this.#sink = options.sink;
  }

  /** Takes all items of a body that can be read, and answers as the protocol wants it. */
  async take(signal: Signal, encoding: Encoding, body: Uint8Array, where: Where): Promise<OtlpAnswer> {
    let rejected = 0;
    let why = '';
    try {
      let turn = this.#clock.monotonic();
      for (const item of itemsIn(signal, encoding, body)) {
        const problem = this.#tell(signal, item, where);
        if (problem !== undefined) {
          rejected += 1;
          why ||= problem;
        }
        if (this.#clock.monotonic() - turn < TURN_MS) continue;
        await otherTurns();
        turn = this.#clock.monotonic();
      }
    } catch (thrown) {
      return notTaken(encoding, 400, `The body cannot be read: ${reason(thrown)}`);
    }
    return taken(signal, encoding, rejected, why);
  }

  /** What is wrong with it, if it could not be taken. */
  #tell(signal: Signal, item: RawItem, where: Where): string | undefined {
    try {
      const now = this.#clock.micros();
      const evidence = evidenceOf(signal, item, now);
      if (evidence.time > now + MOST_AHEAD_MICROS) return 'its time lies more than a day ahead';
      this.#sink({ ...evidence, monotonic: this.#clock.monotonic(), where });
      return undefined;
    } catch (thrown) {
      return reason(thrown);
    }
  }
}

function evidenceOf(signal: Signal, item: RawItem, now: number) {
  const owner = ownerOf(item);
  const given = item.read();
  const source = 'service' as const;
  switch (signal) {
    case 'traces':
      return { source, stream: 'span' as const, ...readSpan(given, owner, now) };
    case 'logs':
      return { source, stream: 'service_log' as const, ...readLog(given, owner, now) };
    case 'metrics':
      return { source, stream: 'metric' as const, ...readMetric(given, owner, now) };
  }
}

function reason(thrown: unknown): string {
  if (thrown instanceof z.ZodError) {
    const [issue] = thrown.issues;
    return cut(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, 200);
  }
  return cut(thrown instanceof Error ? thrown.message : String(thrown), 200);
}
