import { z } from 'zod';
import { navigate as goTo } from '../../../engines/browser/actions/navigate.ts';
import { defineAction } from './define-action.ts';
import { comparedLoad, NAVIGATION_MS, noteLoad } from './loads.ts';
import { happened } from './on-element.ts';

export const navigate = defineAction({
  name: 'navigate',
  summary: 'Open an address and wait for its load; perf_diff compares it with the last load of that page.',
  input: z.object({ url: z.string().min(1) }),
  opensPage: true,
  limitMs: () => NAVIGATION_MS,
  async run(call) {
    const { tab, args, signal, deps } = call;
    await noteLoad(call);
    const outcome = await goTo(tab, args.url, { signal, allowFiles: deps.isUnrestricted });
    return {
      url: tab.url,
      title: await tab.title(),
      ...(outcome.value?.status === undefined ? {} : { status: outcome.value.status }),
      ...happened(outcome),
      ...(await comparedLoad(call)),
    };
  },
});
