import { ownerOf } from '../kernel/owner.ts';
import type { Caller } from '../kernel/tool.ts';
import type { Documents } from './documents.ts';
import type { Store } from './store.ts';

/** What a caller keeps beyond its session. Every collection that a caller can reach is opened here, under its owner. */
export interface OwnDocuments {
  /** Of all with the caller's key. */
  ofKey(kind: string): Documents;
  /** Of those with the caller's key who work in the same folder. */
  ofFolder(kind: string): Documents;
}

export function documentsOf(
  store: Pick<Store, 'documents'>,
  caller: Pick<Caller, 'name' | 'cwd'>,
): OwnDocuments {
  const owner = ownerOf(caller);
  return {
    ofKey: (kind) => store.documents(`${kind}:${owner}`),
    ofFolder: (kind) => store.documents(`${kind}:${owner}:${caller.cwd}`),
  };
}
