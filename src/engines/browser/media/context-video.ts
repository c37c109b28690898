import { basename, dirname, extname, join } from 'node:path';
import { Fault, fault } from '../../../kernel/fault.ts';
import type { Tab } from '../page/tab.ts';
import { stampedName } from '../stamped-name.ts';
import type { Video, VideoOptions } from './video.ts';

interface Running {
  readonly options: VideoOptions;
  readonly path: string;
  /** In the order in which they joined: each has a file of its own. */
  readonly tabs: Tab[];
}

/** A video of every tab of a context. Tabs that open while it runs join in, and those that close keep theirs. */
export class ContextVideo {
  readonly #tabs: () => readonly Tab[];
  readonly #folder: string;
  #running: Running | undefined;

  constructor(tabs: () => readonly Tab[], outputDir: string) {
    this.#tabs = tabs;
    this.#folder = outputDir;
  }

  get isOn(): boolean {
    return this.#running !== undefined;
  }

  async start(options: VideoOptions = {}): Promise<void> {
    if (this.#running) throw fault('RECORDING_ALREADY', { what: 'video' });
    const path = options.path ?? join(this.#folder, stampedName('video', 'webm'));
    const running: Running = { options, path, tabs: [] };
    this.#running = running;
    try {
      for (const tab of this.#tabs()) await joinIn(running, tab);
    } catch (thrown) {
      await this.end();
      throw thrown;
    }
  }

  tabOpened(tab: Tab): void {
    if (this.#running) void joinIn(this.#running, tab).catch(() => {}); // it closed again at once
  }

  /** One video for each tab on which there was something to see. */
  async stop(wanted?: string): Promise<readonly Video[]> {
    const running = this.#running;
    if (!running) throw fault('NOT_RECORDING', { what: 'video' });
    this.#running = undefined;
    const videos: Video[] = [];
    let empty: Fault | undefined;
    for (const tab of running.tabs.filter(({ video }) => video.isOn)) {
      const path = numbered(wanted ?? running.path, videos.length);
      try {
        videos.push(await tab.video.stop(path));
      } catch (thrown) {
        if (!(thrown instanceof Fault)) throw thrown;
        empty = thrown;
      }
    }
    if (videos.length === 0 && empty) throw empty;
    return videos;
  }

  /** Gives back what it took on the disk: nobody can ask for it any more. */
  async end(): Promise<void> {
    const tabs = this.#running?.tabs ?? [];
    this.#running = undefined;
    await Promise.all(tabs.map(({ video }) => video.discard()));
  }
}

async function joinIn(running: Running, tab: Tab): Promise<void> {
  if (tab.video.isOn) return;
  running.tabs.push(tab);
  await tab.video.start({ ...running.options, outlivesTab: true });
}

/** `a.webm`, `a-1.webm`, `a-2.webm`. */
function numbered(path: string, count: number): string {
  if (count === 0) return path;
  const kind = extname(path);
  return join(dirname(path), `${basename(path, kind)}-${count}${kind}`);
}
