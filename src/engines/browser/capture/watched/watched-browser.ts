import type { BlindSpot } from '../../../../contract/blind-spots.ts';
import type { SeenBatch } from '../../../../contract/watching.ts';
import { type CaptureHost, newRun } from '../capture-host.ts';
import { WebsocketCapture } from '../websocket-capture.ts';
import { readBatch, readWord } from './seen-words.ts';
import { WatchedRequests } from './watched-requests.ts';
import { WatchedTab } from './watched-tab.ts';

export interface WatchedOptions {
  readonly host: CaptureHost;
  /** A name for a tab, as others get it. */
  readonly nameTab: () => Promise<string>;
  /** Whose it is, where several people come in with keys of their own. */
  readonly session?: string | undefined;
}

/** A browser whose person lets us watch some of its sites: what its extension tells becomes items of the record. */
export class WatchedBrowser {
  readonly cannot: readonly BlindSpot[] = [
    'browser reports',
    'bodies of documents',
    'request details',
    'requests of workers',
    'socket handshakes',
    'navigation details',
    'source maps',
  ];
  readonly #options: WatchedOptions;
  readonly #requests: WatchedRequests;
  readonly #sockets: WebsocketCapture;
  readonly #tabs = new Map<number, WatchedTab>();
  /** How far each document has been heard. */
  readonly #heard = new Map<string, number>();

  #taking: Promise<unknown> = Promise.resolve();
  #upTo = 0;

  constructor(options: WatchedOptions) {
    const { host } = options;
    const run = newRun();
    this.#options = options;
    this.#requests = new WatchedRequests(host, run);
    this.#sockets = new WebsocketCapture(host, run);
  }

  get instance(): string {
    return this.#options.host.instance;
  }

  /** Takes what was not taken before, in its order; gives the number up to which all has been told on. */
  async take(batches: readonly unknown[]): Promise<number> {
    const taken = this.#taking.then(() => this.#take(batches));
    this.#taking = taken.catch(() => {}); // told to who brought it
    const upTo = await taken;
    await Promise.all([...this.#tabs.values()].map(({ scene }) => scene.toldSoFar()));
    return upTo;
  }

  async #take(batches: readonly unknown[]): Promise<number> {
    let upTo = 0;
    for (const given of batches) {
      const batch = readBatch(given);
      if (!batch) continue;
      upTo = Math.max(upTo, batch.number);
      this.#upTo = upTo;
      if (batch.part <= (this.#heard.get(batch.document) ?? 0)) continue; // it comes a second time
      this.#heard.set(batch.document, batch.part);
      await this.#words(batch);
    }
    return upTo;
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#tabs.values()].map((tab) => tab.settled()));
  }

  /** Tells what still waits, and gives the number up to which all was told. */
  async end(): Promise<number> {
    await this.#taking;
    await this.settled();
    return this.#upTo;
  }

  async #words(batch: SeenBatch): Promise<void> {
    const { host } = this.#options;
    for (const given of batch.words) {
      const word = readWord(given);
      if (!word) host.log.debug('a word of the extension was not understood');
      else if (word.say === 'lost')
        host.log.warning('the extension had no room for all that it saw', { batches: word.count });
      else if (word.say === 'closed' && !this.#tabs.has(batch.tab)) continue;
      else {
        const tab = this.#tabs.get(batch.tab) ?? (await this.#newTab(batch.tab));
        try {
          tab.heard(batch, word);
        } catch (error) {
          // One word that we did not understand must not keep the others from being heard.
          host.log.error('a word of the extension could not be taken', { say: word.say, error });
        }
        if (word.say === 'closed') this.#tabs.delete(batch.tab);
      }
    }
  }

  async #newTab(id: number): Promise<WatchedTab> {
    const { host, nameTab, session } = this.#options;
    const tab = new WatchedTab(host, this.#requests, this.#sockets);
    this.#tabs.set(id, tab);
    const page = await nameTab();
    tab.scene.name({ instance: host.instance, page, ...(session !== undefined && { session }) });
    return tab;
  }
}
