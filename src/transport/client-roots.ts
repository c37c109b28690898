import type { Log } from '../kernel/log.ts';
import { foldersOf } from '../session/own-folders.ts';
import { NoStream } from './legacy-http-transport.ts';

type AskRoots = () => Promise<{ readonly roots: readonly { readonly uri: string }[] }>;

/** The folders that a client says it works in. It is asked as soon as it can be, and again when it says that they changed. */
export class ClientRoots {
  readonly #ask: AskRoots;
  readonly #log: Log;
  #asked: Promise<readonly string[]> | undefined;

  constructor(ask: AskRoots, log: Log) {
    this.#ask = ask;
    this.#log = log;
  }

  /** Never rejected: a client that does not answer has named none. */
  folders(): Promise<readonly string[]> {
    if (this.#asked !== undefined) return this.#asked;
    const asked = this.#ask()
      .then(({ roots }) => foldersOf(roots))
      .catch((cause) => {
        this.#log.debug('the client named no roots', { cause });
        // It could not be asked yet; the next call may bring a stream.
        if (cause instanceof NoStream && this.#asked === asked) this.#asked = undefined;
        return [];
      });
    this.#asked = asked;
    return asked;
  }

  changed(): void {
    this.#asked = undefined;
    void this.folders();
  }
}
