import { z } from 'zod';
import { selectorCandidates } from '../../../engines/browser/actions/semantic-selector.ts';
import { findFrame } from '../../../engines/browser/actions/target.ts';
import { element } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { interactiveElements } from './list-interactive.page.ts';

type Frame = Awaited<ReturnType<typeof findFrame>>;

const MOST = 100;

export const listInteractive = defineAction({
  summary: 'What can be acted on, with selectors.',
  input: z.object({ frame: element.frame }),
  async run({ tab, args, signal, action }) {
    const frames = args.frame === undefined ? tab.page.frames() : [await findFrame(tab, args.frame)];
    const outcome = await tab.perform({ action, isReading: true, signal }, async () => {
      const lists = await Promise.all(frames.map((frame) => inFrame(frame)));
      return lists.flatMap((list, index) => {
        const number = tab.page.frames().slice(1).indexOf(frames[index]!);
        return list.map((one) => (number < 0 ? one : { ...one, frame: number }));
      });
    });
    if (!outcome.value) tab.modals.assertFree();
    const all = outcome.value ?? [];
    const elements = all.slice(0, MOST).map((one, index) => ({ index, ...one }));
    return { elements, count: elements.length, ...(all.length > MOST ? { total: all.length } : {}) };
  },
});

async function inFrame(frame: Frame) {
  const found = await frame.evaluate(interactiveElements, MOST + 1).catch(() => []); // on its way out
  return Promise.all(
    found.map(async ({ selectors, css, ...shown }) => {
      for (const selector of selectors) if (await isExact(frame, selector)) return { ...shown, selector };
      return { ...shown, selector: css };
    }),
  );
}

/** A selector that means two elements is none. */
async function isExact(frame: Frame, selector: string): Promise<boolean> {
  const count = await frame
    .locator(selectorCandidates(selector)[0]!)
    .count()
    .catch(() => 0);
  return count === 1;
}
