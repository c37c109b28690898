import type { DownloadEntry, Downloads } from '../../engines/browser/context/downloads.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';

/** The last number that was told of, and which of those before it had not ended. */
interface Known {
  readonly begun: number;
  readonly running: ReadonlySet<number>;
}

const NOTHING: Known = { begun: 0, running: new Set() };

/** What was told of downloads: each is told of when it begins and when it has ended, in whichever answer. */
export class DownloadNews {
  readonly #ofBrowser = new WeakMap<Downloads, Known>();
  readonly #ofTab = new WeakMap<Tab, Known>();

  /** Of all tabs, each as it stands: one that has ended is told of only as such. */
  take(downloads: Downloads): readonly DownloadEntry[] {
    const known = this.#ofBrowser.get(downloads) ?? NOTHING;
    const news = downloads
      .list()
      .filter((one) => one.number > known.begun || (known.running.has(one.number) && hasEnded(one)));
    const ended = new Set(news.filter(hasEnded).map(({ number }) => number));
    const running = [...known.running, ...news.map(({ number }) => number)].filter((one) => !ended.has(one));
    this.#ofBrowser.set(downloads, { begun: downloads.last, running: new Set(running) });
    return news;
  }

  /** Of one tab as playwright-mcp tells it, the beginning and the end apart; a `path` is there for what has ended. */
  takeCompatible(tab: Tab): readonly Pick<DownloadEntry, 'filename' | 'path'>[] {
    const since = this.#ofTab.get(tab) ?? NOTHING;
    const first = Math.max(since.begun, tab.opened.downloads);
    const own = tab.host.downloads.list().filter((one) => one.tab === tab.id);
    const begun = own.filter(({ number }) => number > first);
    const waiting = new Set([...since.running, ...begun.map(({ number }) => number)]);
    const ended = own.filter(({ number, path }) => waiting.has(number) && path !== undefined);
    for (const { number } of ended) waiting.delete(number);
    this.#ofTab.set(tab, { begun: tab.host.downloads.last, running: waiting });
    return [...begun.map(({ filename }) => ({ filename })), ...ended];
  }
}

const hasEnded = ({ state }: DownloadEntry) => state !== 'in_progress';
