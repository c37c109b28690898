import type { Activity } from './activity.ts';
import type { SettledBy, Timeouts } from './outcome.ts';
import type { PageCdp } from './page-cdp.ts';
import { documentRests } from './settle.page.ts';

/** Nothing has happened for this long: the action triggered nothing, or is done. */
const QUIET_MS = 40;
/** A page that does not finish loading is answered with what is there. */
const LOAD_MS = 10_000;

interface Manner {
  readonly quietMs?: number | undefined;
  /** Before the action, the page asked for something all the time: only what is under way is waited for. */
  readonly wasChatty?: boolean;
  /** Whether it does so now. */
  readonly isChatty?: () => boolean;
}

/** Requests that have not ended by then may be some that begin again and again. */
const PATIENCE_MS = 1_000;

/** So many requests for data in the second before an action, and the page will not fall silent after it. */
export const CHATTY = 20;
/** The same of those that it made while nothing was done to it. */
export const CHATTY_UNASKED = 8;

/** A page that has loaded may hold a question to its server open for ever. */
const LOADED_MS = 2_000;

/**
 * Waits by events until a page has come to rest after an action: a navigation until its load event, requests
 * until they are answered, the document until it stops changing. An action that triggers nothing costs 40 ms.
 */
export async function settle(
  activity: Activity,
  cdp: PageCdp,
  timeouts: Timeouts,
  signal: AbortSignal,
  { quietMs = QUIET_MS, wasChatty = false, isChatty = () => false }: Manner = {},
): Promise<SettledBy> {
  let result: SettledBy = 'nothing';
  let requestsUntil = performance.now() + timeouts.action;
  let restUntil = 0;
  // What a load or an answer sets off is given the whole time to come to rest.
  const restAgain = () => {
    restUntil = performance.now() + Math.max(timeouts.settle, QUIET_MS);
  };
  restAgain();
  for (let rounds = 0, restless = 0; rounds < 10 && !signal.aborted; rounds++) {
    const left = Math.max(QUIET_MS, restUntil - performance.now());
    const { documents } = activity;
    const isQuiet = await quiet(activity, cdp, { quietMs, left }, signal);
    if (activity.isNavigating) {
      const most = Math.min(timeouts.navigation, LOAD_MS);
      if (!(await activity.until(() => !activity.isNavigating, most, signal))) return 'loading';
      // A download or an answer without content asked for a document and brought none.
      result = activity.documents > 0 ? 'load' : 'quiet';
      if (result === 'load') requestsUntil = performance.now() + Math.min(timeouts.action, LOADED_MS);
      restAgain();
    } else if (activity.requestsInFlight > 0) {
      const most = requestsUntil - performance.now();
      const goesOn =
        wasChatty ||
        activity.repeatsItself ||
        (await keepBeginning(activity, Math.min(most, PATIENCE_MS), signal, isChatty));
      const hasEnded = goesOn ? activity.theseEnded() : () => activity.requestsInFlight === 0;
      const isDone = () => hasEnded() || activity.isNavigating;
      if (!(await activity.until(isDone, requestsUntil - performance.now(), signal))) return 'requests';
      if (result === 'nothing') result = 'quiet';
      if (goesOn && !activity.isNavigating) {
        await quiet(activity, cdp, { quietMs, left: QUIET_MS }, signal);
        if (!activity.isNavigating) return result;
      }
      // One that is restless with and without requests under way will not rest.
      if (!isQuiet && ++restless > 1) return 'timeout';
      restAgain();
    } else if (activity.documents > documents) {
      restAgain(); // one came and had loaded before we heard of it: what was looked at is gone
    } else {
      if (result === 'nothing' && documents > 0) result = 'load';
      return isQuiet ? result : 'timeout';
    }
  }
  return result;
}

/** Waits a moment for the requests to end; says whether others begin all the time. */
async function keepBeginning(activity: Activity, ms: number, signal: AbortSignal, isChatty: () => boolean) {
  const isDone = () => activity.requestsInFlight === 0 || activity.isNavigating;
  return !(await activity.until(isDone, ms, signal)) && isChatty();
}

/** One look at the document: it ends early when a new one begins, and never outlasts its time. */
async function quiet(
  activity: Activity,
  cdp: PageCdp,
  { quietMs, left }: { readonly quietMs: number; readonly left: number },
  signal: AbortSignal,
): Promise<boolean> {
  if (activity.isNavigating) return false;
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  const asked = cdp.run(documentRests, quietMs, left).catch(() => true); // the document went away
  const began = activity.until(() => activity.isNavigating, left + QUIET_MS, end).then(() => false);
  const isQuiet = await Promise.race([asked, began]);
  over.abort();
  return isQuiet;
}
