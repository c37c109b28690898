import { handed } from '../contract/handing.ts';
import { type CallerName, namesOfPerson, OWN_USER, ownerOf } from '../kernel/owner.ts';
import type { Watcher } from '../transport/extension/extension-door.ts';
import type { ExtensionServing } from '../transport/extension/extension-routes.ts';
import type { Needs } from './parts.ts';

type ExtensionNeeds = Needs<
  | 'log'
  | 'state'
  | 'observers'
  | 'store'
  | 'tabNumbers'
  | 'sessions'
  | 'doorKeys'
  | 'ownBrowsers'
  | 'files'
  | 'redactor'
  | 'browser'
  | 'pool'
  | 'telemetry'
> & {
  readonly hasApp: boolean;
  /** Sessions of a caller that are open now. */
  sessionsOf(caller: CallerName): readonly { readonly id: string }[];
};

/** Where the extension of a person's own browser comes in. */
export async function makeExtension(needs: ExtensionNeeds): Promise<ExtensionServing> {
  const { log, state, observers, store, tabNumbers, sessions, doorKeys, ownBrowsers } = needs;
  const [{ extensionServing }, { ExtensionDoor }, { BrowserBook }] = await Promise.all([
    import('../transport/extension/extension-routes.ts'),
    import('../transport/extension/extension-door.ts'),
    import('../transport/extension/browser-book.ts'),
  ]);
  /** With one key all who come in are the same person; with several, what a browser tells is for who paired it. */
  const whose = (owner: string | undefined) =>
    (doorKeys.value?.length ?? 0) > 1 && owner !== undefined ? sessions?.servicesOf(owner) : undefined;
  const watchers = new Map<string, Promise<Watcher | undefined>>();
  const make = async (id: string, owner: string | undefined): Promise<Watcher | undefined> => {
    const all = await observers.get();
    if (!all) return undefined;
    const record = await store.get();
    const nameTab = async () => {
      await tabNumbers.ready();
      return tabNumbers.next();
    };
    const { browser, rules } = all.ofPerson(`own-${id.slice(0, 6)}`, { nameTab, session: whose(owner) });
    return {
      rules,
      async take(batches) {
        const upTo = await browser.take(batches);
        await record.flush();
        return upTo;
      },
      async end() {
        const upTo = await browser.end();
        await record.flush();
        return upTo;
      },
    };
  };
  const watch = ({ id, owner }: { readonly id: string; readonly owner?: string }) => {
    const known = watchers.get(id) ?? make(id, owner);
    watchers.set(id, known);
    return known;
  };
  return extensionServing(
    new ExtensionDoor({
      book: new BrowserBook(state),
      log,
      watch,
      drives: await ownBrowsers.get(),
      hasApp: needs.hasApp,
      ...(sessions && { hands: ({ owner }, given) => takeHanded(needs, owner ?? OWN_USER, given) }),
    }),
  );
}

/** What a person hands over is kept for all agents that call under a name of theirs, and told with their next answer. */
async function takeHanded(needs: ExtensionNeeds, owner: CallerName, given: unknown): Promise<void> {
  const { store, files, redactor, log, browser, pool, telemetry, sessionsOf } = needs;
  const what = handed.parse(given);
  const { keepHanded } = await import('../toolsets/telemetry/marks/handed-over.ts');
  const cwd = process.cwd();
  const callers = namesOfPerson(owner).map((name) => ({ name, cwd, session: 'extension' }));
  const parts = {
    store: await store.get(),
    output: files,
    log,
    redact: (words: string) => redactor.text(words),
    redactValue: <T>(value: T) => redactor.value(value),
  };
  const drawing = await keepHanded(parts, callers, what);
  const open = callers.flatMap((caller) => sessionsOf(ownerOf(caller)).map(({ id }) => id));
  telemetry.value?.handedOver(open, drawing);
  const { url, note = '', marks } = drawing;
  for (const session of open) {
    const current = pool.value?.seenBy(session).find(({ id }) => id === pool.value?.currentOf(session));
    const engine = current?.engine ?? browser.value?.engines.known(session);
    engine?.note({ kind: 'handed-over', url, note, marks: marks.length });
  }
}
