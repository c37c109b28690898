import type { Tab } from '../../../engines/browser/page/tab.ts';

export interface DomChanges {
  readonly added: number;
  readonly removed: number;
  readonly modified: number;
  readonly summary: string;
}

const START = `() => {
  const seen = { added: 0, removed: 0, changed: new Set() };
  const count = (records) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type !== 'childList') { seen.changed.add(target); continue; }
      for (const node of addedNodes) if (node.nodeType === 1) seen.added++;
      for (const node of removedNodes) if (node.nodeType === 1) seen.removed++;
      if (![...addedNodes, ...removedNodes].some((node) => node.nodeType === 1)) seen.changed.add(target);
    }
  };
  const observer = new MutationObserver(count);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  globalThis.sensoriumWatch = () => { count(observer.takeRecords()); observer.disconnect(); return seen; };
}`;

const END = `() => {
  const seen = globalThis.sensoriumWatch?.();
  globalThis.sensoriumWatch = undefined;
  return seen ? { added: seen.added, removed: seen.removed, modified: seen.changed.size } : null;
}`;

/** Does something and counts what it changed in the document; undefined when a new document came instead. */
export async function watchingDom<T>(
  tab: Tab,
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly changes: DomChanges | undefined }> {
  await tab.cdp.run(START).catch(() => {}); // a page that cannot be asked is not counted
  const value = await work();
  if (tab.page.isClosed() || tab.modals.isBlocked) return { value, changes: undefined };
  const seen = await tab.cdp.run<Omit<DomChanges, 'summary'> | null>(END).catch(() => null);
  return { value, changes: seen ? { ...seen, summary: words(seen) } : undefined };
}

function words({ added, removed, modified }: Omit<DomChanges, 'summary'>): string {
  const parts = [
    added && `${added} added`,
    removed && `${removed} removed`,
    modified && `${modified} modified`,
  ];
  return parts.filter(Boolean).join(', ') || 'no changes';
}
