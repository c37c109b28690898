import type { Tab } from '../page/tab.ts';
import { beginWalk, focusedNow, unreachedNow } from './focus-walk.page.ts';
import type { Cancel } from './pointer.ts';

const MOST_PRESSES = 300;
const MOST_TOLD = 40;

type Stop = ReturnType<typeof focusedNow>;

/** Presses Tab through the whole page, as a person without a mouse does, and tells where that leads. */
export async function walkFocus(tab: Tab, { signal }: Cancel) {
  const step = { action: 'keyboard walk', isReading: true, isTrial: true, signal };
  const { value } = await tab.perform(step, async () => {
    await tab.host.bringToFront(tab);
    await tab.cdp.run(beginWalk);
    const stops: Stop[] = [];
    let circle: readonly Stop[] = [];
    for (let presses = 0; presses < MOST_PRESSES && signal?.aborted !== true; presses++) {
      await tab.page.keyboard.press('Tab');
      const stop = await tab.cdp.run(focusedNow);
      if (stop.index < 0) break; // past the last one
      const before = stops.findIndex(({ index }) => index === stop.index);
      if (before >= 0) {
        circle = stops.slice(before);
        break;
      }
      stops.push(stop);
    }
    const unreached = await tab.cdp.run(unreachedNow);
    // Who goes round without having seen all that takes the focus never gets out.
    const isTrapped = circle.length < stops.length || unreached.some(({ isFocusable }) => isFocusable);
    return { stops, trap: circle.length > 0 && isTrapped ? circle : undefined, unreached };
  });
  if (!value) tab.modals.assertFree();
  const { stops = [], trap, unreached = [] } = value ?? {};
  return {
    stop_count: stops.length,
    order: stops.slice(0, MOST_TOLD).map(({ label }) => label),
    out_of_order: outOfOrder(stops),
    without_focus_ring: stops
      .filter(({ hasRing }) => hasRing === false)
      .map(({ label }) => label)
      .slice(0, MOST_TOLD),
    positive_tabindex: stops.filter(({ tabindex = 0 }) => tabindex > 0).map(({ label }) => label),
    focus_trap: trap?.map(({ label }) => label),
    unreachable_by_keyboard: unreached.slice(0, MOST_TOLD).map(({ label }) => label),
  };
}

/** Where the focus jumps up by more than a line, except to the next column. */
function outOfOrder(stops: readonly Stop[]): readonly string[] {
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1];
    if (!before?.box || !stop.box) return [];
    const jumpsUp = stop.box.y < before.box.y - 40 && stop.box.x <= before.box.x + 40;
    return jumpsUp ? [`${before.label} → ${stop.label}`] : [];
  });
}
