import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { Tab } from '../page/tab.ts';
import { withSecretsHidden } from '../secrets/hide-secrets.ts';
import type { Developed, Film, VideoSize } from './film.ts';
import { VideoEncoder } from './video-encoder.ts';
import { writeMatroska, writeWebm } from './webm.ts';

interface Frame {
  readonly offset: number;
  readonly length: number;
  /** Milliseconds from the first one. */
  readonly time: number;
}

/**
 * Single pictures, which wait on disk while it runs; the browser itself encodes them in the end. If it is gone by
 * then they stay as they are.
 */
export class FramesFilm implements Film {
  readonly format = 'webm';
  readonly #tab: Tab;
  readonly #folder: string;
  readonly #file: FileHandle;
  readonly #size: VideoSize;
  readonly #started = performance.now();
  readonly #frames: Frame[] = [];
  #written: Promise<void> = Promise.resolve();
  #bytes = 0;

  private constructor(tab: Tab, folder: string, file: FileHandle, size: VideoSize) {
    this.#tab = tab;
    this.#folder = folder;
    this.#file = file;
    this.#size = size;
  }

  static async start(tab: Tab, wanted: VideoSize, fps: number | undefined): Promise<FramesFilm> {
    const folder = await mkdtemp(join(tmpdir(), 'video-'));
    const file = await open(join(folder, 'frames'), 'wx+');
    const size = { width: even(wanted.width), height: even(wanted.height) };
    const film = new FramesFilm(tab, folder, file, size);
    const onFrame = (frame: { data: Buffer }) => film.#keep(frame.data);
    try {
      await tab.page.screencast.start(given({ onFrame, size, fps }));
    } catch (error) {
      await film.discard();
      throw error;
    }
    return film;
  }

  get frames(): number {
    return this.#frames.length;
  }

  /** When its last picture was taken, in milliseconds from its start. */
  get lastAt(): number {
    return this.#frames.at(-1)?.time ?? 0;
  }

  async end(): Promise<Developed> {
    const duration = performance.now() - this.#started;
    if (this.#frames.length === 0) await this.#still();
    await this.#tab.page.screencast.stop().catch(() => {}); // the page closed: what was seen counts
    await this.#written;
    if (this.#frames.length === 0)
      throw fault('ACTION_FAILED', { action: 'video', why: 'nothing was shown' });
    return { ...this.#size, duration, frames: this.#frames.length, ...(await this.#developed(duration)) };
  }

  async discard(): Promise<void> {
    await this.#written.catch(() => {}); // a full disk has been told by then
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #developed(duration: number): Promise<Pick<Developed, 'format' | 'content'>> {
    const browser = this.#tab.page.context().browser();
    try {
      if (browser?.isConnected()) {
        const chunks = await this.#encoded(await VideoEncoder.open(browser, this.#size), duration);
        return { format: 'webm', content: writeWebm({ ...this.#size, duration, chunks }) };
      }
    } catch (thrown) {
      // It may die while it encodes, too.
      if (browser?.isConnected()) throw thrown;
    }
    return { format: 'mkv', content: writeMatroska({ ...this.#size, duration }, this.#pictures()) };
  }

  async #encoded(encoder: VideoEncoder, duration: number) {
    try {
      let last = Buffer.alloc(0);
      for await (const { time, data } of this.#pictures()) {
        await encoder.add({ time, data });
        last = data;
      }
      // The last picture stays until the end.
      if (duration > this.#frames.at(-1)!.time + 1) await encoder.add({ time: duration, data: last });
      return await encoder.end();
    } finally {
      await encoder.close().catch(() => {}); // gone with its browser
    }
  }

  async *#pictures() {
    for (const { offset, length, time } of this.#frames) {
      const data = Buffer.alloc(length);
      await this.#file.read(data, 0, length, offset);
      yield { time, data, isKey: true };
    }
  }

  /** A page on which nothing moved sends no picture by itself. */
  async #still(): Promise<void> {
    const shot = () => this.#tab.page.screenshot({ type: 'jpeg', scale: 'css' });
    const picture = await withSecretsHidden(this.#tab, shot).catch(() => undefined); // it closed meanwhile
    if (picture) await this.#keep(picture);
  }

  /** One after the other, so that the file has them in order. */
  #keep(data: Buffer): Promise<void> {
    const offset = this.#bytes;
    this.#bytes += data.length;
    const time = performance.now() - this.#started;
    const last = this.#frames.at(-1)?.time ?? -1;
    this.#frames.push({ offset, length: data.length, time: Math.max(time, last + 1) });
    this.#written = this.#written.then(async () => {
      await this.#file.write(data, 0, data.length, offset);
    });
    return this.#written;
  }
}

/** The codec wants even sizes. */
const even = (length: number) => Math.max(2, Math.floor(length / 2) * 2);
