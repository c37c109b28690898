import type { Log } from '../kernel/log.ts';
import { BodyFiles } from './body-files.ts';
import { BLOB_NAME, type BodyRef, type BodyStore, blobName } from './body-store.ts';
import { BodyTable } from './body-table.ts';
import type { Opened } from './opened.ts';

export interface BodiesOptions {
  readonly open: () => Promise<Opened>;
  readonly folder: string;
  readonly limit: number | undefined;
  readonly log: Log;
}

const BODY_LIMIT = 2 ** 20;
/** A body is written before the item that refers to it; within this time nobody takes it for unused. */
const GRACE_MS = 10 * 60_000;

/** Bodies of any size, each kept once. */
export class Bodies {
  readonly #options: BodiesOptions;
  readonly #files: BodyFiles;
  #problem: string | null = null;
  #sweptAt = 0;

  constructor(options: BodiesOptions) {
    this.#options = options;
    this.#files = new BodyFiles(options.folder);
  }

  /** Why the last body could not be kept. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Never fails: a body that cannot be kept is said to have 0 bytes stored. */
  async put(content: Uint8Array | string, limit = this.#options.limit ?? BODY_LIMIT): Promise<BodyRef> {
    const whole = typeof content === 'string' ? Buffer.from(content) : content;
    const part = whole.subarray(0, limit);
    const blob = blobName(part);
    try {
      const opened = await this.#options.open();
      await this.#place(opened).write(blob, part);
      this.#problem = null;
      return { blob, length: whole.length, stored: part.length };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (this.#problem === null) this.#options.log.error('a body could not be kept', { error });
      this.#problem = why;
      return { blob, length: whole.length, stored: 0 };
    }
  }

  async get(blob: string): Promise<Uint8Array | undefined> {
    if (!BLOB_NAME.test(blob)) return undefined;
    const content = await this.#place(await this.#options.open()).read(blob);
    // A power cut can leave a file of the right name with the wrong content.
    return content && blobName(content) === blob ? content : undefined;
  }

  /** To look at every body takes a while; so it is done every now and then only, or when `isDue` says so. */
  async sweep(opened: Opened, isDue: boolean): Promise<void> {
    const { db } = opened.backend;
    const now = Date.now();
    if (!isDue && now - this.#sweptAt < GRACE_MS) return;
    this.#sweptAt = now;
    await this.#place(opened).sweep(now - GRACE_MS, async (blobs) => {
      const used = await db
        .selectFrom('item_blobs')
        .select('blob')
        .where('blob', 'in', blobs)
        .union(db.selectFrom('document_blobs').select('blob').where('blob', 'in', blobs))
        .execute();
      const referenced = new Set(used.map((row) => row.blob));
      return blobs.filter((blob) => !referenced.has(blob));
    });
  }

  #place({ backend }: Opened): BodyStore {
    return backend.kind === 'sqlite' ? this.#files : new BodyTable(backend.db);
  }
}
