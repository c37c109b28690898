import { createReadStream } from 'node:fs';
import { constants, type FileHandle, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Download } from 'playwright-core';
import type { Clock } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import type { Log } from '../../../kernel/log.ts';
import { createFree, openDirectly, removeDirectly } from '../../../kernel/open-directly.ts';
import { within } from '../../../kernel/within.ts';
import { insideOf } from '../launch/playwright-inside.ts';
import { Ring } from '../page/ring.ts';
import { messageOf } from '../page/translate.ts';
import type { Secrets } from '../secrets/secrets.ts';

export interface DownloadEntry {
  /** d1, d2, … */
  readonly id: string;
  readonly number: number;
  readonly tab: string;
  readonly url: string;
  /** The name that the server or the page gave it. */
  readonly filename: string;
  /** Where it lies once it is complete. */
  readonly path?: string;
  readonly state: 'in_progress' | 'complete' | 'failed';
  readonly size?: number;
  readonly failure?: string;
  /** Microseconds since the epoch. */
  readonly started: number;
  readonly ended?: number;
}

interface Tracked {
  entry: DownloadEntry;
  readonly done: Promise<void>;
}

interface DownloadsOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets?: Secrets;
  readonly hasPlainNames?: boolean;
  /** A larger one is stopped. */
  readonly limitBytes?: number | undefined;
}

/** Every download of one browser: saved into the output folder under a name of its own. */
export class Downloads {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #secrets: Secrets | undefined;
  readonly #nameOf: (suggested: string) => string;
  readonly #ring = new Ring<Tracked>(500);
  readonly #limit: number;

  constructor(options: DownloadsOptions) {
    this.#nameOf = options.hasPlainNames ? plainName : safeName;
    this.#folder = options.folder;
    this.#limit = options.limitBytes ?? Number.POSITIVE_INFINITY;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#secrets = options.secrets;
  }

  get last(): number {
    return this.#ring.last;
  }

  list(): readonly DownloadEntry[] {
    return this.#ring.all().map((tracked) => tracked.entry);
  }

  since(number: number): readonly DownloadEntry[] {
    return this.#ring.since(number).map((tracked) => tracked.entry);
  }

  track(download: Download, tab: string): DownloadEntry {
    const tracked = this.#ring.add((number) => {
      const entry: DownloadEntry = {
        id: `d${number}`,
        number,
        tab,
        url: download.url(),
        filename: this.#shown(download.suggestedFilename()),
        state: 'in_progress',
        started: this.#clock.micros(),
      };
      const { promise, resolve } = Promise.withResolvers<void>();
      const made: Tracked = { entry, done: promise };
      void this.#save(download, made).finally(resolve);
      return made;
    });
    return tracked.entry;
  }

  /** The download as it ended, or as it stands after that time. Without an id: the newest. */
  async wait(id: string | undefined, ms: number, signal?: AbortSignal): Promise<DownloadEntry> {
    const tracked = id ? this.#ring.all().find(({ entry }) => entry.id === id) : this.#ring.get(this.last);
    if (!tracked)
      throw fault('WAIT_TIMEOUT', { what: id ? `No download ${id}` : 'No download was started', ms: 0 });
    await within(tracked.done, ms, signal);
    return tracked.entry;
  }

  /** Waits for all that started after that number, at most so long. */
  async settle(since: number, ms: number): Promise<void> {
    const open = this.#ring.since(since).filter(({ entry }) => entry.state === 'in_progress');
    if (open.length) await within(Promise.all(open.map(({ done }) => done)), ms);
  }

  async #save(download: Download, tracked: Tracked): Promise<void> {
    let size = 0;
    const watching = setInterval(async () => {
      size = Math.max(size, await sizeSoFar(download));
      if (size > this.#limit) await download.cancel().catch(() => {}); // it has ended meanwhile
    }, LOOK_MS);
    try {
      // It ends before its file is made: one that fails leaves none.
      const failure = await download.failure();
      size = Math.max(size, await sizeSoFar(download));
      if (size > this.#limit) {
        await download.delete().catch(() => {}); // one that was stopped has no file
        throw new Error(`larger than ${this.#limit / MB} MB, the limit of --download-mb`);
      }
      if (failure !== null) throw new Error(failure);
      const placed = await this.#place(download, this.#nameOf(tracked.entry.filename));
      this.#end(tracked, { state: 'complete', ...placed });
    } catch (error) {
      const failure = messageOf(error);
      this.#log.warning('download failed', { url: download.url(), failure });
      this.#end(tracked, { state: 'failed', failure });
    } finally {
      clearInterval(watching);
    }
  }

  /** Not by Playwright, which follows links. */
  async #place(download: Download, name: string): Promise<{ path: string; size: number }> {
    const { path, handle } = await createFree(this.#folder, name, (stem, taken) => `${stem} (${taken})`);
    try {
      // Only a browser of this machine has a path.
      const source = await download.path().then(createReadStream, () => download.createReadStream());
      await pipeline(source, handle.createWriteStream());
      await using file = await openDirectly(path, { flags: constants.O_RDWR });
      if (this.#secrets && !this.#secrets.isEmpty) await hideIn(file, this.#secrets);
      return { path, size: (await file.stat()).size };
    } catch (thrown) {
      await removeDirectly(path);
      throw thrown;
    }
  }

  /** A page can name a file after what was typed into it. */
  #shown(name: string): string {
    return this.#secrets?.hide(name).replaceAll(/<\/?secret>/g, '') ?? name;
  }

  #end(tracked: Tracked, result: Partial<DownloadEntry>): void {
    tracked.entry = { ...tracked.entry, ...result, ended: this.#clock.micros() };
  }
}

const MB = 1024 * 1024;
const LOOK_MS = 200;

/** How much of it has come: Playwright tells nothing before its end, but where it runs here the file can be seen. */
async function sizeSoFar(download: Download): Promise<number> {
  const { _artifact: artifact } = download as { readonly _artifact?: object };
  const { _localPath: path } = ((artifact && insideOf(artifact)) ?? {}) as { readonly _localPath?: string };
  if (path === undefined) return 0;
  const found = await stat(path).catch(() => stat(`${path}.crdownload`).catch(() => undefined));
  return found?.size ?? 0;
}

/** Larger files are no text that somebody reads. */
const MOST_TEXT = 32 * 1024 * 1024;

/** A page can hand back what was typed into it. Only text is looked through: other files would break. */
async function hideIn(file: FileHandle, secrets: Secrets): Promise<void> {
  if ((await file.stat()).size > MOST_TEXT) return;
  const bytes = await file.readFile();
  const hidden = secrets.hideBytes(bytes);
  if (hidden === bytes) return;
  await file.truncate();
  await file.write(hidden, 0, hidden.length, 0);
}

/** The name comes from a server: no folders, no control characters, no hidden file, not too long. */
export function safeName(wanted: string): string {
  const last = wanted.split(/[/\\]/).at(-1) ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const plain = last.replaceAll(/[\u0000-\u001f<>:"|?*]/g, '_').replace(/^\.+/, '');
  const ending = extname(plain).slice(0, 20);
  return `${basename(plain, extname(plain)).slice(0, 120) || 'download'}${ending}`;
}

/** The same with letters, digits and dashes only, as playwright-mcp names its files. */
export function plainName(wanted: string): string {
  const name = safeName(wanted);
  const ending = extname(name);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what is taken out
  const plain = (part: string) => part.replaceAll(/[\u0000-\u002c\u002e\u002f:-@[-`{-\u007f]+/g, '-');
  return `${plain(basename(name, ending))}${ending && `.${plain(ending.slice(1))}`}`;
}
