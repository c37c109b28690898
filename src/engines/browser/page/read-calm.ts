import { Activity } from './activity.ts';
import { CHATTY_UNASKED, settle } from './settle.ts';
import type { Tab } from './tab.ts';

/**
 * Reads a page that has come to rest; and once more, if it went on meanwhile. A moment without anything under way may
 * be one between two requests of a page that is still loading, and nothing is waited for to find that out.
 */
export async function readCalm<T>(
  tab: Tab,
  read: (isAgain: boolean) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const wasChatty = tab.network.recent(1_000, 'unasked') >= CHATTY_UNASKED;
  const activity = new Activity(tab.page);
  try {
    const found = await read(false);
    const wentOn = activity.isNavigating || activity.requestsInFlight > 0 || activity.ended > 0;
    if (!wentOn || wasChatty || tab.modals.open.length > 0) return found;
    await settle(activity, tab.cdp, tab.timeouts, signal);
    return await read(true);
  } finally {
    activity.dispose();
  }
}
