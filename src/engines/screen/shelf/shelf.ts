import type { ShotData } from '../../../contract/agent-data.ts';
import { putNewest } from '../../../kernel/put-newest.ts';
import type { OcrResult } from '../ocr/ocr-engine.ts';

/** What is known of a screenshot besides its pixels. */
export interface ScreenshotInfo {
  readonly id: string;
  /** RFC 3339, in UTC. */
  readonly timestamp: string;
  readonly width: number;
  readonly height: number;
  /** `fullscreen`, `monitor`, `window`, `region`; `browser` for a page; `redacted` for a redacted copy. */
  readonly mode: string;
  /** Title of the captured window, or of the page. */
  readonly title?: string | undefined;
  /** The screenshot that this one was made from. */
  readonly of?: string | undefined;
}

/** Marks that were drawn on a screenshot, as they were given. */
export type GivenAnnotations = readonly Readonly<Record<string, unknown>>[];

/** What the record needs to find a picture. */
export type PictureReference = Pick<ShotData, 'image'>;

/** Where screenshots are kept. */
export interface Shelf {
  /** Whether marks are remembered. */
  readonly keepsAnnotations: boolean;
  /** Keeps a PNG; what has to go for it goes. Resolves with what the record needs to find it. */
  put(info: ScreenshotInfo, png: Uint8Array): Promise<PictureReference>;
  info(id: string): Promise<ScreenshotInfo | undefined>;
  png(id: string): Promise<Uint8Array | undefined>;
  /** Newest first. */
  list(limit: number): Promise<ScreenshotInfo[]>;
  ocr(id: string, language: string): Promise<OcrResult | undefined>;
  putOcr(id: string, language: string, result: OcrResult): Promise<void>;
  annotations(id: string): Promise<GivenAnnotations>;
  putAnnotations(id: string, annotations: GivenAnnotations): Promise<void>;
}

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
    putNewest(this.#kept, info.id, { info, png, ocr: new Map() }, this.#most);
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
