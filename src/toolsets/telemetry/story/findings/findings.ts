import type { Story } from '../gather.ts';
import { changedShape, keptAnswer, leftBehind, queued, refusedCookie, requestLoop } from './browser.ts';
import {
  cacheTrouble,
  lostUpdate,
  otherDay,
  poolExhausted,
  sameStatement,
  slowStatement,
} from './database.ts';
import type { Finder, Finding } from './finding.ts';
import {
  badAnswer,
  clockSkew,
  failedExchange,
  largeAnswer,
  otherService,
  redirects,
  refusedByBrowser,
  serviceErrors,
  wrongType,
} from './network.ts';
import { consoleErrors, exceptions, hydration, longTasks, policy, swallowed } from './page.ts';
import { cutConnection, refused } from './refusals.ts';
import {
  doubleSubmit,
  leakedInterval,
  needlessRow,
  outOfOrder,
  retryStorm,
  sameRequest,
  sockets,
} from './repeats.ts';
import { answeredTooSoon, busyService, manyCalls, manyRows, unanswered } from './service.ts';

const FINDERS: readonly Finder[] = [
  ...[
    refused,
    cutConnection,
    sameStatement,
    slowStatement,
    lostUpdate,
    cacheTrouble,
    poolExhausted,
    otherDay,
  ],
  ...[
    refusedByBrowser,
    redirects,
    badAnswer,
    serviceErrors,
    failedExchange,
    otherService,
    wrongType,
    clockSkew,
    largeAnswer,
  ],
  ...[retryStorm, doubleSubmit, sameRequest, leakedInterval, needlessRow, outOfOrder, sockets],
  ...[leftBehind, keptAnswer, refusedCookie, queued, requestLoop, changedShape],
  ...[busyService, answeredTooSoon, manyCalls, manyRows, unanswered],
  ...[hydration, policy, exceptions, longTasks, swallowed, consoleErrors],
];

/** What is not part of the story itself explains less of it. */
const BESIDE = 12;
/** What was long over before it began is told, but never as the cause. */
const BEFORE = 40;
const LONG = 1_000_000;

/** What would explain the story, the best first; of each kind the best few. */
export function findingsOf(story: Story): readonly Finding[] {
  const own = new Set(story.nodes);
  const begin = Math.min(...story.nodes.map(({ start }) => start));
  const all = FINDERS.flatMap((find) => find(story)).map((finding) => {
    if (finding.nodes.some((node) => own.has(node))) return finding;
    const isOver = finding.nodes.every(({ end }) => end < begin - LONG);
    return { ...finding, weight: finding.weight - (isOver ? BEFORE : BESIDE) };
  });
  const best = all.toSorted(
    (one, other) => other.weight - one.weight || other.nodes.length - one.nodes.length,
  );
  const kinds = new Map<string, number>();
  const told = new Set<string>();
  return best.filter(({ kind, words }) => {
    const count = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, count);
    if (told.has(words) || count > 2) return false;
    told.add(words);
    return true;
  });
}
