import type { Tab } from '../page/tab.ts';
import type { Developed, Film, VideoSize } from './film.ts';
import { FramesFilm } from './frames-film.ts';
import { NativeFilm } from './native-film.ts';

/** Enough to see what happened last, and little work for the browser. */
const SPARE_FPS = 2;
/** So much may be missing at the end before single pictures are the better film. */
const MOST_LOST_MS = 2_000;

/**
 * The browser's own film, which comes in pieces of sixty pictures or so: on a quiet page that may take minutes, all of
 * which a browser that dies would take along. So a few single pictures are taken beside it.
 */
export class SafeFilm implements Film {
  readonly format = 'mp4';
  readonly frames = 0;
  readonly #tab: Tab;
  readonly #native: NativeFilm;
  readonly #spare: FramesFilm;

  private constructor(tab: Tab, native: NativeFilm, spare: FramesFilm) {
    this.#tab = tab;
    this.#native = native;
    this.#spare = spare;
  }

  /** Undefined where the browser records nothing by itself. */
  static async start(tab: Tab, size: VideoSize, fps: number | undefined): Promise<SafeFilm | undefined> {
    const native = await NativeFilm.start(await tab.cdp.session(), { size, fps });
    if (!native) return undefined;
    try {
      return new SafeFilm(tab, native, await FramesFilm.start(tab, size, SPARE_FPS));
    } catch (error) {
      await native.discard();
      throw error;
    }
  }

  async end(): Promise<Developed> {
    const taken = await this.#native.end().catch((error: unknown) => {
      if (!this.#isGone) throw error;
    });
    const isWhole = taken && (!this.#isGone || this.#spare.lastAt - taken.duration <= MOST_LOST_MS);
    return isWhole ? taken : this.#spare.end().catch((error: unknown) => taken ?? Promise.reject(error));
  }

  async discard(): Promise<void> {
    await this.#tab.page.screencast.stop().catch(() => {}); // gone with its page
    await Promise.all([this.#native.discard(), this.#spare.discard()]);
  }

  get #isGone(): boolean {
    return this.#tab.page.isClosed() || this.#tab.isCrashed;
  }
}
