import { z } from 'zod';
import { waitFor as wait } from '../../../engines/browser/actions/wait-for.ts';
import { badArguments, PAGE_FAULTS, pageTool } from '../define-tool.ts';

const MOST_SECONDS = 60;

export const waitFor = pageTool({
  name: 'browser_wait_for',
  title: 'Wait',
  summary: 'Wait for text or seconds.',
  effect: 'read',
  input: {
    time: z.number().min(0).optional(),
    text: z.string().min(1).optional(),
    textGone: z.string().min(1).optional(),
  },
  faults: ['WAIT_TIMEOUT', ...PAGE_FAULTS],
  isFree: true,
  timeoutMs: ({ time }) => 60_000 + Math.min(time ?? 0, MOST_SECONDS) * 1000,
  async run({ args, tab, signal }) {
    const { text, textGone, time } = args;
    if (text === undefined && textGone === undefined && time === undefined)
      throw badArguments('browser_wait_for', 'give "text", "textGone" or "time"');
    if (time !== undefined && time > MOST_SECONDS)
      throw badArguments('browser_wait_for', `"time" is ${time}; it must be at most ${MOST_SECONDS}`);
    const ms = time === undefined ? undefined : time * 1000;
    const outcome = await wait(tab, { text, textGone, time: ms, signal });
    return {
      done: outcome && outcome.modals.length > 0 ? 'Waiting ended early.' : 'Waited.',
      outcome,
      show: 'changes',
      code: [
        ...(time === undefined ? [] : [{ line: `await new Promise(f => setTimeout(f, ${time} * 1000));` }]),
        ...(textGone === undefined ? [] : [waiting(textGone, 'hidden')]),
        ...(text === undefined ? [] : [waiting(text, 'visible')]),
      ],
    };
  },
});

const waiting = (text: string, state: string) => ({
  on: `getByText(${JSON.stringify(text)}).first()`,
  call: 'waitFor',
  args: [{ options: { state } }],
});
