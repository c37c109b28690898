import { fault } from '../../../kernel/fault.ts';

export interface AdmissionOptions {
  /** How many may be in at once. */
  readonly most: number;
  /** Megabytes of all of them together; 0: no limit. */
  readonly mostMemory: number;
  readonly mostWaiting: number;
  readonly waitMs: number;
  /** Megabytes in use now, by how many of those that are in, and what one more is expected to need. */
  memory(): Promise<{ readonly used: number; readonly count: number; readonly each: number }>;
}

/** How often a memory that is too full is looked at again. */
const LOOK_MS = 500;

/** Lets browsers in up to the limits; the rest waits in the order of arrival, for a while. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #queue: ((give: () => void) => void)[] = [];
  #taken = 0;
  #refused = 0;
  #isAdmitting = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Resolves with the function that gives the place back. */
  async enter(signal?: AbortSignal): Promise<() => void> {
    const { mostWaiting, waitMs, most } = this.#options;
    const give = this.#queue.length === 0 ? await this.#try() : undefined;
    if (give) return give;
    if (this.#queue.length >= mostWaiting) {
      this.#refused++;
      throw mostWaiting === 0 ? this.#limit(0) : this.#queueFull(most);
    }
    return this.#wait(waitMs, signal);
  }

  async #wait(waitMs: number, signal: AbortSignal | undefined): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const leave = (why: unknown) => {
      const place = this.#queue.indexOf(resolve);
      if (place < 0) return;
      this.#queue.splice(place, 1);
      this.#refused++;
      reject(why);
    };
    const timer = setTimeout(() => leave(this.#limit(waitMs)), waitMs);
    const onAbort = () => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(resolve);
    if (signal?.aborted) onAbort();
    void this.#admit();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #take(): () => void {
    this.#taken++;
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#taken--;
      void this.#admit();
    };
  }

  /** Lets in as many as there is room for, one after the other: each changes what is left. */
  async #admit(): Promise<void> {
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    clearTimeout(this.#timer);
    while (this.#queue.length > 0) {
      const give = await this.#try();
      if (!give) break;
      const admit = this.#queue.shift();
      if (admit) admit(give);
      else give(); // it gave up meanwhile
    }
    this.#isAdmitting = false;
    // Memory is given back without a word, so it has to be looked at.
    if (this.#queue.length > 0 && this.#taken < this.#options.most) {
      this.#timer = setTimeout(() => void this.#admit(), LOOK_MS).unref();
    }
  }

  /** The place is taken before the memory is looked at, so that two never share the last one. */
  async #try(): Promise<(() => void) | undefined> {
    const { most, mostMemory, memory } = this.#options;
    if (this.#taken >= most) return undefined;
    const give = this.#take();
    if (mostMemory === 0) return give;
    const { used, count, each } = await memory();
    if (used + (this.#taken - count) * each <= mostMemory) return give;
    this.#taken--;
    return undefined;
  }

  #limit(waitedMs: number) {
    const { most, mostMemory } = this.#options;
    const isByCount = this.#taken >= most;
    return fault('LIMIT_REACHED', {
      what: isByCount ? `${this.#taken} browsers are open` : 'The browsers use too much memory for one more',
      limit: isByCount ? String(most) : `${mostMemory} MB`,
      waitedMs,
    });
  }

  #queueFull(most: number) {
    return fault('QUEUE_FULL', {
      target: `one of ${most} browsers`,
      limit: this.#queue.length,
      what: 'calls',
      next: 'Close an instance, wait, or raise the limits with --max-instances and --max-queue',
    });
  }
}
