import { fault } from '../../kernel/fault.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { Store } from '../../store/store.ts';
import type { PageState } from './interact/page-state.page.ts';

/** Everything that makes a page what it was: kept for its project until it is deleted. */
export interface SavedState extends PageState {
  readonly name: string;
  readonly url: string;
  readonly title: string;
  readonly saved_at: string;
  readonly cookies: readonly Readonly<Record<string, unknown>>[];
}

export const stateDocuments = (store: Store, { cwd }: Pick<Caller, 'cwd'>) =>
  store.documents(`states:${cwd}`);

export async function listStates(store: Store, caller: Pick<Caller, 'cwd'>) {
  const documents = stateDocuments(store, caller);
  const all = await Promise.all((await documents.list()).map(({ key }) => documents.get<SavedState>(key)));
  return all
    .filter((state) => state !== undefined)
    .map(({ name, url, title, saved_at }) => ({ name, url, title, saved_at }))
    .sort((a, b) => (a.saved_at < b.saved_at ? 1 : -1));
}

export async function findState(
  store: Store,
  caller: Pick<Caller, 'cwd'>,
  name: string,
): Promise<SavedState> {
  const found = await stateDocuments(store, caller).get<SavedState>(name);
  if (found) return found;
  throw await unknownState(store, caller, name);
}

export async function unknownState(store: Store, caller: Pick<Caller, 'cwd'>, name: string) {
  return fault('NO_SUCH_STATE', {
    name,
    names: (await listStates(store, caller)).map((state) => state.name),
  });
}
