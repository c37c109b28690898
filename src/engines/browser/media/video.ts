import { join } from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import { writeFree } from '../../../kernel/open-directly.ts';
import type { Tab } from '../page/tab.ts';
import { stampedName } from '../stamped-name.ts';
import type { Film, VideoFormat, VideoSize } from './film.ts';
import { FramesFilm } from './frames-film.ts';
import { SafeFilm } from './safe-film.ts';
import { windowSize } from './window-size.page.ts';

export interface VideoOptions {
  /** The picture fits into it. Left out: as large as the window, where it is native. */
  readonly size?: VideoSize | undefined;
  readonly fps?: number | undefined;
  readonly cursor?: boolean | undefined;
  /** Where it is to lie, unless its end says otherwise. */
  readonly path?: string | undefined;
  /** What was seen is kept when the tab closes. */
  readonly outlivesTab?: boolean | undefined;
  /** As MP4, where the browser records that by itself. */
  readonly isNative?: boolean | undefined;
}

export interface Video {
  readonly path: string;
  /** The path that it was to have: another one if something lay there. */
  readonly wanted: string;
  readonly format: VideoFormat;
  readonly width: number;
  readonly height: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly frames: number;
  /** Of the file. */
  readonly bytes: number;
  /** The page or its browser went away while it ran. */
  readonly isCut: boolean;
}

/** A path, or whoever writes the file and says where it lies. */
type Placing =
  | string
  | ((format: VideoFormat, content: Uint8Array | AsyncIterable<Uint8Array>) => Promise<string>);

const DEFAULT_SIZE = { width: 800, height: 800 };

/** A video of one tab. */
export class TabVideo {
  readonly #tab: Tab;
  readonly #folder: string;
  #running: { readonly film: Film; readonly options: VideoOptions } | undefined;
  #isStarting = false;

  constructor(tab: Tab, outputDir: string) {
    this.#tab = tab;
    this.#folder = outputDir;
    // Nobody can ask a closed tab for its video: what it took on the disk is given back.
    tab.page.once('close', () => {
      if (!this.#running?.options.outlivesTab) void this.discard();
    });
  }

  /** Ends it without a trace. */
  async discard(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.film.discard();
  }

  get isOn(): boolean {
    return this.#isStarting || this.#running !== undefined;
  }

  /** What the file of the one that runs will be, unless its browser dies. */
  get format(): VideoFormat | undefined {
    return this.#running?.film.format;
  }

  /** How many pictures there are so far, of a film that is not the browser's own. */
  get frames(): number {
    return this.#running?.film.frames ?? 0;
  }

  async start(options: VideoOptions = {}): Promise<void> {
    if (this.isOn) throw fault('RECORDING_ALREADY', { what: 'video' });
    if (!this.#tab.cdp.isThere) throw fault('NEEDS_CHROMIUM', { what: 'Recording a video' });
    this.#isStarting = true;
    try {
      this.#running = { film: await this.#film(options), options };
    } finally {
      this.#isStarting = false;
    }
    if (options.cursor) await this.#tab.page.screencast.showActions({ cursor: 'pointer' });
  }

  async #film({ isNative, size, fps }: VideoOptions): Promise<Film> {
    if (!isNative) return FramesFilm.start(this.#tab, size ?? DEFAULT_SIZE, fps);
    const wanted = size ?? (await this.#tab.cdp.run(windowSize));
    return (await SafeFilm.start(this.#tab, wanted, fps)) ?? (await FramesFilm.start(this.#tab, wanted, fps));
  }

  /** Ends the video and writes it, into the output folder when no path is given. */
  async stop(placing?: Placing): Promise<Video> {
    const running = this.#running;
    if (!running) throw fault('NOT_RECORDING', { what: 'video' });
    this.#running = undefined;
    const { film, options } = running;
    try {
      const { content, ...facts } = await film.end();
      const isCut = this.#tab.page.isClosed() || this.#tab.isCrashed;
      let bytes = 0;
      const counted = async function* () {
        for await (const piece of content instanceof Uint8Array ? [content] : content) {
          bytes += piece.length;
          yield piece;
        }
      };
      const place = placing ?? options.path ?? join(this.#folder, stampedName('video', facts.format));
      const isOurs = typeof place === 'string';
      const path = isOurs ? await writeFree(place, counted()) : await place(facts.format, counted());
      const video = { path, wanted: isOurs ? place : path, ...facts, bytes, isCut };
      await this.#tab.host.videoSaved?.(video, this.#tab);
      return video;
    } finally {
      await film.discard();
    }
  }
}
