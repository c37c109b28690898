import { blindWords } from '../../../contract/blind-spots.ts';
import type { Stream } from '../../../contract/streams.ts';
import type { Observer } from '../observer.ts';
import { Capture, type CaptureOptions } from './capture.ts';

/** Watches all browsers whose pages go into one record. */
export class Observers {
  readonly #options: Omit<CaptureOptions, 'instance'>;
  readonly #live = new Set<Capture>();

  constructor(options: Omit<CaptureOptions, 'instance'>) {
    this.#options = options;
  }

  /** The one that watches the browser of that name. */
  of(instance: string): Observer {
    return new Capture({ ...this.#options, instance }, this.#live);
  }

  /** Resolves when what was seen so far has been told. */
  async settled(): Promise<void> {
    await Promise.all([...this.#live].map((capture) => capture.settled()));
  }

  /** What is not seen, of these streams, of the browsers that run now. */
  cannot(streams: readonly Stream[]): readonly NotSeen[] {
    return [...this.#live].flatMap(({ instance, cannot }) => {
      const words = blindWords(cannot, streams);
      return words.length > 0 ? [{ instance, words }] : [];
    });
  }
}

export interface NotSeen {
  readonly instance: string;
  readonly words: readonly string[];
}
