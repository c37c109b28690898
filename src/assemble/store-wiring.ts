import type { Store } from '../store/store.ts';
import type { Needs } from './parts.ts';
import { retentionOf } from './record-settings.ts';

/** The record, open. */
export async function makeStore({
  config,
  state,
  clock,
  log,
}: Needs<'config' | 'state' | 'clock' | 'log'>): Promise<Store> {
  const { openStore } = await import('../store/store.ts');
  const store = openStore({
    url: config.store,
    folder: state,
    clock,
    log,
    retention: retentionOf(config),
    bodyLimit: config.bodyKb * 1024,
  });
  await store.open();
  return store;
}
