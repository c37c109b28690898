import type { Clock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import { ownerOf } from '../kernel/owner.ts';
import type { Caller } from '../kernel/tool.ts';
import type { Store } from './store.ts';

/** One client's session, as long as its items may be in the record. */
export interface KnownSession {
  readonly id: string;
  /** Whose it is: the same for all who came with the same key. */
  readonly caller: string;
  readonly folder: string;
  readonly client?: string;
  /** The run of the server: what belongs to none of its sessions is told under this name. */
  readonly run: string;
  /** Microseconds since the epoch. */
  readonly started: number;
}

/** Older ones are forgotten; their items have mostly gone before. */
const MOST_KEPT = 2000;

/** Who is behind the names of sessions that items carry: what is needed to find those of earlier ones. */
export class SessionBook {
  readonly run: string;
  readonly #store: () => Promise<Pick<Store, 'documents'>>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #noted = new Set<string>();
  readonly #services = new Map<string, string>();
  #writing: Promise<void> = Promise.resolve();

  constructor(run: string, store: () => Promise<Pick<Store, 'documents'>>, clock: Clock, log: Log) {
    this.run = run;
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
  }

  /** Keeps who calls, once for each session; nobody waits for it. */
  note(caller: Caller): void {
    const { session: id } = caller;
    if (this.#noted.has(id)) return;
    const isFirst = this.#noted.size === 0;
    this.#noted.add(id);
    const known: KnownSession = {
      id,
      caller: ownerOf(caller),
      folder: caller.cwd,
      ...(caller.client && { client: caller.client.name }),
      run: this.run,
      started: this.#clock.micros(),
    };
    this.#writing = this.#writing
      .then(() => this.#documents())
      .then(async (documents) => {
        if (isFirst) await forgetOldest(documents);
        await documents.put(id, known);
      })
      .catch((cause) => this.#log.warning('who has called was not noted', { cause }));
  }

  forget(session: string): void {
    this.#noted.delete(session);
  }

  /** The session that stands for the services which tell of themselves with that caller's key. */
  servicesOf(name: string): string {
    const known = this.#services.get(name) ?? newId('ses');
    this.#services.set(name, known);
    this.note({ session: known, name, cwd: process.cwd(), client: { name: 'services', version: '' } });
    return known;
  }

  /** What a caller sees besides what its own session did. */
  beside(caller: Caller): readonly string[] {
    const services = this.#services.get(ownerOf(caller));
    return services === undefined ? [this.run] : [this.run, services];
  }

  /** All sessions of that caller, the oldest first. */
  async of(caller: Caller): Promise<readonly KnownSession[]> {
    await this.#writing;
    const all = await (await this.#documents()).values<KnownSession>();
    return all.map(({ value }) => value).filter((known) => known.caller === ownerOf(caller));
  }

  async #documents() {
    return (await this.#store()).documents('clients');
  }
}

async function forgetOldest(documents: ReturnType<Store['documents']>): Promise<void> {
  const all = (await documents.list()).toSorted((a, b) => b.updated - a.updated);
  for (const { key } of all.slice(MOST_KEPT)) await documents.delete(key);
}
