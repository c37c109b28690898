import type { ChangeData } from '../../../../contract/performance-data.ts';
import type { Ground } from './capture.page.ts';

interface Change {
  /** When the action was, in milliseconds since the epoch. */
  readonly acted: number;
  readonly counts: { added: number; removed: number; texts: number; attributes: number };
  where: Element | null;
  first: number;
  last: number;
}

/**
 * What came of an action in the document: how much changed until it came to rest, and where first. The document is
 * watched only then. Gives what is to be called with each action.
 */
export function watchChanges(
  { batch, guard, early }: Ground,
  pathOf: (element: Element) => string,
): (acted: number) => void {
  const QUIET_MS = 300;
  const MOST_MS = 2000;
  let open: Change | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const observer = new MutationObserver(
    guard((records: MutationRecord[]) => {
      if (open) note(open, records);
    }),
  );
  const note = (change: Change, records: readonly MutationRecord[]) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      const { counts } = change;
      if (type === 'attributes') counts.attributes++;
      else if (type === 'characterData') counts.texts++;
      counts.added += addedNodes.length;
      counts.removed += removedNodes.length;
      change.where ??= target instanceof Element ? target : target.parentElement;
    }
    change.last = performance.now();
    change.first ||= change.last;
  };

  const end = () => {
    const change = open;
    if (!change) return;
    const late = observer.takeRecords();
    if (late.length > 0) note(change, late);
    open = undefined;
    observer.disconnect();
    clearTimeout(timer);
    const { counts, acted, where, first, last } = change;
    if (!where) return;
    const data: Omit<ChangeData, 'documentId' | 'url' | 'frame' | 'worker' | 'acted'> = {
      kind: 'change',
      name: where.isConnected ? pathOf(where) : where.tagName.toLowerCase(),
      start: Math.round(first),
      ms: Math.round(last - first),
      ...counts,
    };
    batch({ say: 'change', at: performance.timeOrigin + last, acted, data });
  };
  const look = guard(() => {
    if (!open) return;
    const now = performance.now();
    const since = now - Math.max(open.last, open.acted - performance.timeOrigin);
    if (since >= QUIET_MS || now - (open.acted - performance.timeOrigin) >= MOST_MS) end();
    else timer = setTimeout(look, QUIET_MS);
  });

  addEventListener('pagehide', guard(end), early);
  return (acted) => {
    end();
    open = {
      acted,
      counts: { added: 0, removed: 0, texts: 0, attributes: 0 },
      where: null,
      first: 0,
      last: 0,
    };
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    timer = setTimeout(look, QUIET_MS);
  };
}
