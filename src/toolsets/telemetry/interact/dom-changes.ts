import type { Tab } from '../../../engines/browser/page/tab.ts';
import { type Counts, countChanges, countedChanges } from './dom-changes.page.ts';

export interface DomChanges extends Counts {
  readonly summary: string;
}

/** Does something and counts what it changed in the document; undefined when a new document came instead. */
export async function watchingDom<T>(
  tab: Tab,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly changes: DomChanges | undefined }> {
  await tab.cdp.run(countChanges).catch(() => {}); // a page that cannot be asked is not counted
  const value = await work();
  if (tab.page.isClosed() || tab.modals.isBlocked) return { value, changes: undefined };
  const seen = await tab.cdp.run(countedChanges).catch(() => null);
  return { value, changes: seen ? { ...seen, summary: words(seen) } : undefined };
}

function words({ added, removed, modified }: Counts): string {
  const parts = [
    added && `${added} added`,
    removed && `${removed} removed`,
    modified && `${modified} modified`,
  ];
  return parts.filter(Boolean).join(', ') || 'no changes';
}
