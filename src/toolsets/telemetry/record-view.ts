import { isoMicros } from '../../kernel/clock.ts';
import { fault } from '../../kernel/fault.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { Filters } from '../../store/filters.ts';
import type { Item } from '../../store/item-row.ts';
import type { KnownSession, SessionBook } from '../../store/session-book.ts';
import type { Store } from '../../store/store.ts';

/** The record as a call sees it. */
export type RecordView = Pick<
  Store,
  | 'page'
  | 'get'
  | 'count'
  | 'around'
  | 'links'
  | 'linkUp'
  | 'clear'
  | 'getBody'
  | 'putBody'
  | 'videos'
  | 'health'
>;

/** Whose items a call may see. */
export class Sight {
  readonly #own: ReadonlySet<string>;
  readonly #others: ReadonlyMap<string, KnownSession>;

  /** Of what is its own nothing more is said; of others, whose it is. */
  constructor(own: readonly string[], others: readonly KnownSession[]) {
    this.#own = new Set(own);
    this.#others = new Map(others.flatMap((one) => [[one.id, one] as const, [one.run, one] as const]));
  }

  get sessions(): readonly string[] {
    return [...new Set([...this.#own, ...this.#others.keys()])];
  }

  sees(session: string | undefined): boolean {
    return session !== undefined && (this.#own.has(session) || this.#others.has(session));
  }

  isOwn(session: string | undefined): boolean {
    return session !== undefined && this.#own.has(session);
  }

  /** What there is to say of the sessions that occur. */
  whoIs(sessions: Iterable<string>) {
    return [...new Set(sessions)].flatMap((session) => {
      const known = this.#others.get(session);
      if (!known) return [];
      const { id, client, folder, started } = known;
      return [
        { id: session, client, folder, started: isoMicros(started), ...(session === id ? {} : { of: id }) },
      ];
    });
  }
}

/**
 * What a call may see: what its own session's pages and taps did, and what its server saw for nobody in particular.
 * `folder` adds earlier and other sessions that work in the same folder, `all` those elsewhere, a name those of that
 * client or id; never those of another key.
 */
export async function sightOf(scope: string | undefined, caller: Caller, book: SessionBook): Promise<Sight> {
  const own = [caller.session, ...book.beside(caller)];
  if (scope === undefined || scope === 'session') return new Sight(own, []);
  const known = await book.of(caller);
  if (scope === 'all') return new Sight(own, known);
  if (scope === 'folder')
    return new Sight(
      own,
      known.filter(({ folder }) => folder === caller.cwd),
    );
  const named = known.filter(({ id, client }) => id === scope || client === scope);
  if (named.length > 0) return new Sight([], named);
  const names = [...new Set(known.flatMap(({ client }) => client ?? []))].join(', ') || 'none';
  const problems = [`"scope" is folder, all, or the id or client of a session (known clients: ${names})`];
  throw fault('INVALID_ARGUMENTS', { tool: 'observe', problems, param: 'scope' });
}

/** The record, kept to what a call may see. Items of others carry the name of their session. */
export function viewOf(store: Store, sight: Sight): RecordView {
  const { sessions } = sight;
  const told = (item: Item): Item => {
    if (!sight.isOwn(item.where.session)) return item;
    const { session: _own, ...where } = item.where;
    return { ...item, where };
  };
  const within = <F extends Filters>(filters: F) => ({ ...filters, sessions });
  return {
    async page(query = {}) {
      const { items, metadata } = await store.page(within(query));
      const shown = items.map(told);
      const others = sight.whoIs(shown.flatMap(({ where }) => where.session ?? []));
      return { items: shown, metadata: { ...metadata, ...(others.length > 0 ? { sessions: others } : {}) } };
    },
    async get(seq) {
      const item = await store.get(seq);
      return item && sight.sees(item.where.session) ? told(item) : undefined;
    },
    count: (filters = {}) => store.count(within(filters)),
    around: async (time, window, filters = {}, limit) =>
      (await store.around(time, window, within(filters), limit)).map(told),
    links: (end, items) => store.links(end, items, sessions),
    linkUp: (ms) => store.linkUp(ms),
    clear: (filters = {}) => store.clear(within(filters)),
    getBody: (ref) => store.getBody(ref),
    putBody: (content, limit) => store.putBody(content, limit),
    get videos() {
      return store.videos;
    },
    health: () => store.health(),
  };
}
