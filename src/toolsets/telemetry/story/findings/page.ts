/** What went wrong in the page. */
import { errorMessage, hasAnswer } from '../../error-entry.ts';
import { spotOf } from '../../seen.ts';
import type { StoryNode } from '../story-node.ts';
import { shown } from '../time-split.ts';
import { addressOf, type Finder, type Finding, nodesIn, type RequestNode, short } from './finding.ts';

export const hydration: Finder = ({ around }) =>
  errorsIn(around)
    .filter(({ item }) => /hydrat|did not match.*server|server.rendered HTML/i.test(item.data.message))
    .slice(0, 1)
    .map((node) => ({
      kind: 'hydration mismatch',
      words: `A hydration mismatch: ${mismatch(node.item.data.message) ?? `what the server rendered is not what the page would render (${short(node.item.data.message, 100)})`}.`,
      weight: 94,
      nodes: [node],
    }));

/** React draws the tree with what the page renders behind a plus, and what the server rendered behind a minus. */
function mismatch(message: string): string | undefined {
  const lines = message.slice(0, MOST_TREE).split('\n');
  const at = lines.findIndex((line) => /^[+-] {2,}\S/.test(line));
  const told = (sign: string) => lines.slice(at).find((line) => line.startsWith(`${sign}  `));
  const [page, server] = [told('+'), told('-')].map((line) => line && `"${short(line.slice(1).trim(), 40)}"`);
  if (at < 0 || (!page && !server)) return undefined;
  const tags = lines.slice(0, at).filter((line) => /^\s+<\w/.test(line));
  const inner = tags.at(-1)?.match(/<([\w.]+)/)?.[1];
  const component = tags.findLast((line) => /^\s+<[A-Z]/.test(line))?.match(/<([\w.]+)/)?.[1];
  const where = [inner && `in <${inner}>`, component && component !== inner && `of <${component}>`].filter(
    Boolean,
  );
  return `${[...where, `the server rendered ${server ?? 'nothing'} and the page ${page ?? 'nothing'}`].join(' ')}`;
}

/** A tree of React is not longer. */
const MOST_TREE = 20_000;

const errorsIn = (nodes: readonly StoryNode[]) => [
  ...nodesIn(nodes, 'exception'),
  ...nodesIn(nodes, 'console').filter(({ item }) => item.data.level === 'error'),
];

export const policy: Finder = ({ around }) =>
  errorsIn(around)
    .filter(
      ({ item }) =>
        (item.stream === 'console' && item.data.category === 'csp') ||
        /Content Security Policy/i.test(item.data.message),
    )
    .slice(0, 1)
    .map((node) => ({
      kind: 'csp',
      words: `The page's Content Security Policy (CSP) forbids something that it does: ${short(node.item.data.message, 140)}.`,
      weight: 92,
      nodes: [node],
    }));

/** An exception, with the answer that it seems to follow from. */
export const exceptions: Finder = ({ around }) =>
  nodesIn(around, 'exception').map((node): Finding => {
    const { source_url: url, line } = spotOf(node.item.data.location ?? node.item.data.stack?.[0]);
    const at = url === undefined ? '' : ` at ${short(url.replace(/^.*\//, ''), 40)}:${line}`;
    const message = short(errorMessage(node.item));
    const answer = answerBefore(node, around);
    if (!answer)
      return { kind: 'exception', words: `The page threw ${message}${at}.`, weight: 71, nodes: [node] };
    const { status, mimeType, isCanceled, failure } = answer.item.data;
    if (!hasAnswer(answer.item.data) && (isCanceled || failure === 'net::ERR_ABORTED'))
      return {
        kind: 'timeout',
        words: `${addressOf(answer)} was given up by the page after ${shown(answer.ms)} ms without an answer (${message}).`,
        weight: 85,
        nodes: [node, answer],
      };
    const isFailed = (status ?? 0) >= 400;
    const isPayload = !isFailed && PAYLOAD.test(message);
    return {
      kind: isPayload ? 'bad payload' : 'exception',
      words: isPayload
        ? `The page could not cope with the answer of ${addressOf(answer)} (${status}, ${mimeType}): ${message}${at}; a field that it expects is missing or of another type.`
        : `The page threw ${message}${at} after ${addressOf(answer)} answered ${status}.`,
      weight: isPayload ? 85 : 73,
      nodes: [node, answer],
    };
  });

const PAYLOAD =
  /undefined|null|is not (a function|iterable|defined)|cannot read|not valid|NaN|Invalid (time|date)/i;

function answerBefore(node: StoryNode, around: readonly StoryNode[]): RequestNode | undefined {
  const linked = node.parent?.item.stream === 'request' ? (node.parent as RequestNode) : undefined;
  if (linked) return linked;
  return nodesIn(around, 'request').findLast(
    (one) =>
      ['fetch', 'xhr'].includes(one.item.data.type) &&
      one.item.where.page === node.item.where.page &&
      one.end <= node.start + 20_000 &&
      node.start - one.end < 300_000,
  );
}

const LONG_MS = 150;

/** Script that keeps the page from doing anything else. */
export const longTasks: Finder = ({ around }) => {
  const tasks = nodesIn(around, 'performance').filter(
    ({ item, ms }) => item.data.kind === 'longtask' && ms >= LONG_MS,
  );
  const worst = tasks.toSorted((one, other) => other.ms - one.ms)[0];
  if (!worst) return [];
  return [
    {
      kind: 'long task',
      words: `Script held the page up for ${shown(worst.ms)} ms in one piece${tasks.length > 1 ? `, ${tasks.length} such pieces in all` : ''}.`,
      weight: worst.ms >= 400 ? 79 : 64,
      nodes: tasks,
    },
  ];
};

/** A request that failed, and the page says nothing of it. */
export const swallowed: Finder = ({ around }) => {
  const spoke = errorsIn(around).filter(
    ({ item }) => item.stream === 'exception' || item.data.category === 'console',
  );
  return nodesIn(around, 'request')
    .filter(
      ({ item, start }) =>
        (item.data.status ?? 0) >= 400 &&
        ['fetch', 'xhr'].includes(item.data.type) &&
        !spoke.some((one) => one.start >= start && one.item.where.page === item.where.page),
    )
    .map((node) => ({
      kind: 'swallowed error',
      words: `An error swallowed by a catch: ${addressOf(node)} answered ${node.item.data.status}, and the page said nothing of it.`,
      weight: 73,
      nodes: [node],
    }));
};

/** What the page itself wrote as an error. */
export const consoleErrors: Finder = ({ around }) =>
  nodesIn(around, 'console')
    .filter(({ item }) => item.data.level === 'error' && item.data.category === 'console')
    .map((node) => ({
      kind: 'console error',
      words: `The page says: ${short(node.item.data.message, 160)}.`,
      weight: 65,
      nodes: [node],
    }));
