import type { OcrResult } from '../ocr/ocr-engine.ts';
import type { GivenAnnotations, PictureReference, ScreenshotInfo, Shelf } from './shelf.ts';

const MOST = 50;

interface Kept {
  readonly info: ScreenshotInfo;
  readonly png: Uint8Array;
  readonly ocr: Map<string, OcrResult>;
}

/** Screenshots of a command that works alone: in memory only, the oldest go first. */
export class MemoryShelf implements Shelf {
  readonly keepsAnnotations = false;
  readonly #most: number;
  /** In the order in which they came. */
  readonly #kept = new Map<string, Kept>();

  constructor(most = MOST) {
    this.#most = most;
  }

  async put(info: ScreenshotInfo, png: Uint8Array): Promise<PictureReference> {
    this.#kept.set(info.id, { info, png, ocr: new Map() });
    for (const id of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(id);
    }
    return {};
  }

  async info(id: string): Promise<ScreenshotInfo | undefined> {
    return this.#kept.get(id)?.info;
  }

  async png(id: string): Promise<Uint8Array | undefined> {
    return this.#kept.get(id)?.png;
  }

  async list(limit: number): Promise<ScreenshotInfo[]> {
    return [...this.#kept.values()]
      .map(({ info }) => info)
      .reverse()
      .slice(0, limit);
  }

  async ocr(id: string, language: string): Promise<OcrResult | undefined> {
    return this.#kept.get(id)?.ocr.get(language);
  }

  async putOcr(id: string, language: string, result: OcrResult): Promise<void> {
    this.#kept.get(id)?.ocr.set(language, result);
  }

  async annotations(): Promise<GivenAnnotations> {
    return [];
  }

  async putAnnotations(): Promise<void> {
    // Alone, marks are drawn and forgotten.
  }
}
