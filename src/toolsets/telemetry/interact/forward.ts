import { z } from 'zod';
import { goInHistory } from '../../../engines/browser/actions/navigate.ts';
import { defineAction } from './define-action.ts';
import { NAVIGATION_MS } from './loads.ts';
import { happened } from './on-element.ts';

export const forward = defineAction({
  name: 'forward',
  summary: 'Go forward in the history.',
  input: z.object({}),
  limitMs: () => NAVIGATION_MS,
  async run({ tab, signal }) {
    const outcome = await goInHistory(tab, 'forward', { signal });
    return { url: tab.url, title: await tab.title(), ...happened(outcome) };
  },
});
