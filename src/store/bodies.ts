import { createHash } from 'node:crypto';
import { readFile } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { Opened } from './opened.ts';
import type { Tables } from './schema.ts';
import { awaitsRecovery } from './set-aside.ts';

interface BodiesOptions {
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
      await this.#storeOf(opened).write(blob, part);
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
    const content = await this.#storeOf(await this.#options.open()).read(blob);
    // A power cut can leave a file of the right name with the wrong content.
    return content && blobName(content) === blob ? content : undefined;
  }

  /** To look at every body takes a while; so it is done every now and then only, or when `isDue` says so. */
  async sweep(opened: Opened, isDue: boolean): Promise<void> {
    const { db } = opened.backend;
    const now = Date.now();
    if (!isDue && now - this.#sweptAt < GRACE_MS) return;
    this.#sweptAt = now;
    // What a damaged record refers to nobody knows before it is recovered.
    if (opened.backend.file && awaitsRecovery(path.dirname(this.#options.folder))) return;
    await this.#storeOf(opened).sweep(now - GRACE_MS, async (blobs) => {
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

  #storeOf({ backend }: Opened): BodyStore {
    return backend.kind === 'sqlite' ? this.#files : new BodyTable(backend.db);
  }
}

/** A body by reference. In an item's data it is this object; that is how the store knows who needs the body. */
export interface BodyRef {
  /** SHA-256 of what is stored, in hex. */
  readonly blob: string;
  /** How long the body really was. */
  readonly length: number;
  /** How much of it is kept; less than `length` when it was cut, 0 when it could not be written. */
  readonly stored: number;
}

/** Where bodies lie. Nobody needs to count references: what nothing refers to any more is swept. */
interface BodyStore {
  /** Writes the body unless it is there; marks it as used now in either case. */
  write(blob: string, content: Uint8Array): Promise<void>;
  read(blob: string): Promise<Uint8Array | undefined>;
  /** Removes bodies that were last written before `before` (milliseconds) and that nothing refers to. */
  sweep(
    before: number,
    unreferenced: (blobs: readonly string[]) => Promise<readonly string[]>,
  ): Promise<number>;
}

/** Of small files, half of what the one of node:fs/promises costs; an archive reads thousands. */
const readWhole = promisify(readFile);
const BLOB_NAME = /^[0-9a-f]{64}$/;

export function blobName(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Bodies as files: blobs/ab/cd/abcd…, for the owner only. A file's time says when it was last written. */
export class BodyFiles implements BodyStore {
  readonly #root: string;
  readonly #writing = new Map<string, Promise<void>>();

  constructor(root: string) {
    this.#root = root;
  }

  async write(blob: string, content: Uint8Array): Promise<void> {
    const running = this.#writing.get(blob) ?? this.#write(blob, content);
    this.#writing.set(blob, running);
    await running.finally(() => this.#writing.delete(blob));
  }

  async read(blob: string): Promise<Uint8Array | undefined> {
    return readWhole(this.#path(blob)).catch(unlessMissing);
  }

  async sweep(
    before: number,
    unreferenced: (blobs: readonly string[]) => Promise<readonly string[]>,
  ): Promise<number> {
    let removed = 0;
    for (const folder of await this.#folders()) {
      const old: string[] = [];
      for (const name of await readdir(folder).catch(() => [])) {
        const file = path.join(folder, name);
        const found = await stat(file).catch(unlessMissing);
        if (!found || found.mtimeMs >= before) continue;
        if (BLOB_NAME.test(name)) old.push(name);
        // What a killed process has left half done.
        else await rm(file, { force: true });
      }
      if (old.length === 0) continue;
      for (const blob of await unreferenced(old)) if (await this.#remove(blob, before)) removed++;
    }
    return removed;
  }

  async #write(blob: string, content: Uint8Array): Promise<void> {
    const file = this.#path(blob);
    const now = new Date();
    const found = await stat(file).catch(unlessMissing);
    if (found?.size === content.length) {
      const isThere = await utimes(file, now, now).then(() => true, unlessMissing);
      if (isThere) return;
    }
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${newId('new')}`;
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.close();
      await rename(draft, file);
    } catch (error) {
      await handle.close().catch(() => {
        // Closed already; the first error is the one that counts.
      });
      await rm(draft, { force: true });
      throw error;
    }
  }

  /**
   * Another process may write the same body at this very moment. It is moved aside first: if its time has
   * changed by then it goes back, and whoever comes later does not find it and writes it anew.
   */
  async #remove(blob: string, before: number): Promise<boolean> {
    const file = this.#path(blob);
    const aside = `${file}.${newId('old')}`;
    const isMoved = await rename(file, aside).then(() => true, unlessMissing);
    if (!isMoved) return false;
    const moved = await stat(aside);
    if (moved.mtimeMs >= before) {
      await rename(aside, file);
      return false;
    }
    await rm(aside, { force: true });
    return true;
  }

  async #folders(): Promise<string[]> {
    const folders: string[] = [];
    for (const first of await readdir(this.#root).catch(() => [])) {
      for (const second of await readdir(path.join(this.#root, first)).catch(() => [])) {
        folders.push(path.join(this.#root, first, second));
      }
    }
    return folders;
  }

  #path(blob: string): string {
    return path.join(this.#root, blob.slice(0, 2), blob.slice(2, 4), blob);
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const STEP = 500;

/** Bodies in the database: whoever shares the record has its bodies too, on whatever machine. */
class BodyTable implements BodyStore {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  async write(blob: string, content: Uint8Array): Promise<void> {
    const used = Date.now();
    const { numUpdatedRows } = await this.#db
      .updateTable('bodies')
      .set({ used })
      .where('blob', '=', blob)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
    await this.#db
      .insertInto('bodies')
      .values({ blob, used, content })
      .onConflict((conflict) => conflict.column('blob').doUpdateSet({ used }))
      .execute();
  }

  async read(blob: string): Promise<Uint8Array | undefined> {
    const row = await this.#db
      .selectFrom('bodies')
      .select('content')
      .where('blob', '=', blob)
      .executeTakeFirst();
    return row?.content;
  }

  async sweep(
    before: number,
    unreferenced: (blobs: readonly string[]) => Promise<readonly string[]>,
  ): Promise<number> {
    let removed = 0;
    for (let last = ''; ; ) {
      const rows = await this.#db
        .selectFrom('bodies')
        .select('blob')
        .where('used', '<', before)
        .where('blob', '>', last)
        .orderBy('blob')
        .limit(STEP)
        .execute();
      const end = rows.at(-1);
      if (!end) return removed;
      last = end.blob;
      const blobs = await unreferenced(rows.map((row) => row.blob));
      if (blobs.length === 0) continue;
      // `used` once more: a body that was written again meanwhile stays.
      const { numDeletedRows } = await this.#db
        .deleteFrom('bodies')
        .where('blob', 'in', blobs)
        .where('used', '<', before)
        .executeTakeFirst();
      removed += Number(numDeletedRows);
    }
  }
}
