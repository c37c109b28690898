import type { ToxicTarget } from '../../engines/wire/toxics/toxic.ts';
import type { WireEngine } from '../../engines/wire/wire-engine.ts';
import { fault } from '../../kernel/fault.ts';
import { ownerOf } from '../../kernel/owner.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { SessionBook } from '../../store/session-book.ts';
import type { LinkedRecord } from './browser-requests.ts';
import type { TapEngine, WireShare } from './deps.ts';
import { ExchangeSearch } from './exchange-search.ts';
import { FlowBook } from './flow-book.ts';

interface Share extends WireShare {
  readonly sessions: Set<string>;
  lookAgain: number;
}

/** Sessions of other processes are looked for so often; those of this one are known by their first call. */
const LOOK_MS = 1000;

/**
 * Ports and logs outlive the session that asked for them, so rules, their faults, what passed through them and the logs
 * of it are the key's: of all its sessions, and of no other key. Those of the command line are everybody's.
 */
export class WireShares {
  readonly #engine: WireEngine;
  readonly #record: LinkedRecord;
  readonly #book: Pick<SessionBook, 'of' | 'run'>;
  readonly #shares = new Map<string, Share>();

  constructor(engine: WireEngine, record: LinkedRecord, book: Pick<SessionBook, 'of' | 'run'>) {
    this.#engine = engine;
    this.#record = record;
    this.#book = book;
  }

  of(caller: Caller): WireShare | Promise<WireShare> {
    const owner = ownerOf(caller);
    const share = this.#shares.get(owner) ?? this.#make(owner);
    this.#shares.set(owner, share);
    const isNew = !share.sessions.has(caller.session);
    share.sessions.add(caller.session).add(this.#book.run);
    return isNew || performance.now() > share.lookAgain ? this.#look(share, caller) : share;
  }

  async #look(share: Share, caller: Caller): Promise<WireShare> {
    share.lookAgain = performance.now() + LOOK_MS;
    for (const { id, run } of await this.#book.of(caller)) share.sessions.add(id).add(run);
    return share;
  }

  #make(owner: string): Share {
    const sessions = new Set<string>();
    const sees = (session: string | undefined) => session === undefined || sessions.has(session);
    const engine = engineFor(this.#engine, { name: owner, sees });
    const whole = this.#record;
    const record: LinkedRecord = {
      page: (query) => whole.page({ ...query, sessions: [...sessions] }),
      links: (end, items) => whole.links(end, items, [...sessions]),
      linkUp: (ms) => whole.linkUp(ms),
      // A link may lead to what is another's.
      async get(seq) {
        const item = await whole.get(seq);
        return item && sees(item.where.session) ? item : undefined;
      },
    };
    return {
      sessions,
      engine,
      flows: new FlowBook(engine, record),
      exchanges: new ExchangeSearch(engine, record),
      lookAgain: 0,
    };
  }
}

interface Owner {
  readonly name: string;
  sees(session: string | undefined): boolean;
}

function engineFor(engine: WireEngine, owner: Owner): TapEngine {
  const { sees } = owner;
  const rules = () => engine.rules().filter(({ session }) => sees(session));
  const connections = () => engine.connections(sees);
  const isThere = (on: ToxicTarget) =>
    'port' in on
      ? rules().some(({ localPort }) => localPort === on.port)
      : connections().some(({ id }) => id === on.connection);
  const toxics = () => engine.toxics().filter(({ on }) => isThere(on));
  /** What is another key's is answered as what never was. */
  const assertThere = (on: ToxicTarget) => {
    if (isThere(on)) return;
    if ('connection' in on) throw fault('NO_SUCH_CONNECTION', { id: on.connection });
    throw fault('NO_SUCH_RULE', { port: on.port, ports: rules().map(({ localPort }) => localPort) });
  };
  const known = (id: string) => {
    if (!toxics().some((one) => one.id === id)) throw fault('NO_SUCH_WIRE_FAULT', { id });
    return id;
  };
  return {
    rules,
    connections,
    exchanges: () => engine.exchanges(sees),
    toxics,
    flush: () => engine.flush(),
    addRule: (rule) => engine.addRule(rule),
    startLogging: (wanted) => engine.startLogging({ ...wanted, owner }),
    destinations: () => engine.destinations(owner.name),
    stopLogging: (directory) => engine.stopLogging(directory, owner.name),
    async removeRule(port, how) {
      assertThere({ port });
      await engine.removeRule(port, how);
    },
    addToxic(wanted) {
      assertThere(wanted.on);
      return engine.addToxic(wanted);
    },
    changeToxic: (id, change) => engine.changeToxic(known(id), change),
    removeToxic: (id) => engine.removeToxic(known(id)),
  };
}
