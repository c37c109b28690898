import { fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import type { FlowDirection } from '../flow.ts';
import { makeToxic, type NewToxic, type Toxic, type ToxicChange } from './toxic.ts';

/** A connection as far as toxics are concerned. */
export interface Affected {
  readonly id: string;
  readonly port: number;
  setToxics(direction: FlowDirection, toxics: readonly Toxic[]): void;
}

/** Which toxics are set, and which connections they affect. */
export class ToxicBook {
  readonly #random: () => number;
  readonly #toxics = new Map<string, Toxic>();
  /** Whom a toxic affects is decided once for each connection, and anew when the toxic changes. */
  readonly #decided = new WeakMap<Toxic, WeakMap<Affected, boolean>>();

  constructor(random: () => number) {
    this.#random = random;
  }

  list(): Toxic[] {
    return [...this.#toxics.values()];
  }

  add(wanted: NewToxic): Toxic {
    const added = makeToxic(newId('flt'), wanted);
    this.#toxics.set(added.id, added);
    return added;
  }

  change(id: string, change: ToxicChange): Toxic {
    const before = this.#get(id);
    const { type, on, direction } = before;
    const changed = makeToxic(id, { type, on, direction, ...change }, before);
    this.#toxics.set(id, changed);
    return changed;
  }

  remove(id: string): Toxic {
    const removed = this.#get(id);
    this.#toxics.delete(id);
    return removed;
  }

  /** Toxics of a rule end with the rule for new connections, and with the connection for running ones. */
  dropPort(port: number): void {
    for (const { id, on } of this.list()) if ('port' in on && on.port === port) this.#toxics.delete(id);
  }

  dropConnection(connection: string): void {
    if (this.#toxics.size === 0) return;
    for (const { id, on } of this.list()) {
      if ('connection' in on && on.connection === connection) this.#toxics.delete(id);
    }
  }

  /** Gives a connection the toxics that affect it now. */
  fit(connection: Affected): void {
    const concerned = this.list().filter(({ on }) =>
      'port' in on ? on.port === connection.port : on.connection === connection.id,
    );
    for (const direction of ['upstream', 'downstream'] as const) {
      const toxics = concerned.filter((one) => one.direction === direction && this.#affects(one, connection));
      connection.setToxics(direction, toxics);
    }
  }

  #affects(one: Toxic, connection: Affected): boolean {
    const decided = this.#decided.get(one) ?? new WeakMap<Affected, boolean>();
    this.#decided.set(one, decided);
    const affects = decided.get(connection) ?? this.#random() < one.toxicity;
    decided.set(connection, affects);
    return affects;
  }

  #get(id: string): Toxic {
    const found = this.#toxics.get(id);
    if (!found) throw fault('NO_SUCH_WIRE_FAULT', { id });
    return found;
  }
}
