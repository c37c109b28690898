import { effect } from '@preact/signals';
import { drawWith, type Frame, wish } from '../socket.ts';
import * as state from '../state.ts';

/** The newest picture of each page, small and whole. */
const newest = new Map<string, Frame>();
const drawers = new Map<string, (frame: Frame) => void>();

const keyOf = (page: string, isWhole: boolean) => `${isWhole} ${page}`;

/** Asks for pictures of what is shown, and for none while the app is hidden, until the function it gives is called. */
export function startLooking(): () => void {
  drawWith((frame) => {
    const key = keyOf(frame.page, frame.isWhole);
    newest.set(key, frame);
    drawers.get(key)?.(frame);
  });
  const look = () => {
    const page = state.page.value;
    const isShown = !document.hidden;
    wish({
      look: { look: { all: isShown && page === undefined, ...(isShown && page !== undefined && { page }) } },
    });
  };
  const stop = effect(look);
  document.addEventListener('visibilitychange', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
    wish({ look: { look: { all: false } } });
    newest.clear();
    state.pages.value = undefined;
  };
}

/** Gives the pictures of a page to whoever draws them, the last one at once. Gives what ends it. */
export function eachFrame(page: string, isWhole: boolean, draw: (frame: Frame) => void): () => void {
  const key = keyOf(page, isWhole);
  drawers.set(key, draw);
  const last = newest.get(key);
  if (last) draw(last);
  return () => {
    if (drawers.get(key) === draw) drawers.delete(key);
  };
}
