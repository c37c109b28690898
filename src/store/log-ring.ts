import type { Clock } from '../kernel/clock.ts';
import type { Log, LogLevel } from '../kernel/log.ts';
import type { Redactor } from '../kernel/redact.ts';

export interface KeptLine {
  readonly seq: number;
  /** Microseconds since the epoch. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const KEPT = 500;

/** Keeps the newest lines of the log beside writing them, so that a client can ask what the server has to say. */
export class LogRing {
  readonly #clock: Clock;
  readonly #redactor: Redactor;
  #lines: KeptLine[] = [];
  #count = 0;

  constructor(clock: Clock, redactor: Redactor) {
    this.#clock = clock;
    this.#redactor = redactor;
  }

  /** The same log; what is said on it is kept as well, whatever its level. */
  around(log: Log, fields: Readonly<Record<string, unknown>> = {}): Log {
    const both = (level: LogLevel) => (message: string, data?: Record<string, unknown>) => {
      this.#keep(level, message, { ...fields, ...data });
      log[level](message, data);
    };
    return {
      debug: both('debug'),
      info: both('info'),
      warning: both('warning'),
      error: both('error'),
      with: (more) => this.around(log.with(more), { ...fields, ...more }),
    };
  }

  /** The oldest first. */
  lines(): readonly KeptLine[] {
    return this.#lines.slice(-KEPT);
  }

  #keep(level: LogLevel, message: string, data: Record<string, unknown>): void {
    const plain = this.#redactor.value(sayable(data));
    this.#lines.push({ seq: ++this.#count, time: this.#clock.micros(), level, message, data: plain });
    if (this.#lines.length >= 2 * KEPT) this.#lines = this.#lines.slice(-KEPT);
  }
}

/** Errors by their message: a line must not hold on to what it tells of. */
function sayable(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (value instanceof Error) return [name, value.message];
      return [name, value !== null && typeof value === 'object' ? inWords(value) : value];
    }),
  );
}

function inWords(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return String(value); // a ring of references has no JSON
  }
}
