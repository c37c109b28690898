import {
  CONSOLE_LEVELS,
  type ConsoleLevel,
  type ConsoleMessage,
  pageText,
  type ViewOf,
} from '../browser-result.ts';
import type { AnswerSource, PageFacts } from '../browser-style.ts';
import { consoleHeader, filed, messageData, type Showing, type Shown } from '../listing.ts';

interface LogFile {
  readonly path: string;
  /** When the address was opened whose messages it holds, in microseconds. */
  readonly since: number;
  lines: number;
}

/** Console messages go to a file of each page, and answers link to it. */
export class ConsoleFiles {
  readonly #level: ConsoleLevel;
  readonly #files = new WeakMap<object, LogFile>();
  readonly #told = new WeakMap<object, number>();

  constructor(level: ConsoleLevel) {
    this.#level = level;
  }

  /** Writes what is new, and what is said besides; gives the link to it, such as `console.log#L1-L3`. */
  async take(page: PageFacts, source: AnswerSource, besides: readonly string[]): Promise<string | undefined> {
    const since = Math.max(this.#told.get(page) ?? 0, page.opened.messages);
    this.#told.set(page, page.console.last);
    const fresh = page.console.since(since).filter(isAtLeast(this.#level));
    if (fresh.length + besides.length === 0) return undefined;
    const file = await this.#fileOf(page, source);
    const lines = [
      ...besides.map((words) => `[${'0'.padStart(8)}ms] [ERROR] ${words}\n`),
      ...fresh.map((entry) => logLine(entry, file.since)),
    ];
    const count = await source.append(file.path, lines.join(''));
    const first = file.lines + 1;
    file.lines += count;
    const path = source.shownPath(file.path).replace(/^\.\//, '');
    return `${path}#${count === 1 ? `L${first}` : `L${first}-L${file.lines}`}`;
  }

  /** Each address that is opened begins a new one. */
  async #fileOf(page: PageFacts, source: AnswerSource): Promise<LogFile> {
    const { time } = page.opened;
    const known = this.#files.get(page);
    if (known?.since === time) return known;
    const { path } = await source.save(undefined, ['console', 'log', new Date(time / 1000)], '');
    const file = { path, since: time, lines: 0 };
    this.#files.set(page, file);
    return file;
  }
}

/** It counts what the present document said, and puts exceptions last. */
export async function messages(
  { level = 'info', limit = 0, all, filename }: ViewOf<'console'>,
  { page, source }: Showing,
): Promise<Shown> {
  const { console: log } = page.tab;
  const present = log.list({ level: 'debug' });
  const count = (...types: readonly string[]) => present.filter(({ type }) => types.includes(type)).length;
  const counts = { error: count('error', 'pageerror'), warning: count('warning'), total: present.length };
  const entries = log
    .list({ level: 'debug', all })
    .filter(isAtLeast(level))
    .sort((a, b) => Number(a.type === 'pageerror') - Number(b.type === 'pageerror'))
    .slice(-limit);
  const words = [consoleHeader(entries.length, level, counts), '', ...entries.map(consoleLine)].join('\n');
  if (filename === undefined)
    return { results: [pageText(words)], data: { counts: log.counts, messages: entries.map(messageData) } };
  return filed(source, filename, 'Console', ['console', 'log'], words);
}

const isAtLeast = (level: ConsoleLevel) => (entry: ConsoleMessage) =>
  CONSOLE_LEVELS.indexOf(levelOf(entry)) <= CONSOLE_LEVELS.indexOf(level);

/** What it has no level for, such as the hints of Chromium itself, is information to it. */
export const levelOf = ({ type, level }: Pick<ConsoleMessage, 'type' | 'level'>): ConsoleLevel =>
  type === 'verbose' ? 'info' : level;

/** With the milliseconds since the address was opened, as its readers expect. */
const logLine = (entry: ConsoleMessage, since: number) =>
  `[${String(Math.round((entry.time - since) / 1000)).padStart(8)}ms] ${consoleLine(entry)}\n`;

/** Lines counted from zero, an exception as its stack and nothing else. */
function consoleLine({ type, text, url, line }: ConsoleMessage): string {
  return type === 'pageerror' ? text : `[${type.toUpperCase()}] ${text} @ ${url}:${Math.max(0, line - 1)}`;
}
