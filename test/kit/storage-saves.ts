/** What contexts save of their storage by themselves, a moment after something was done in them. */
import type { TestContext } from 'node:test';
import type { StorageState } from '../../src/engines/browser/context/context-options.ts';
import { StorageKeeper } from '../../src/engines/browser/context/storage-keeper.ts';
import { Arrivals } from './waiting.ts';

export function storageSaves(t: TestContext): Arrivals<StorageState> {
  const saves = new Arrivals<StorageState>();
  const { save } = StorageKeeper.prototype;
  t.mock.method(StorageKeeper.prototype, 'save', async function (this: StorageKeeper) {
    await save.call(this);
    if (this.state) saves.push(this.state);
  });
  return saves;
}
