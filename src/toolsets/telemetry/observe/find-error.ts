import { fault } from '../../../kernel/fault.ts';
import type { TelemetryDeps } from '../deps.ts';
import { type ErrorItem, isError } from '../error-entry.ts';

/** An error by the id that lists give. */
export async function findError(
  { store }: Pick<TelemetryDeps, 'store'>,
  id: string | number,
): Promise<ErrorItem> {
  const seq = Number(id);
  const item = Number.isSafeInteger(seq) ? await store.get(seq) : undefined;
  if (item && isError(item)) return item;
  throw fault('NO_SUCH_ITEM', { what: 'error', id: String(id) });
}
