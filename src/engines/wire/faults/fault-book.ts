import { fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import type { FlowDirection } from '../flow.ts';
import { type NewWireFault, type WireFault, type WireFaultChange, wireFault } from './wire-fault.ts';

/** A connection as far as faults are concerned. */
export interface Strikable {
  readonly id: string;
  readonly port: number;
  setFaults(direction: FlowDirection, faults: readonly WireFault[]): void;
}

/** Which faults are set, and which connections they strike. */
export class FaultBook {
  readonly #random: () => number;
  readonly #faults = new Map<string, WireFault>();
  /** Whom a fault strikes is decided once for each connection, and anew when the fault changes. */
  readonly #struck = new WeakMap<WireFault, WeakMap<Strikable, boolean>>();

  constructor(random: () => number) {
    this.#random = random;
  }

  list(): WireFault[] {
    return [...this.#faults.values()];
  }

  add(wanted: NewWireFault): WireFault {
    const added = wireFault(newId('flt'), wanted);
    this.#faults.set(added.id, added);
    return added;
  }

  change(id: string, change: WireFaultChange): WireFault {
    const before = this.#get(id);
    const { type, on, direction } = before;
    const changed = wireFault(id, { type, on, direction, ...change }, before);
    this.#faults.set(id, changed);
    return changed;
  }

  remove(id: string): WireFault {
    const removed = this.#get(id);
    this.#faults.delete(id);
    return removed;
  }

  /** Faults of a rule end with the rule for new connections, and with the connection for running ones. */
  dropPort(port: number): void {
    for (const { id, on } of this.list()) if ('port' in on && on.port === port) this.#faults.delete(id);
  }

  dropConnection(connection: string): void {
    if (this.#faults.size === 0) return;
    for (const { id, on } of this.list()) {
      if ('connection' in on && on.connection === connection) this.#faults.delete(id);
    }
  }

  /** Gives a connection the faults that strike it now. */
  fit(connection: Strikable): void {
    const concerned = this.list().filter(({ on }) =>
      'port' in on ? on.port === connection.port : on.connection === connection.id,
    );
    for (const direction of ['upstream', 'downstream'] as const) {
      const faults = concerned.filter((one) => one.direction === direction && this.#strikes(one, connection));
      connection.setFaults(direction, faults);
    }
  }

  #strikes(one: WireFault, connection: Strikable): boolean {
    const decided = this.#struck.get(one) ?? new WeakMap<Strikable, boolean>();
    this.#struck.set(one, decided);
    const strikes = decided.get(connection) ?? this.#random() < one.toxicity;
    decided.set(connection, strikes);
    return strikes;
  }

  #get(id: string): WireFault {
    const found = this.#faults.get(id);
    if (!found) throw fault('NO_SUCH_WIRE_FAULT', { id });
    return found;
  }
}
