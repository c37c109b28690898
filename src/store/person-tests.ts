import type { ActAnswer, TestAct, TestNow } from '../contract/app-control.ts';
import type { EvidenceHub } from './evidence-hub.ts';
import type { Store } from './store.ts';
import { Whose, type WhoseParts } from './whose.ts';

interface TestsParts extends WhoseParts {
  store(): Promise<Store>;
  readonly hub: Pick<EvidenceHub, 'tests'>;
  /** Sessions of a caller that are open now. */
  sessionsOf(caller: string): readonly { readonly id: string; readonly client?: string | undefined }[];
}

/** Tests as a person bounds them: what all their agents see meanwhile carries the id. */
export class PersonTests {
  readonly #parts: TestsParts;
  readonly #whose: Whose;

  constructor(parts: TestsParts) {
    this.#parts = parts;
    this.#whose = new Whose(parts);
  }

  list(callers: readonly string[]): readonly TestNow[] {
    const { hub, sessionsOf } = this.#parts;
    const own = hub.tests
      .list(ownerOf(callers))
      .map(({ id, label, since }) => ({ id, label, since, isOwn: true }));
    const sessions = callers.flatMap((caller) => sessionsOf(caller));
    const others = sessions.flatMap(({ id: session, client }) =>
      hub.tests.list(session).map(({ id, label, since }) => ({
        id,
        label,
        since,
        isOwn: false,
        ...(client && { agent: client }),
      })),
    );
    return [...own, ...others];
  }

  async act(callers: readonly string[], { kind, id }: TestAct): Promise<ActAnswer> {
    const { hub, sessionsOf } = this.#parts;
    const owner = ownerOf(callers);
    const known = new Set(await this.#whose.ids(callers));
    if (kind === 'start-test') {
      // Agents may come later.
      const isOpen = (session: string) =>
        callers.some((caller) => sessionsOf(caller).some((one) => one.id === session));
      const concerns = (session: string | undefined) =>
        session !== undefined && (known.has(session) || isOpen(session));
      hub.tests.start(id, id, owner, concerns);
      return { said: `Test ${id} has begun: what is seen from now on carries its id.`, isRefused: false };
    }
    if (!hub.tests.end(id, owner)) return { said: `Test ${id} was not running.`, isRefused: true };
    const store = await this.#parts.store();
    const filters = { sessions: [...known], testId: id };
    const [items, troubles] = await Promise.all([
      store.count(filters),
      store.count({ ...filters, isTrouble: true }),
    ]);
    return { said: `Test ${id} is over: ${items} items, ${troubles} of them trouble.`, isRefused: false };
  }
}

/** A person may stand for several callers; what they bound is theirs under all of them. */
const ownerOf = (callers: readonly string[]) => `person ${callers.join(' ')}`;
