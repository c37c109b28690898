import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { tagOf } from './field-scripts.ts';
import { readElement } from './on-element.ts';

const USUAL_MS = 5000;

export const waitFor = defineAction({
  name: 'wait_for',
  summary: 'Wait until an element can be seen, 5 s unless timeout_ms says otherwise.',
  input: z.object({ ...element }),
  limitMs: ({ timeout_ms: ms = USUAL_MS }) => ms + 10_000,
  async run(call) {
    const { tab, args, signal } = call;
    const ms = args.timeout_ms ?? USUAL_MS;
    const started = performance.now();
    const passed = () => performance.now() - started;
    const waiting = readElement({ ...call, args: { ...args, timeout_ms: ms } }, async (locator) => {
      await locator.waitFor({ state: 'visible', timeout: Math.max(1, ms - passed()) });
      return locator.evaluate(tagOf);
    });
    const result = await waiting.catch((thrown) => {
      const isLate = passed() >= ms - 100 && !signal.aborted && !tab.page.isClosed();
      const what = `"${args.selector}" did not appear`;
      throw isLate ? fault('WAIT_TIMEOUT', { what, ms }, thrown) : thrown;
    });
    return { ...result, waited_ms: Math.round(passed()) };
  },
});
