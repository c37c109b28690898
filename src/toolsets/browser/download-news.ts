import type { DownloadEntry } from '../../engines/browser/downloads.ts';
import type { Tab } from '../../engines/browser/tab.ts';

/** playwright-mcp tells of a download when it begins and when it is there, each once and in whichever answer. */
export class DownloadNews {
  readonly #told = new WeakMap<Tab, { begun: number; readonly running: Set<number> }>();

  /** What has happened since the last answer; a `path` is there for what has ended. */
  take(tab: Tab): readonly Pick<DownloadEntry, 'filename' | 'path'>[] {
    const since = this.#told.get(tab) ?? { begun: 0, running: new Set<number>() };
    const first = Math.max(since.begun, tab.opened.downloads);
    const own = tab.host.downloads.list().filter((one) => one.tab === tab.id);
    const begun = own.filter(({ number }) => number > first);
    const waiting = new Set([...since.running, ...begun.map(({ number }) => number)]);
    const ended = own.filter(({ number, path }) => waiting.has(number) && path !== undefined);
    for (const { number } of ended) waiting.delete(number);
    this.#told.set(tab, { begun: tab.host.downloads.last, running: waiting });
    return [...begun.map(({ filename }) => ({ filename })), ...ended];
  }
}
