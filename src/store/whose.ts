import { readFilter, type Wanted } from './filter-words.ts';
import type { KnownSession, SessionBook } from './session-book.ts';
import type { WindowQuery } from './timeline.ts';

/** Which part of the record a person asks for. */
export interface Ask {
  readonly filter: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WhoseParts {
  readonly sessions: SessionBook;
  /** Ids of a caller's sessions that are open now; they may not be noted yet. */
  open(caller: string): readonly string[];
}

/** Who is behind the names of callers is asked of the record so often. */
const KNOWN_MS = 1000;
const NOBODY = ['\u0001'];

/** Which items are those of a person: all that was seen for the callers that the person stands for. */
export class Whose {
  readonly #parts: WhoseParts;
  readonly #known = new Map<
    string,
    { readonly at: number; readonly sessions: Promise<readonly KnownSession[]> }
  >();

  constructor(parts: WhoseParts) {
    this.#parts = parts;
  }

  /** What was asked for, as the record is asked. */
  async query(callers: readonly string[], ask: Ask): Promise<WindowQuery> {
    const wanted = await readFilter(ask.filter);
    const sessions = await this.ids(callers, wanted);
    const now = Date.now() * 1000;
    return {
      filters: { ...wanted.filters, sessions },
      keep: wanted.keep,
      from: ask.from ?? 0,
      to: ask.to ?? now + 3600e6,
      signal: ask.signal,
    };
  }

  /** Names of sessions as items carry them; the run of a server too, unless an agent is asked for. */
  async ids(
    callers: readonly string[],
    { agents, notAgents }: Pick<Wanted, 'agents' | 'notAgents'> = { agents: [], notAgents: [] },
  ): Promise<string[]> {
    const known = await this.sessions(callers);
    const has = (one: KnownSession, name: string) => (one.client ?? '').toLowerCase().includes(name);
    const fitting = known.filter(
      (one) => agents.every((name) => has(one, name)) && !notAgents.some((name) => has(one, name)),
    );
    const isAsked = agents.length > 0;
    const open = isAsked ? [] : callers.flatMap((caller) => this.#parts.open(caller));
    const runs = isAsked ? [] : [this.#parts.sessions.run, ...fitting.map(({ run }) => run)];
    const excluded = new Set(known.filter((one) => !fitting.includes(one)).map(({ id }) => id));
    const ids = [...fitting.map(({ id }) => id), ...open, ...runs].filter((id) => !excluded.has(id));
    return ids.length > 0 ? [...new Set(ids)] : NOBODY;
  }

  async sessions(callers: readonly string[]): Promise<readonly KnownSession[]> {
    const all = await Promise.all(callers.map((caller) => this.#sessionsOf(caller)));
    return all.flat();
  }

  #sessionsOf(name: string): Promise<readonly KnownSession[]> {
    const known = this.#known.get(name);
    if (known && Date.now() - known.at < KNOWN_MS) return known.sessions;
    const sessions = this.#parts.sessions.of({ session: '', name, cwd: '' });
    this.#known.set(name, { at: Date.now(), sessions });
    return sessions;
  }
}
