import { LEAST_LENGTH, MOST_MARKS } from '../../../contract/mark-limits.ts';
import { type DrawWord, drawWord } from '../../../contract/marks.ts';
import { fault } from '../../../kernel/fault.ts';
import { makeSelectors } from '../capture/in-page/selectors.page.ts';
import type { Tab } from '../page/tab.ts';
import { endOverlay, nextWord, type OverlayStart, startOverlay, tellWaiting } from './overlay.page.ts';
import { makeSurface } from './surface.page.ts';
import { makeUnderMark } from './under-mark.page.ts';

type Begin = Omit<OverlayStart, 'most' | 'least'>;

export interface Drawing {
  /** How it looks at its start, and again on each page that follows while it lasts. */
  begin(): Begin;
  /** What the person did; whether that was the last. */
  heard(word: DrawWord): Promise<'more' | 'over'>;
  readonly signal: AbortSignal;
}

/** As much of the page is there that something can be put over it. */
const DOCUMENT_MS = 60_000;

/** Lets a person draw on a page until they are done. Nothing is in the page before, and nothing is left after. */
export async function letDraw(tab: Tab, drawing: Drawing): Promise<void> {
  if (!tab.cdp.isThere) throw fault('NEEDS_CHROMIUM', { what: 'Drawing on a page' });
  const { signal } = drawing;
  try {
    for (;;) {
      const left = loaded(tab, signal);
      await put(tab, drawing.begin());
      if ((await listen(tab, drawing, left.promise)) === 'over') return;
      left.dispose();
      signal.throwIfAborted();
      await tab.page.waitForLoadState('domcontentloaded', { timeout: DOCUMENT_MS });
    }
  } finally {
    await tab.cdp.run(endOverlay).catch(() => {}); // it went with its page
  }
}

/** The requests that wait now. */
export const showWaiting = (tab: Tab, waiting: readonly string[]) =>
  tab.cdp.run(tellWaiting, waiting).catch(() => {}); // told when it is there again

function put(tab: Tab, begin: Begin): Promise<unknown> {
  const start = { ...begin, most: MOST_MARKS, least: LEAST_LENGTH };
  const parts = [makeSurface, makeUnderMark, makeSelectors].map(String).join(', ');
  return tab.cdp.runSource(`(start) => (${startOverlay})(start, ${parts})`, start);
}

/** Until the person is done, or the document is left. */
async function listen(tab: Tab, { heard, signal }: Drawing, left: Promise<'left'>): Promise<'over' | 'left'> {
  for (;;) {
    const said = tab.cdp.run(nextWord).then(
      (word) => word ?? ('left' as const),
      (error: unknown) => {
        if (tab.page.isClosed() || tab.isCrashed) throw error;
        return 'left' as const;
      },
    );
    const word = await Promise.race([said, left]);
    if (word === 'left') return 'left';
    signal.throwIfAborted();
    if ((await heard(drawWord.parse(word))) === 'over') return 'over';
  }
}

/** Comes with the next document; fails when the page closes or nobody wants to know any more. */
function loaded({ page, id }: Tab, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<'left'>();
  promise.catch(() => {}); // whoever waits for it is told
  const onLoaded = () => resolve('left');
  const onGone = () => reject(fault('TAB_CLOSED', { tab: id }));
  const onAbort = () => reject(signal.reason);
  page.once('domcontentloaded', onLoaded).once('close', onGone).once('crash', onGone);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  return {
    promise,
    dispose() {
      page.off('domcontentloaded', onLoaded).off('close', onGone).off('crash', onGone);
      signal.removeEventListener('abort', onAbort);
    },
  };
}
