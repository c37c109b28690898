import { z } from 'zod';
import { waitFor as wait } from '../../../engines/browser/actions/wait-for.ts';
import { badArguments, PAGE_FAULTS, pageTool } from '../define-tool.ts';
import type { AnswerSettings } from '../deps.ts';

const MOST_SECONDS = 60;
const MOST_SECONDS_THERE = 30;

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
  async run({ args, deps, tab, signal }) {
    const { text, textGone } = args;
    const time = secondsOf(args.time, deps.answers.style);
    if (text === undefined && textGone === undefined && time === undefined)
      throw badArguments(
        'browser_wait_for',
        'give "text", "textGone" or "time"',
        'Error: Either time, text or textGone must be provided',
      );
    const ms = time === undefined ? undefined : time * 1000;
    const outcome = await wait(tab, { text, textGone, time: ms, signal });
    const cut = time === args.time ? '' : ` (requested ${args.time}, maximum is ${time})`;
    return {
      done: outcome && outcome.modals.length > 0 ? 'Waiting ended early.' : 'Waited.',
      compatible: [`Waited for ${text ?? textGone ?? `${time} seconds${cut}`}`],
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

/** playwright-mcp waits no longer than it is willing to, and says so. */
function secondsOf(time: number | undefined, style: AnswerSettings['style']): number | undefined {
  if (time === undefined || style === 'playwright')
    return time ? Math.min(time, MOST_SECONDS_THERE) : undefined;
  if (time <= MOST_SECONDS) return time;
  throw badArguments('browser_wait_for', `"time" is ${time}; it must be at most ${MOST_SECONDS}`);
}

const waiting = (text: string, state: string) => ({
  on: `getByText(${JSON.stringify(text)}).first()`,
  call: 'waitFor',
  args: [{ options: { state } }],
});
