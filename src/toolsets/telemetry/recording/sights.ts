import type { BrowserEngine } from '../../../engines/browser/browser-engine.ts';
import { newSights, type Sight } from '../../../engines/browser/snapshot/new-sights.ts';
import { openTabs } from '../tabs.ts';
import type { Recording } from './recording.ts';

const MOST_TABS = 3;

/** What can be seen now in the tabs of a recording that could not be seen when it began. */
export async function sightsOf(
  engine: BrowserEngine,
  { tab_id, before = [] }: Pick<Recording, 'tab_id' | 'before'>,
): Promise<readonly Sight[]> {
  const tabs = (await openTabs(engine)).slice(-MOST_TABS);
  const all = await Promise.all(tabs.map((tab) => newSights(tab, tab.id === tab_id ? before : [])));
  return all.flat();
}
