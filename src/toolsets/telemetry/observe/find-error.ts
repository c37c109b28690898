import { fault } from '../../../kernel/fault.ts';
import type { Item } from '../../../store/item-row.ts';
import type { TelemetryDeps } from '../deps.ts';

const STREAMS = ['exception', 'console', 'request'];

/** An error by the id that lists give. */
export async function findError({ store }: Pick<TelemetryDeps, 'store'>, id: string | number): Promise<Item> {
  const seq = Number(id);
  const item = Number.isSafeInteger(seq) ? await store.get(seq) : undefined;
  if (item && STREAMS.includes(item.stream)) return item;
  throw fault('NO_SUCH_ITEM', { what: 'error', id: String(id) });
}
