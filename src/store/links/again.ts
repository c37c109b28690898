/** The same request once more: tried again, answered by a cache, or asked by a service worker in the page's place. */
import { type Fact, type Found, SLACK } from './fact.ts';
import { keys, type Window } from './window.ts';

const SECOND = 1_000_000;
/** Who waits longer does not try again, but asks anew. */
const RETRY = 30 * SECOND;

export function again(effect: Fact, window: Window): Found[] {
  const { request } = effect;
  if (!request) return [];
  const same = window
    .find(keys.same(effect.place.instance, request.method, request.url))
    .filter((one) => one.request?.id !== request.id);
  return [...byCache(effect, same), ...byWorker(effect, same), ...byRetry(effect, same, window)];
}

/** Whose answer the browser had kept: the newest of those that came over the wire. */
function byCache(effect: Fact, same: readonly Fact[]): Found[] {
  if (!effect.request?.isKept) return [];
  const fetched = same.filter(
    ({ request, end }) =>
      // What is not new any longer brought nothing: what was kept is of an earlier one.
      request && !request.hasFailed && request.isOnWire && !request.isKept && end <= effect.start + SLACK,
  );
  const newest = last(fetched);
  return newest ? [[newest, 'cache', 'likely']] : [];
}

/** A service worker asks for what the page asked for, while the page waits for it. */
function byWorker(effect: Fact, same: readonly Fact[]): Found[] {
  if (!effect.request?.isOfWorker) return [];
  const waiting = same.filter(
    ({ request, start, end }) =>
      request?.isByWorker && start <= effect.start + SLACK && effect.start <= end + SLACK,
  );
  return waiting.map((one) => [one, 'worker', waiting.length === 1 ? 'likely' : 'possible']);
}

/** The same page asks for the same, because it had failed and nobody has acted since. */
function byRetry(effect: Fact, same: readonly Fact[], window: Window): Found[] {
  const { request, page } = effect;
  if (!request || page === undefined || request.isDocument) return [];
  if (request.preflightOf !== undefined || request.redirectedFrom !== undefined) return [];
  const before = same.filter(
    (one) => one.page === page && one.end <= effect.start + SLACK && effect.start - one.end <= RETRY,
  );
  const newest = last(before);
  if (!newest?.request?.isWorthRetry) return [];
  // Another document in the same tab begins anew.
  const isAnew = window
    .find(keys.requestsIn(page))
    .some((one) => one.request?.isDocument && one.start >= newest.start && one.start <= effect.start);
  if (isAnew) return [];
  const hasActed = window
    .find(keys.actionsIn(page))
    .some(
      ({ action, start }) => action?.source !== 'page' && start > newest.end && start <= effect.start + SLACK,
    );
  const isSamePlace = request.frames.some((frame) => newest.request?.frames.includes(frame));
  return [[newest, 'retry', isSamePlace && !hasActed ? 'likely' : 'possible']];
}

const last = (facts: readonly Fact[]) => facts.toSorted((one, other) => one.end - other.end).at(-1);
