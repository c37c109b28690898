import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notWritable } from '../../kernel/fault.ts';
import type { CallerName } from '../../kernel/owner.ts';
import { isFields } from '../message.ts';

/** A browser whose extension shares a secret with us. */
export interface KnownBrowser {
  readonly id: string;
  readonly name: string;
  /** Who paired it: what it tells is theirs. */
  readonly owner?: CallerName;
  readonly secret: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** The browsers that were paired, in a file of the state folder that its owner alone can read. */
export class BrowserBook {
  readonly #path: string;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(state: string) {
    this.#path = join(state, 'browsers.json');
  }

  async list(): Promise<readonly KnownBrowser[]> {
    await this.#writing;
    return this.#read();
  }

  async find(id: string): Promise<KnownBrowser | undefined> {
    return (await this.list()).find((one) => one.id === id);
  }

  /** Pairing once more replaces the secret. */
  add(browser: KnownBrowser): Promise<void> {
    return this.#change((all) => [...all.filter(({ id }) => id !== browser.id), browser]);
  }

  remove(id: string): Promise<void> {
    return this.#change((all) => all.filter((one) => one.id !== id));
  }

  /** One after the other, and whole or not at all: half a file would part us from every browser. */
  #change(change: (all: readonly KnownBrowser[]) => readonly KnownBrowser[]): Promise<void> {
    const done = this.#writing.then(async () => {
      const changed = JSON.stringify(change(await this.#read()), undefined, 2);
      try {
        await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
        await writeFile(`${this.#path}.new`, `${changed}\n`, { mode: 0o600 });
        await rename(`${this.#path}.new`, this.#path);
      } catch (cause) {
        throw notWritable(this.#path, cause);
      }
    });
    this.#writing = done.catch(() => {}); // told to who asked for it
    return done;
  }

  async #read(): Promise<readonly KnownBrowser[]> {
    const text = await readFile(this.#path, 'utf8').catch(() => '[]');
    try {
      const all: unknown = JSON.parse(text);
      return Array.isArray(all) ? all.filter(isKnown) : [];
    } catch {
      return []; // whoever edited it by hand has to pair anew
    }
  }
}

function isKnown(value: unknown): value is KnownBrowser {
  if (!isFields(value)) return false;
  const { id, name, owner = '', secret, since } = value;
  return [id, name, owner, secret].every((one) => typeof one === 'string') && typeof since === 'number';
}
