/** The actions that read of one element, or wait for it. */
import { z } from 'zod';
import { attributeOf, fieldValueOf, textOf } from '../../../engines/browser/actions/element.ts';
import { waitUntil } from '../../../engines/browser/actions/wait-for.ts';
import { element, name } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { elementResult, readElement } from './on-element.ts';

export const getText = defineAction({
  summary: 'Text as people see it.',
  input: z.object({ ...element }),
  run: (call) => readElement(call, textOf),
});

export const getValue = defineAction({
  summary: 'Value of a field.',
  isPlain: true,
  input: z.object({ ...element }),
  run: (call) => readElement(call, fieldValueOf),
});

export const getAttribute = defineAction({
  summary: 'null when it is not set.',
  isPlain: true,
  input: z.object({ ...element, name }),
  run: (call) => readElement(call, (tab, found, cancel) => attributeOf(tab, found, call.args.name, cancel)),
});

const USUAL_MS = 5000;

export const waitFor = defineAction({
  summary: 'Wait until it is seen.',
  input: z.object({ ...element }),
  limitMs: ({ timeout_ms: ms = USUAL_MS }) => ms + 10_000,
  async run({ tab, args, signal }) {
    const { selector: target, frame, timeout_ms: timeout = USUAL_MS } = args;
    const started = performance.now();
    const what = `"${target}" did not appear`;
    const wanted = { target, frame, prefersSeen: true, timeout, what, signal };
    const { found, tag } = await waitUntil(tab, wanted);
    const waited = Math.round(performance.now() - started);
    return { ...elementResult(found!), value: tag ?? null, waited_ms: waited };
  },
});
