import type { Log } from '../../../kernel/log.ts';
import type { BrowserEngine } from '../browser-engine.ts';
import type { BrowserHandle } from '../drivers/driver.ts';
import type { Prepared } from './driver-for.ts';
import type { InstanceSpec } from './instance-spec.ts';

/** A browser with an empty page in it, and the name that it will have. */
export interface Spare {
  readonly id: string;
  readonly prepared: Prepared;
  readonly engine: BrowserEngine;
}

export interface SparesOptions {
  readonly count: number;
  /** How many there is room for now. */
  room(): number;
  make(): Promise<Spare>;
  readonly log: Log;
}

/** Browsers that were started before anybody asked for them. */
export class Spares {
  readonly #options: SparesOptions;
  readonly #ready = new Map<Spare, BrowserHandle>();
  #filling: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: SparesOptions) {
    this.#options = options;
  }

  get ready(): number {
    return this.#ready.size;
  }

  get pids(): readonly number[] {
    return [...this.#ready.values()].flatMap(({ pid }) => pid ?? []);
  }

  /** A spare is a browser as it comes: whoever wants one of another kind, or with a profile, waits for it. */
  take({ name: _name, isShared: _shared, mode, headless, ...wishes }: InstanceSpec): Spare | undefined {
    const [spare] = this.#ready.keys();
    if (!spare) return undefined;
    const { prepared } = spare;
    const fits =
      Object.values(wishes).every((value) => value === undefined) &&
      (mode ?? prepared.mode) === prepared.mode &&
      (headless ?? prepared.isHeadless) === prepared.isHeadless;
    if (!fits) return undefined;
    this.#ready.delete(spare);
    return spare;
  }

  /** Brings the number of spares to what is wanted and possible. */
  fill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#filling;
    const all = [...this.#ready.keys()];
    this.#ready.clear();
    await Promise.all(all.map(end));
  }

  async #fill(): Promise<void> {
    while (!this.#isClosed) {
      const wanted = Math.max(0, Math.min(this.#options.count, this.#options.room()));
      if (this.#ready.size === wanted) return;
      if (this.#ready.size < wanted) await this.#add();
      else await end(this.take({})!);
    }
  }

  async #add(): Promise<void> {
    try {
      const spare = await this.#options.make();
      const handle = await open(spare);
      if (this.#isClosed) return await end(spare);
      this.#ready.set(spare, handle);
      handle.browser.once('disconnected', () => {
        if (this.#ready.delete(spare)) void end(spare);
      });
    } catch (cause) {
      this.#options.log.warning('no spare browser could be started', { cause });
      this.#isClosed = true; // what failed once would fail for ever; calls still start their own
    }
  }
}

/** The first page of a browser takes as long as its start, so it is there as well. */
async function open(spare: Spare): Promise<BrowserHandle> {
  try {
    await spare.engine.tab();
    return await spare.engine.browser();
  } catch (thrown) {
    await end(spare);
    throw thrown;
  }
}

async function end({ engine, prepared }: Spare): Promise<void> {
  await engine.close();
  await prepared.dispose();
}
