import type { OcrResult } from '../../engines/screen/ocr/ocr-engine.ts';
import type {
  GivenAnnotations,
  PictureReference,
  ScreenshotInfo,
  Shelf,
} from '../../engines/screen/shelf/shelf.ts';
import { fault } from '../../kernel/fault.ts';
import type { BodyRef } from '../../store/bodies.ts';
import type { Documents } from '../../store/documents.ts';
import type { OwnDocuments } from '../../store/own-documents.ts';
import type { Store } from '../../store/store.ts';

const MOST = 500;
/** A picture is kept whole or not at all. */
const LARGEST = 256 * 2 ** 20;

interface Kept {
  readonly info: ScreenshotInfo;
  readonly image: BodyRef;
}

/** The screenshots of one key: in the record, on disk, with what was read in them and drawn on them. */
export class StoreShelf implements Shelf {
  readonly keepsAnnotations = true;
  readonly #store: Store;
  readonly #most: number;
  readonly #shots: Documents;
  readonly #ocr: Documents;
  readonly #annotations: Documents;
  /** What was read from the record once; a screenshot never changes. */
  readonly #known = new Map<string, Kept>();

  constructor(store: Store, documents: OwnDocuments, most = MOST) {
    this.#store = store;
    this.#most = most;
    this.#shots = documents.ofKey('screenshots');
    this.#ocr = documents.ofKey('screenshot-ocr');
    this.#annotations = documents.ofKey('screenshot-annotations');
  }

  async put(info: ScreenshotInfo, png: Uint8Array): Promise<PictureReference> {
    const image = await this.#store.putBody(png, LARGEST);
    if (image.stored !== image.length) {
      const why = 'the picture could not be written';
      throw fault('STORE_UNAVAILABLE', { store: 'the state folder', why });
    }
    const kept: Kept = { info, image };
    await this.#shots.put(info.id, kept);
    this.#known.set(info.id, kept);
    await this.#evict();
    return { image };
  }

  async info(id: string): Promise<ScreenshotInfo | undefined> {
    return (await this.#find(id))?.info;
  }

  async png(id: string): Promise<Uint8Array | undefined> {
    const kept = await this.#find(id);
    return kept && this.#store.getBody(kept.image);
  }

  async list(limit: number): Promise<ScreenshotInfo[]> {
    return (await this.#newestFirst()).slice(0, limit).map(({ info }) => info);
  }

  async ocr(id: string, language: string): Promise<OcrResult | undefined> {
    return (await this.#ocr.get<Record<string, OcrResult>>(id))?.[language];
  }

  async putOcr(id: string, language: string, result: OcrResult): Promise<void> {
    const known = (await this.#ocr.get<Record<string, OcrResult>>(id)) ?? {};
    await this.#ocr.put(id, { ...known, [language]: result });
  }

  async annotations(id: string): Promise<GivenAnnotations> {
    return (await this.#annotations.get<GivenAnnotations>(id)) ?? [];
  }

  async putAnnotations(id: string, annotations: GivenAnnotations): Promise<void> {
    await this.#annotations.put(id, annotations);
  }

  async #find(id: string): Promise<Kept | undefined> {
    const kept = this.#known.get(id) ?? (await this.#shots.get<Kept>(id));
    if (kept) this.#known.set(id, kept);
    return kept;
  }

  async #newestFirst(): Promise<Kept[]> {
    const kept = (await this.#shots.values<Kept>()).map(({ value }) => value);
    return kept.sort((one, other) => (one.info.timestamp < other.info.timestamp ? 1 : -1));
  }

  async #evict(): Promise<void> {
    if ((await this.#shots.list()).length <= this.#most) return;
    for (const { info } of (await this.#newestFirst()).slice(this.#most)) {
      this.#known.delete(info.id);
      await Promise.all([this.#shots, this.#ocr, this.#annotations].map((place) => place.delete(info.id)));
    }
  }
}
