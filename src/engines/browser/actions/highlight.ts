import { given } from '../given.ts';
import type { Tab } from '../page/tab.ts';
import { resolveTargets, type Target, writtenOf } from './target.ts';

/** Marks an element, or all that a selector fits, for whoever looks at the browser. */
export async function highlight(tab: Tab, target: Target, style?: string | undefined): Promise<void> {
  await tab.perform({ action: 'highlight', target: writtenOf(target), isReading: true }, async () => {
    await (await resolveTargets(tab, target)).highlight(given({ style }));
  });
}

/** Takes the mark off an element, or all marks off the page. */
export async function hideHighlight(tab: Tab, target?: Target | undefined): Promise<void> {
  await tab.perform(
    { action: 'hide highlight', target: target && writtenOf(target), isReading: true },
    async () => {
      await (target === undefined ? tab.page : await resolveTargets(tab, target)).hideHighlight();
    },
  );
}
