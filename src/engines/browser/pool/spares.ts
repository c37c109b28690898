import type { Log } from '../../../kernel/log.ts';
import type { BrowserHandle, Driver } from '../driver.ts';
import type { Prepared } from './driver-for.ts';
import type { InstanceSpec } from './instance-spec.ts';

interface Spare {
  readonly prepared: Prepared;
  readonly handle: BrowserHandle;
}

export interface SparesOptions {
  /** How many are kept ready. */
  readonly count: number;
  /** How many there is room for now. */
  room(): number;
  prepare(): Promise<Prepared>;
  readonly log: Log;
}

/** Browsers that were started before anybody asked for them. */
export class Spares {
  readonly #options: SparesOptions;
  readonly #ready: Spare[] = [];
  #starting = 0;
  #filling: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: SparesOptions) {
    this.#options = options;
  }

  get ready(): number {
    return this.#ready.length;
  }

  /** Processes of the spares. */
  get pids(): readonly number[] {
    return this.#ready.flatMap(({ handle }) => handle.pid ?? []);
  }

  /** A spare is a browser as it comes: whoever wants one of another kind, or with a profile, waits for it. */
  take(spec: InstanceSpec): Prepared | undefined {
    const isPlain = [
      spec.mode,
      spec.headless,
      spec.profile,
      spec.extensions,
      spec.endpoint,
      spec.version,
    ].every((value) => value === undefined);
    const spare = isPlain ? this.#ready.shift() : undefined;
    return spare && { ...spare.prepared, driver: handedOver(spare) };
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
    await Promise.all(this.#ready.splice(0).map(end));
  }

  async #fill(): Promise<void> {
    while (!this.#isClosed) {
      const wanted = Math.max(0, Math.min(this.#options.count, this.#options.room()));
      if (this.#ready.length > wanted) await end(this.#ready.shift()!);
      else if (this.#ready.length + this.#starting < wanted) await this.#add();
      else return;
    }
  }

  async #add(): Promise<void> {
    this.#starting++;
    try {
      const spare = await open(await this.#options.prepare());
      if (this.#isClosed) return await end(spare);
      this.#ready.push(spare);
      spare.handle.browser.once('disconnected', () => this.#drop(spare));
    } catch (cause) {
      this.#options.log.warning('no spare browser could be started', { cause });
      this.#isClosed = true; // what failed once would fail for ever; calls still start their own
    } finally {
      this.#starting--;
    }
  }

  #drop(spare: Spare): void {
    const place = this.#ready.indexOf(spare);
    if (place < 0) return;
    this.#ready.splice(place, 1);
    void end(spare);
  }
}

async function open(prepared: Prepared): Promise<Spare> {
  try {
    return { prepared, handle: await prepared.driver.open({ context: {} }) };
  } catch (thrown) {
    await prepared.dispose();
    throw thrown;
  }
}

async function end({ handle, prepared }: Spare): Promise<void> {
  await handle.close();
  await prepared.dispose();
}

/** The first browser of it is the spare; one that is needed after a crash is started as usual. */
function handedOver({ prepared, handle }: Spare): Driver {
  const { driver } = prepared;
  let isThere = true;
  return {
    kind: driver.kind,
    async open(options) {
      const isFirst = isThere && handle.browser.isConnected();
      isThere = false;
      return isFirst ? handle : driver.open(options);
    },
  };
}
