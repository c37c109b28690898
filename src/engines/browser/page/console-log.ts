import type { WebError } from 'playwright-core';
import type { Clock } from '../../../kernel/clock.ts';
import { type Handle, LettingGo } from './let-go.ts';
import { Ring } from './ring.ts';

export const CONSOLE_LEVELS = ['error', 'warning', 'info', 'debug'] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

export interface ConsoleEntry {
  readonly number: number;
  readonly level: ConsoleLevel;
  /** The console method, or `pageerror` for an exception that nobody caught. */
  readonly type: string;
  readonly text: string;
  /** The arguments as a console shows them. */
  readonly args: readonly string[];
  readonly url: string;
  /** Counted from one, as editors do; 0 when unknown. */
  readonly line: number;
  /** Likewise. */
  readonly column: number;
  /** Of an exception. */
  readonly stack?: string;
  /** Microseconds since the epoch. */
  readonly time: number;
  /** Which document of the page it belongs to, counted from 0. */
  readonly document: number;
}

/** A line of a console, as Playwright has it. */
export interface Said {
  type(): string;
  text(): string;
  args(): readonly { toString(): string }[];
  location(): Pick<ConsoleEntry, 'url' | 'line' | 'column'>;
  /** What is to be let go of. */
  handles(): readonly Handle[];
}

const DEBUG = new Set(
  'debug verbose trace clear startGroup startGroupCollapsed endGroup profile profileEnd'.split(' '),
);

function levelOf(type: string): ConsoleLevel {
  if (type === 'error' || type === 'assert' || type === 'pageerror') return 'error';
  return type === 'warning' ? 'warning' : DEBUG.has(type) ? 'debug' : 'info';
}

const MOST_TEXT = 20_000;

/** Playwright counts from zero, and has two of them for a place that it does not know. */
export function oneBased({ url, line, column }: Pick<ConsoleEntry, 'url' | 'line' | 'column'>) {
  const isKnown = line > 0 || column > 0;
  return isKnown ? { url, line: line + 1, column: column + 1 } : { url, line: 0, column: 0 };
}

/** What a page said on its console, and what it threw, since it was opened. */
export class ConsoleLog {
  readonly #ring: Ring<ConsoleEntry>;
  readonly #clock: Clock;
  readonly #counts: Record<ConsoleLevel, number> = { error: 0, warning: 0, info: 0, debug: 0 };
  readonly #letGo = new LettingGo();
  readonly #hide: (text: string) => string;
  #document = 0;

  /** `hide` takes secrets out of a text. */
  constructor(clock: Clock, limit: number, hide = (text: string) => text) {
    this.#clock = clock;
    this.#ring = new Ring(limit);
    this.#hide = hide;
  }

  /** The cursor of now, for `since`. */
  get last(): number {
    return this.#ring.last;
  }

  get dropped(): number {
    return this.#ring.dropped;
  }

  /** By level, dropped ones included. */
  get counts(): Readonly<Record<ConsoleLevel, number>> {
    return { ...this.#counts };
  }

  startDocument(): void {
    this.#document++;
  }

  message(said: Said): ConsoleEntry {
    const args = said.args().slice(0, 20);
    const entry = this.#add({
      type: said.type(),
      text: this.#cut(said.text()),
      args: args.map((arg) => this.#cut(arg.toString())),
      ...oneBased(said.location()),
    });
    this.#letGo.add(said.handles());
    return entry;
  }

  error(thrown: WebError): ConsoleEntry {
    const error = thrown.error();
    const text = this.#cut(error.stack?.includes(error.message) ? error.stack : String(error));
    return this.#add({ type: 'pageerror', text, args: [], ...oneBased(thrown.location()), stack: text });
  }

  /** Messages of at least that level; of the present document only, unless all are wanted. */
  list(options: { level?: ConsoleLevel; all?: boolean } = {}): readonly ConsoleEntry[] {
    const most = CONSOLE_LEVELS.indexOf(options.level ?? 'info');
    return this.#ring
      .all()
      .filter((entry) => CONSOLE_LEVELS.indexOf(entry.level) <= most)
      .filter((entry) => options.all || entry.document === this.#document);
  }

  since(number: number): readonly ConsoleEntry[] {
    return this.#ring.since(number);
  }

  close(): void {
    this.#letGo.forget();
  }

  clear(): void {
    this.#ring.clear();
    Object.assign(this.#counts, { error: 0, warning: 0, info: 0, debug: 0 });
  }

  /** Secrets are hidden first: half of one is no longer known for what it is. */
  #cut(text: string): string {
    if (text.length <= MOST_TEXT) return text;
    const shown = this.#hide(text);
    return shown.length > MOST_TEXT ? `${shown.slice(0, MOST_TEXT)}…` : shown;
  }

  #add(seen: Omit<ConsoleEntry, 'number' | 'level' | 'time' | 'document'>): ConsoleEntry {
    const level = levelOf(seen.type);
    this.#counts[level]++;
    const rest = { ...seen, level, time: this.#clock.micros(), document: this.#document };
    return this.#ring.add((number) => ({ number, ...rest }));
  }
}
