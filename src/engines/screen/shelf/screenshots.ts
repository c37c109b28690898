import { randomUUID } from 'node:crypto';
import type { ShotData } from '../../../contract/agent-data.ts';
import type { Sink } from '../../../contract/evidence.ts';
import { type Clock, isoMicros } from '../../../kernel/clock.ts';
import { currentCall } from '../../../kernel/current-call.ts';
import { fault } from '../../../kernel/fault.ts';
import { decodePicture, encodePicture } from '../encode-picture.ts';
import type { Ocr, OcrOptions, OcrResult } from '../ocr/ocr-engine.ts';
import type { Picture } from '../picture.ts';
import { type PlainPng, plainPng } from '../plain-png.ts';
import type { GivenAnnotations, ScreenshotInfo, Shelf } from './shelf.ts';

export interface ScreenshotsOptions {
  readonly shelf: Shelf;
  readonly ocr: () => Promise<Ocr>;
  readonly clock: Clock;
  readonly sink: Sink;
}

/** How a picture came about. */
export interface Origin {
  readonly mode: string;
  readonly title?: string | undefined;
  readonly of?: string | undefined;
  /** The browser's own names of where it was taken. */
  readonly where?:
    | { readonly instance?: string; readonly context?: string; readonly page?: string }
    | undefined;
  readonly session?: string | undefined;
  /** What the record tells of it besides. */
  readonly seen?: Pick<ShotData, 'url' | 'path' | 'mimeType'> | undefined;
}

export interface Screenshot {
  readonly info: ScreenshotInfo;
  readonly picture: Picture;
}

/** Screenshots by id, and what was read in them. */
export class Screenshots {
  readonly shelf: Shelf;
  readonly #options: ScreenshotsOptions;
  /** The newest as pixels: most of the time the next call is about it. */
  #latest: Screenshot | undefined;

  constructor(options: ScreenshotsOptions) {
    this.#options = options;
    this.shelf = options.shelf;
  }

  /** Keeps a picture under a new id. */
  async add(picture: Picture, origin: Origin): Promise<Screenshot> {
    const info = await this.#keep({ ...picture, bytes: (await encodePicture(picture)).bytes }, origin);
    this.#latest = { info, picture };
    return this.#latest;
  }

  /**
   * Keeps a picture file, such as a browser's screenshot; only its pixels are taken. A PNG is not unpacked for that:
   * few of them are ever asked for, and unpacking leaves a process ten times their size larger.
   */
  async addFile(bytes: Uint8Array, origin: Origin): Promise<ScreenshotInfo> {
    const png = plainPng(bytes);
    return png ? this.#keep(png, origin) : (await this.add(await decodePicture(bytes), origin)).info;
  }

  async #keep({ width, height, bytes }: PlainPng, origin: Origin): Promise<ScreenshotInfo> {
    const { mode, title, of } = origin;
    const time = this.#options.clock.micros();
    const info = { id: randomUUID(), timestamp: isoMicros(time), width, height, mode, title, of };
    const reference = await this.shelf.put(info, bytes);
    const call = currentCall();
    this.#record(time, { ...origin.seen, ...info, ...reference, ...(call && { call }) }, origin);
    return info;
  }

  async get(id: string): Promise<Screenshot> {
    if (this.#latest?.info.id === id) return this.#latest;
    const info = await this.shelf.info(id);
    const png = info && (await this.shelf.png(id));
    if (!info || !png) throw fault('NO_SUCH_SCREENSHOT', { id });
    return { info, picture: await decodePicture(png) };
  }

  /** What is written in a screenshot; read once for each language. */
  async read({ info, picture }: Screenshot, options: OcrOptions): Promise<OcrResult> {
    const { shelf } = this;
    const known = await shelf.ocr(info.id, options.language);
    if (known) return known;
    const result = await (await this.#options.ocr()).read(picture, options);
    await shelf.putOcr(info.id, options.language, result);
    return result;
  }

  async addAnnotations(id: string, annotations: GivenAnnotations): Promise<void> {
    const { shelf } = this;
    if (shelf.keepsAnnotations)
      await shelf.putAnnotations(id, [...(await shelf.annotations(id)), ...annotations]);
  }

  #record(time: number, data: ShotData, { where, session, mode }: Origin): void {
    const { clock, sink } = this.#options;
    sink({
      time,
      monotonic: clock.monotonic(),
      source: mode === 'browser' ? 'browser' : 'screen',
      stream: 'shot',
      where: session ? { ...where, session } : { ...where },
      data,
    });
  }
}
