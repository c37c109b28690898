import type { ActAnswer, BrowserAct, InstanceNow } from '../../contract/app-control.ts';
import type { InstancePool } from '../../engines/browser/pool/instance-pool.ts';
import type { CallerName } from '../../kernel/owner.ts';

interface PersonInstancesParts {
  /** Undefined as long as nobody has opened one. */
  pool(): Pick<InstancePool, 'seenBy' | 'close'> | undefined;
  /** Sessions of a caller that are open now. */
  sessionsOf(caller: CallerName): readonly { readonly id: string; readonly client?: string | undefined }[];
  /** Calls a tool in that caller's name, as its agents do. */
  call(caller: CallerName, tool: string, args: Readonly<Record<string, unknown>>): Promise<ActAnswer>;
  /** Whose agents a new browser is for. */
  mainOf(callers: readonly CallerName[]): CallerName;
  redact(words: string): string;
}

/** Browsers besides the usual one, of those whom the person stands for. */
export class PersonInstances {
  readonly #parts: PersonInstancesParts;

  constructor(parts: PersonInstancesParts) {
    this.#parts = parts;
  }

  list(callers: readonly CallerName[]): readonly InstanceNow[] {
    return [...this.#all(callers).values()].map(({ instance, client }) => {
      const { id, name, browser, mode, state, isShared } = instance.info();
      return {
        id,
        ...(name !== undefined && { name: this.#parts.redact(name) }),
        browser: String(browser ?? mode),
        state,
        isShared,
        ...(client !== undefined && { agent: client }),
      };
    });
  }

  async act(callers: readonly CallerName[], act: BrowserAct): Promise<ActAnswer> {
    const { call, mainOf, pool } = this.#parts;
    if (act.kind === 'start-browser') {
      const { name, url, headless } = act;
      return call(mainOf(callers), 'browser_instance', {
        action: 'new',
        shared: true,
        headless,
        ...(name !== '' && { name }),
        ...(url !== '' && { url }),
      });
    }
    const found = this.#all(callers).get(act.id);
    if (!found) return { said: `There is no browser ${act.id} any more.`, isRefused: true };
    await pool()?.close(act.id, { session: found.session, name: found.caller });
    return { said: `Browser ${act.id} has ended.`, isRefused: false };
  }

  #all(callers: readonly CallerName[]) {
    const { pool, sessionsOf } = this.#parts;
    const open = callers.flatMap((caller) => sessionsOf(caller).map((session) => ({ caller, ...session })));
    const found = open.flatMap(({ caller, id: session, client }) =>
      (pool()?.seenBy(session) ?? []).map((instance) => ({ instance, caller, session, client })),
    );
    // Who holds it, rather than who only sees it.
    const sorted = found.toSorted(
      (one, other) =>
        Number(one.instance.holders.has(one.session)) - Number(other.instance.holders.has(other.session)),
    );
    return new Map(sorted.map((one) => [one.instance.id, one]));
  }
}
