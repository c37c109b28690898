import { appendFile } from 'node:fs/promises';
import {
  CONSOLE_LEVELS,
  type ConsoleEntry,
  type ConsoleLevel,
} from '../../engines/browser/page/console-log.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import { stampedName } from '../../engines/browser/stamped-name.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import type { Caller } from '../../kernel/tool.ts';

interface LogFile {
  readonly path: string;
  /** When the address was opened whose messages it holds, in microseconds. */
  readonly since: number;
  lines: number;
}

/** For answers in playwright-mcp's style: console messages go to a file of each page, and answers link to it. */
export class ConsoleFiles {
  readonly #output: OutputFolder;
  readonly #level: ConsoleLevel;
  readonly #redact: (words: string) => string;
  readonly #files = new WeakMap<Tab, LogFile>();
  readonly #told = new WeakMap<Tab, number>();

  constructor(output: OutputFolder, level: ConsoleLevel, redact: (words: string) => string) {
    this.#output = output;
    this.#level = level;
    this.#redact = redact;
  }

  /** Writes what is new; gives the file and the lines in it, such as `L1-L3`. */
  async take(tab: Tab, caller: Caller): Promise<{ path: string; lines: string } | undefined> {
    const since = Math.max(this.#told.get(tab) ?? 0, tab.opened.messages);
    this.#told.set(tab, tab.console.last);
    const most = CONSOLE_LEVELS.indexOf(this.#level);
    const fresh = tab.console
      .since(since)
      .filter((entry) => CONSOLE_LEVELS.indexOf(compatibleLevel(entry)) <= most);
    if (fresh.length === 0) return undefined;
    const file = await this.#fileOf(tab, caller);
    const text = this.#redact(fresh.map((entry) => logLine(entry, file.since)).join(''));
    const count = text.split('\n').length - 1;
    await appendFile(file.path, text);
    const first = file.lines + 1;
    file.lines += count;
    return { path: file.path, lines: count === 1 ? `L${first}` : `L${first}-L${file.lines}` };
  }

  /** Each address that is opened begins a new one. */
  async #fileOf(tab: Tab, caller: Caller): Promise<LogFile> {
    const known = this.#files.get(tab);
    const { time } = tab.opened;
    if (known?.since === time) return known;
    const name = stampedName('console', 'log', new Date(time / 1000));
    const { path } = await this.#output.write(caller, name, new Uint8Array());
    const file = { path, since: time, lines: 0 };
    this.#files.set(tab, file);
    return file;
  }
}

/** What playwright-mcp has no level for, such as the hints of Chromium itself, is information to it. */
export const compatibleLevel = ({ type, level }: Pick<ConsoleEntry, 'type' | 'level'>): ConsoleLevel =>
  type === 'verbose' ? 'info' : level;

/** With the milliseconds since the address was opened, as its readers expect. */
const logLine = (entry: ConsoleEntry, since: number) =>
  `[${String(Math.round((entry.time - since) / 1000)).padStart(8)}ms] ${compatibleConsoleLine(entry)}\n`;

/** A message as playwright-mcp writes it: lines counted from zero, an exception as its stack and nothing else. */
export function compatibleConsoleLine({ type, text, url, line }: ConsoleEntry): string {
  return type === 'pageerror' ? text : `[${type.toUpperCase()}] ${text} @ ${url}:${Math.max(0, line - 1)}`;
}

/** `[ERROR] text @ url:line`. */
export function consoleLine({ level, text, url, line }: ConsoleEntry): string {
  const place = line > 0 ? `${url}:${line}` : url;
  return `[${level.toUpperCase()}] ${text}${place ? ` @ ${place}` : ''}`;
}
