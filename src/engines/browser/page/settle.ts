import type { Activity } from './activity.ts';
import type { SettledBy, Timeouts } from './outcome.ts';
import type { PageCdp } from './page-cdp.ts';
import { type Seen, watchDocument } from './watch.page.ts';

/** Nothing has happened for this long: the action triggered nothing, or is done. */
const QUIET_MS = 40;
/** A page that does not finish loading is answered with what is there, one that can be read already soon. */
const LOAD_MS = 10_000;
const READ_MS = 5_000;
/** What only pictures and the like keep from having loaded: nothing that is read comes of them. */
const PICTURES_MS = 500;
/** A document with nothing to read yet, or with a spinner, rests only after so long, and at most after that. */
const UNFINISHED_MS = 1_000;
const LONGEST_MS = 5_000;

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

/** A page that has loaded may hold a question to its server open for ever: so long nothing may be answered. */
const LOADED_MS = 2_000;
/** As long as questions are answered and others follow from that, it is still loading; at most so long. */
const CHAIN_MS = 8_000;
const MOST_ROUNDS = 30;
/** What an action said over a socket is answered by then, or not at all. */
const SOCKET_MS = 500;

export interface Settled {
  readonly by: SettledBy;
  /** Of the document that was there before, unless it went away. */
  readonly seen?: Seen | undefined;
}

/**
 * Waits by events until a page has come to rest after an action: a navigation until its load event, requests
 * until they are answered, the document until it stops changing. An action that triggers nothing costs 40 ms.
 */
export async function settle(
  activity: Activity,
  cdp: PageCdp,
  timeouts: Timeouts,
  signal: AbortSignal,
  manner: Manner = {},
): Promise<Settled> {
  let seen: Seen | undefined;
  const look = async (left: number) => {
    const rest = await quiet(activity, cdp, { quietMs: manner.quietMs ?? QUIET_MS, left }, signal);
    seen = activity.documents === 0 ? (rest?.seen ?? seen) : undefined;
    return rest?.isQuiet ?? !activity.isNavigating; // a document that went away has come to its rest
  };
  return { by: await rest(activity, look, timeouts, signal, manner), seen };
}

async function rest(
  activity: Activity,
  look: (left: number) => Promise<boolean>,
  timeouts: Timeouts,
  signal: AbortSignal,
  { wasChatty = false, isChatty = () => false }: Manner,
): Promise<SettledBy> {
  let result: SettledBy = 'nothing';
  let requestsUntil = performance.now() + timeouts.action;
  let chainUntil = requestsUntil;
  let restUntil = 0;
  let endedBefore = activity.ended;
  // What a load or an answer sets off is given the whole time to come to rest.
  const restAgain = () => {
    restUntil = performance.now() + Math.max(timeouts.settle, QUIET_MS);
  };
  restAgain();
  for (let rounds = 0, restless = 0; rounds < MOST_ROUNDS && !signal.aborted; ) {
    const { documents, ended } = activity;
    // Questions and answers are bound by time; how many rounds they take is a matter of the machine.
    if (activity.isNavigating || activity.ended === endedBefore || performance.now() > chainUntil) rounds++;
    endedBefore = activity.ended;
    const isQuiet = await look(Math.max(QUIET_MS, restUntil - performance.now()));
    if (activity.isNavigating) {
      if (!(await loads(activity, Math.min(timeouts.navigation, LOAD_MS), signal))) {
        activity.letLoad();
        if (activity.isParsed) await look(QUIET_MS);
        return 'loading';
      }
      // A download or an answer without content asked for a document and brought none.
      result = activity.documents > 0 ? 'load' : 'quiet';
      if (result === 'load') {
        requestsUntil = performance.now() + Math.min(timeouts.action, LOADED_MS);
        chainUntil = performance.now() + CHAIN_MS;
      }
      restAgain();
    } else if (activity.requestsInFlight > 0) {
      const most = requestsUntil - performance.now();
      const goesOn =
        wasChatty ||
        activity.repeatsItself ||
        (await keepBeginning(activity, Math.min(most, PATIENCE_MS), signal, isChatty));
      const hasEnded = goesOn ? activity.theseEnded() : () => activity.requestsInFlight === 0;
      const isDone = () => hasEnded() || activity.isNavigating;
      // An answer is a step on; only what brings none for long is given up.
      const goOn = () => {
        requestsUntil = Math.max(requestsUntil, Math.min(performance.now() + LOADED_MS, chainUntil));
      };
      while (!isDone()) {
        const { ended } = activity;
        const isOn = () => isDone() || activity.ended > ended;
        if (!(await activity.until(isOn, requestsUntil - performance.now(), signal))) return 'requests';
        goOn();
      }
      goOn();
      if (result === 'nothing') result = 'quiet';
      if (goesOn && !activity.isNavigating) {
        await look(QUIET_MS);
        if (!activity.isNavigating) return result;
      }
      // One that is restless with and without requests under way will not rest.
      if (!isQuiet && ++restless > 1) return 'timeout';
      restAgain();
    } else if (activity.awaitsSocket) {
      const isAnswered = () => !activity.awaitsSocket || activity.isNavigating;
      if (!(await activity.until(isAnswered, SOCKET_MS, signal))) activity.letSocketsBe();
      restAgain();
    } else if (
      activity.ended > ended &&
      !wasChatty &&
      !activity.repeatsItself &&
      performance.now() < requestsUntil
    ) {
      restAgain(); // the last answer has only come, and may lead to the next question
    } else if (activity.documents > documents) {
      restAgain(); // one came and had loaded before we heard of it: what was looked at is gone
    } else {
      if (result === 'nothing' && documents > 0) result = 'load';
      return isQuiet ? result : 'timeout';
    }
  }
  return result;
}

/** Whether it has loaded. A document that can be read whole is not waited for much longer for its pictures. */
async function loads(activity: Activity, most: number, signal: AbortSignal): Promise<boolean> {
  const isOver = () => !activity.isNavigating;
  if (!(await activity.until(() => isOver() || activity.isParsed, most, signal))) return false;
  const isRead = () => isOver() || activity.requestsInFlight === 0;
  return (
    (await activity.until(isRead, Math.min(most, READ_MS), signal)) &&
    activity.until(isOver, PICTURES_MS, signal)
  );
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
) {
  if (activity.isNavigating) return null;
  const longest = Math.max(left, LONGEST_MS);
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  const asked = cdp
    .run(watchDocument, 'rest', cdp.secretName, {
      quiet: quietMs,
      patience: UNFINISHED_MS,
      most: left,
      longest,
    })
    .catch(() => null); // the document went away
  const began = activity.until(() => activity.isNavigating, longest + QUIET_MS, end).then(() => null);
  const rest = await Promise.race([asked, began]);
  over.abort();
  return rest;
}
