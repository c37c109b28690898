import { appendFile } from 'node:fs/promises';
import { CONSOLE_LEVELS, type ConsoleEntry, type ConsoleLevel } from '../../engines/browser/console-log.ts';
import { stampedName } from '../../engines/browser/stamped-name.ts';
import type { Tab } from '../../engines/browser/tab.ts';
import type { OutputFolder } from '../../kernel/output.ts';
import type { Caller } from '../../kernel/tool.ts';

interface LogFile {
  readonly path: string;
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
    const since = this.#told.get(tab) ?? 0;
    this.#told.set(tab, tab.console.last);
    const most = CONSOLE_LEVELS.indexOf(this.#level);
    const fresh = tab.console.since(since).filter(({ level }) => CONSOLE_LEVELS.indexOf(level) <= most);
    if (fresh.length === 0) return undefined;
    const text = this.#redact(`${fresh.map((entry) => consoleLine(entry, entry.type)).join('\n')}\n`);
    const count = text.split('\n').length - 1;
    const file = this.#files.get(tab) ?? (await this.#make(tab, caller));
    await appendFile(file.path, text);
    const first = file.lines + 1;
    file.lines += count;
    return { path: file.path, lines: count === 1 ? `L${first}` : `L${first}-L${file.lines}` };
  }

  async #make(tab: Tab, caller: Caller): Promise<LogFile> {
    const { path } = await this.#output.write(caller, stampedName('console', 'log'), new Uint8Array());
    const file = { path, lines: 0 };
    this.#files.set(tab, file);
    return file;
  }
}

/** `[ERROR] text @ url:line`; the label is the level, or the console's method as playwright-mcp has it. */
export function consoleLine({ level, text, url, line }: ConsoleEntry, label: string = level): string {
  return `[${label.toUpperCase()}] ${text}${url ? ` @ ${url}:${line}` : ''}`;
}
