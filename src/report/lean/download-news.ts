import type { DownloadSource, DownloadState } from '../browser-style.ts';

/** The last number that was told of, and which of those before it had not ended. */
interface Known {
  readonly begun: number;
  readonly running: ReadonlySet<number>;
}

const NOTHING: Known = { begun: 0, running: new Set() };

/** What was told of downloads: each is told of when it begins and when it has ended, in whichever answer. */
export class DownloadNews {
  readonly #known = new WeakMap<DownloadSource, Known>();

  /** Each as it stands: one that has ended is told of only as such. */
  take(downloads: DownloadSource): readonly DownloadState[] {
    const known = this.#known.get(downloads) ?? NOTHING;
    const news = downloads
      .list()
      .filter((one) => one.number > known.begun || (known.running.has(one.number) && hasEnded(one)));
    const ended = new Set(news.filter(hasEnded).map(({ number }) => number));
    const running = [...known.running, ...news.map(({ number }) => number)].filter((one) => !ended.has(one));
    this.#known.set(downloads, { begun: downloads.last, running: new Set(running) });
    return news;
  }
}

const hasEnded = ({ state }: DownloadState) => state !== 'in_progress';
