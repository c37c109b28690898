/**
 * Lets a person draw on the page before them: put there when they ask for it, and gone when they are done. Asked for
 * once more it makes way for the page, and comes again.
 */
import { LEAST_LENGTH, MOST_MARKS } from '../src/contract/mark-limits.ts';
import type { DrawnMark } from '../src/contract/marks.ts';
import { makeSelectors } from '../src/engines/browser/capture/in-page/selectors.page.ts';
import {
  endOverlay,
  lookOnly,
  nextWord,
  startOverlay,
  toggleOverlay,
} from '../src/engines/browser/marks/overlay.page.ts';
import { makeSurface } from '../src/engines/browser/marks/surface.page.ts';
import { makeUnderMark } from '../src/engines/browser/marks/under-mark.page.ts';
import type { DrawTold } from './hand/draw-words.ts';

const tell = (drawing: DrawTold) => chrome.runtime.sendMessage({ drawing });
/** What was asked for is on the screen. */
const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

async function letDraw(): Promise<void> {
  const start = { question: '', waiting: [], answers: [], marks: [], nextNumber: 1 };
  const limits = { most: MOST_MARKS, least: LEAST_LENGTH };
  startOverlay({ ...start, ...limits }, makeSurface, makeUnderMark, makeSelectors);
  const marks = new Map<number, DrawnMark>();
  const whole = () => ({ marks: [...marks.values()], url: location.href, title: document.title });
  const left = new AbortController();
  // A page that is left takes the paper with it, but not what was drawn.
  addEventListener('pagehide', () => void tell(whole()), { signal: left.signal, once: true });
  for (;;) {
    const word = await nextWord();
    if (word?.say === 'mark') marks.set(word.mark.number, word.mark);
    else if (word?.say === 'removed') marks.delete(word.number);
    else {
      if (word?.say !== 'done') marks.clear();
      break;
    }
  }
  left.abort();
  if (marks.size > 0)
    for (const [view, shoot] of [
      ['nothing', 'plain'],
      ['marks', 'marked'],
    ] as const) {
      lookOnly(view);
      await drawn();
      await tell({ shoot });
    }
  endOverlay();
  await tell(whole());
}

if (!toggleOverlay()) void letDraw();
