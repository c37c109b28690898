import type { FromExtension } from '../../src/contract/extension.ts';
import type { Handed } from '../../src/contract/handing.ts';

/** So long the popup waits for the server's word. */
const PATIENCE_MS = 3000;
const nameOf = (id: string) => `handed ${id}`;

/** What became of it: agents have it, it waits for the server, or why it is lost. */
export type Given = 'taken' | 'waits' | { readonly why: string };

/** What the person handed over and the server has not taken yet; it is good until the browser ends. */
export class Outbox {
  readonly #send: (message: FromExtension) => boolean;
  readonly #waiting = new Map<string, (given: Given) => void>();

  constructor(send: (message: FromExtension) => boolean) {
    this.#send = send;
  }

  async give(handed: Handed): Promise<Given> {
    // Without room it is only told, once.
    await chrome.storage.session.set({ [nameOf(handed.id)]: handed }).catch(() => {});
    const { promise, resolve } = Promise.withResolvers<Given>();
    this.#waiting.set(handed.id, resolve);
    const isTold = this.#send({ type: 'handed', handed });
    if (!isTold) resolve('waits');
    const timer = setTimeout(() => resolve('waits'), PATIENCE_MS);
    const given = await promise;
    clearTimeout(timer);
    this.#waiting.delete(handed.id);
    return given;
  }

  async taken(id: string, why: string | undefined): Promise<void> {
    this.#waiting.get(id)?.(why === undefined ? 'taken' : { why });
    await chrome.storage.session.remove(nameOf(id));
  }

  /** The server is there again. */
  async sendAll(): Promise<void> {
    for (const handed of await this.#kept()) this.#send({ type: 'handed', handed });
  }

  /** Parted from the server: it was for nobody else. */
  async empty(): Promise<void> {
    await chrome.storage.session.remove((await this.#kept()).map(({ id }) => nameOf(id)));
  }

  async #kept(): Promise<readonly Handed[]> {
    const all = await chrome.storage.session.get(null);
    return Object.entries(all).flatMap(([name, value]) =>
      name.startsWith('handed ') ? [value as Handed] : [],
    );
  }
}
