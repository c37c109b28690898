import { z } from 'zod';
import { navigate as goTo } from '../../../engines/browser/actions/navigate.ts';
import { defineAction } from './define-action.ts';
import { NAVIGATION_MS } from './loads.ts';
import { happened } from './on-element.ts';

export const newTab = defineAction({
  name: 'new_tab',
  summary: 'Open an address in a new tab, which becomes the tracked one.',
  input: z.object({ url: z.string().min(1) }),
  opensPage: true,
  limitMs: () => NAVIGATION_MS,
  async run({ tab, args, signal, deps }) {
    // The page that had to be opened for a first call is the new tab itself.
    const pages = deps.engine.listContexts().reduce((sum, { pageCount }) => sum + pageCount, 0);
    const isFresh = pages === 1 && tab.url === 'about:blank';
    const created = isFresh ? tab : await (await deps.engine.context(tab.host.context)).newTab();
    const outcome = await goTo(created, args.url, { signal, allowFiles: deps.isUnrestricted });
    return { tab_id: created.id, url: created.url, title: await created.title(), ...happened(outcome) };
  },
});
