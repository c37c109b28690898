import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../kernel/ids.ts';
import { BLOB_NAME, type BodyStore } from './body-store.ts';

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
    return readFile(this.#path(blob)).catch(unlessMissing);
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
