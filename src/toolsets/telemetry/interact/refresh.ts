import { z } from 'zod';
import { reload } from '../../../engines/browser/actions/navigate.ts';
import { defineAction } from './define-action.ts';
import { comparedLoad, NAVIGATION_MS, noteLoad } from './loads.ts';
import { happened } from './on-element.ts';

export const refresh = defineAction({
  name: 'refresh',
  summary: 'Load the page again; perf_diff compares it with the load before.',
  input: z.object({}),
  limitMs: () => NAVIGATION_MS,
  async run(call) {
    await noteLoad(call);
    const outcome = await reload(call.tab, { signal: call.signal });
    return { url: call.tab.url, ...happened(outcome), ...(await comparedLoad(call)) };
  },
});
