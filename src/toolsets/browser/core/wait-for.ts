import { z } from 'zod';
import { waitFor as wait } from '../../../engines/browser/actions/wait-for.ts';
import { timeoutMs } from '../../../kernel/arguments.ts';
import { badArguments, PAGE_FAULTS, pageTool } from '../define-tool.ts';

const MOST_SECONDS = 60;

export const waitFor = pageTool({
  name: 'browser_wait_for',
  title: 'Wait',
  summary: 'Wait until a text is seen or gone, or for a time.',
  effect: 'read',
  input: {
    text: z.string().min(1).optional().describe('Until it is seen.'),
    textGone: z.string().min(1).optional().describe('Until it is seen no more.'),
    time: z.number().min(0).optional().describe('Seconds, waited first; at most 60.'),
    timeout_ms: timeoutMs(1, 60_000).optional().describe('For the texts; left out: 5000.'),
  },
  faults: ['WAIT_TIMEOUT', ...PAGE_FAULTS],
  isFree: true,
  timeoutMs: ({ time, timeout_ms }) => 60_000 + (timeout_ms ?? 0) + Math.min(time ?? 0, MOST_SECONDS) * 1000,
  async run({ args, tab, signal }) {
    const { text, textGone, time } = args;
    if (text === undefined && textGone === undefined && time === undefined)
      throw badArguments('browser_wait_for', 'give "text", "textGone" or "time"');
    if (time !== undefined && time > MOST_SECONDS)
      throw badArguments('browser_wait_for', `"time" is ${time}; it must be at most ${MOST_SECONDS}`);
    const ms = time === undefined ? undefined : time * 1000;
    const outcome = await wait(tab, { text, textGone, time: ms, timeout: args.timeout_ms, signal });
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
