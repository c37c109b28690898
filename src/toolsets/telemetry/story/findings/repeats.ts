/** Things that happen more often, or in another order, than they should. */
import type { StoryNode } from '../story-node.ts';
import { shown } from '../time-split.ts';
import {
  addressOf,
  documentsOf,
  type Finder,
  type Finding,
  isHop,
  nodesIn,
  type RequestNode,
  short,
} from './finding.ts';

const pathOf = (node: StoryNode) => addressOf(node).split('?', 1)[0] ?? '';
const hasFailed = ({ item }: RequestNode) =>
  item.data.failure !== undefined || (item.data.status ?? 0) >= 400;
const MS = 1000;

/** Asked for again and again, though it fails. */
export const retryStorm: Finder = ({ around }) => {
  const documentOf = documentsOf(around);
  const groups = Map.groupBy(
    nodesIn(around, 'request').filter(hasFailed),
    (node) => `${documentOf(node)} ${addressOf(node)}`,
  );
  const inService = Map.groupBy(
    nodesIn(around, 'exchange').filter(
      ({ item }) => item.data.method !== undefined && (item.data.status ?? 0) >= 500,
    ),
    (node) => `${node.item.data.port} ${addressOf(node)}`,
  );
  return [...groups.values(), ...inService.values()].flatMap((same): Finding[] => {
    const [first, last] = [same[0], same.at(-1)];
    if (!first || !last || same.length < 4) return [];
    const seconds = (last.start - first.start) / 1e6;
    if (seconds > 20) return [];
    return [
      {
        kind: 'retry storm',
        words: `A retry storm: ${addressOf(first)} failed and was asked again ${same.length} times within ${seconds.toFixed(1)} s${first.item.stream === 'exchange' ? ' by the service' : ''}.`,
        weight: 90,
        nodes: same,
      },
    ];
  });
};

/** The same change sent twice. */
export const doubleSubmit: Finder = ({ around }) => {
  const changes = nodesIn(around, 'request').filter(
    ({ item }) => !['GET', 'HEAD', 'OPTIONS'].includes(item.data.method),
  );
  return [...Map.groupBy(changes, keyOf).values()].flatMap((same): Finding[] =>
    same.slice(1).flatMap((second, at): Finding[] => {
      const first = same[at]!;
      const gap = (second.start - first.start) / MS;
      if (gap > 1500 || hasFailed(first) || first.item.data.redirectedTo !== undefined) return [];
      const isOver =
        second.start < first.end ? 'while the first was still under way' : `${shown(gap)} ms apart`;
      return [
        {
          kind: 'double submit',
          words: `A double submit: ${addressOf(first)} was sent twice with the same body, ${isOver}.`,
          weight: 88,
          nodes: [first, second],
        },
      ];
    }),
  );
};

const keyOf = ({ item }: RequestNode) => {
  const { method, url, requestBody } = item.data;
  return `${method} ${url} ${requestBody && 'blob' in requestBody ? requestBody.blob : JSON.stringify(requestBody)}`;
};

/** The same data fetched more than once in a moment. */
export const sameRequest: Finder = ({ around }) => {
  const reads = nodesIn(around, 'request').filter(
    ({ item }) =>
      item.data.method === 'GET' &&
      ['fetch', 'xhr'].includes(item.data.type) &&
      item.data.failure === undefined,
  );
  const documentOf = documentsOf(around);
  const groups = Map.groupBy(reads, (node) => `${documentOf(node)} ${addressOf(node)}`);
  return [...groups.values()].flatMap((same): Finding[] => {
    const together = same.filter((one, at) => at === 0 || one.start - same[at - 1]!.start < 500_000);
    const [first] = together;
    if (!first || together.length < 2) return [];
    if (together.length >= 6) return [];
    return [
      {
        kind: 'same request twice',
        words: `${addressOf(first)} was asked for ${together.length} times within ${shown((together.at(-1)!.start - first.start) / MS)} ms.`,
        weight: 66,
        nodes: together,
      },
    ];
  });
};

const OFTEN = 6;

/** Whether somebody's act, an answer or the page itself is known to have led to it. */
const isAskedFor = ({ link }: RequestNode) =>
  link?.kind === 'document' ||
  (link?.confidence === 'likely' && (link.kind === 'action' || link.kind === 'answer'));

/** A page that asks by itself, more and more often: a timer that nobody stopped. */
export const leakedInterval: Finder = ({ around }) => {
  const own = nodesIn(around, 'request').filter(
    (node) => ['fetch', 'xhr'].includes(node.item.data.type) && !isAskedFor(node) && !isHop(node),
  );
  const documentOf = documentsOf(around);
  return [...Map.groupBy(own, (node) => `${documentOf(node)} ${pathOf(node)}`).values()].flatMap(
    (same): Finding[] => {
      const [first, last] = [same[0], same.at(-1)];
      if (!first || !last || same.length < OFTEN || same.filter(hasFailed).length > same.length / 2)
        return [];
      const gaps = same.slice(1).map((one, at) => one.start - same[at]!.start);
      const half = Math.floor(gaps.length / 2);
      const mean = (list: readonly number[]) =>
        list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
      const isFaster = mean(gaps.slice(half)) < mean(gaps.slice(0, half)) * 0.7;
      const seconds = ((last.start - first.start) / 1e6).toFixed(1);
      return [
        {
          kind: 'leaked interval',
          words: `${isFaster ? 'A leaked interval' : 'A timer'}: the page asks ${addressOf(first)} by itself, ${same.length} times in ${seconds} s${isFaster ? ' and ever more often, as timers do that nobody stops' : ''}.`,
          weight: isFaster ? 86 : 68,
          nodes: same,
        },
      ];
    },
  );
};

/** Requests that wait for each other though nothing says that they must. */
export const needlessRow: Finder = ({ around }) => {
  const requests = nodesIn(around, 'request').filter(
    (node) =>
      ['fetch', 'xhr'].includes(node.item.data.type) && node.item.data.method === 'GET' && !isHop(node),
  );
  let row: RequestNode[] = [];
  let longest: RequestNode[] = [];
  for (const node of requests) {
    const last = row.at(-1);
    const follows = last && node.start >= last.end - 2 * MS && node.start - last.end < 30 * MS;
    row = follows ? [...row, node] : [node];
    if (row.length > longest.length && isVaried(row)) longest = row;
  }
  const [first, last] = [longest[0], longest.at(-1)];
  if (!first || !last || longest.length < 4) return [];
  const ms = (last.end - first.start) / MS;
  return [
    {
      kind: 'needless row',
      words: `Requests in a needless row: ${longest.length} of them, from ${addressOf(first)} to ${addressOf(last)}, each waited for the one before, ${shown(ms)} ms in all.`,
      weight: ms > 400 ? 80 : 67,
      nodes: longest,
    },
  ];
};

/** The same over and over is a loop, no row. */
const isVaried = (row: readonly RequestNode[]) => new Set(row.map(addressOf)).size >= Math.min(row.length, 3);

/** Answers that came in another order than they were asked for: the older one wins. */
export const outOfOrder: Finder = ({ around }) => {
  const reads = nodesIn(around, 'request').filter(
    ({ item }) =>
      ['fetch', 'xhr'].includes(item.data.type) && item.data.method === 'GET' && item.data.status === 200,
  );
  return [...Map.groupBy(reads, (node) => `${node.item.where.page} ${pathOf(node)}`).values()].flatMap(
    (same): Finding[] =>
      same.slice(1).flatMap((second, at): Finding[] => {
        const first = same[at]!;
        if (addressOf(first) === addressOf(second) || first.end <= second.end + 5 * MS) return [];
        return [
          {
            kind: 'race',
            words: `A race: ${addressOf(first)} was asked before ${addressOf(second)} and answered ${shown((first.end - second.end) / MS)} ms after it, so the page may show the older answer.`,
            weight: 83,
            nodes: [first, second],
          },
        ];
      }),
  );
};

/** Sockets that end too early, again and again, or that never rest. */
export const sockets: Finder = ({ around }) => {
  const events = nodesIn(around, 'websocket');
  const findings: Finding[] = [];
  const dropped = events.filter(
    ({ item }) =>
      item.data.event === 'error' ||
      (item.data.event === 'close' &&
        (item.data.wasClean === false || item.data.code === 1006 || item.data.code === 1011)),
  );
  const [first] = dropped;
  if (first) {
    const opens = events.filter(
      ({ item }) => item.data.event === 'open' && item.data.url === first.item.data.url,
    ).length;
    const { url, code, error } = first.item.data;
    const reason = code ?? error;
    findings.push({
      kind: 'socket dropped',
      words: `The socket ${short(url, 80)} was dropped${reason === undefined ? '' : ` (${reason})`}${opens > 1 ? ` and opened again ${opens} times` : ''}.`,
      weight: 86,
      nodes: dropped,
    });
  }
  const messages = Map.groupBy(
    events.filter(({ item }) => item.data.event === 'message'),
    ({ item }) => item.data.connectionId,
  );
  for (const same of messages.values()) {
    const seconds = (same.at(-1)!.start - same[0]!.start) / 1e6;
    if (same.length < 100 || same.length / Math.max(seconds, 1) < 20) continue;
    findings.push({
      kind: 'chatty socket',
      words: `A chatty socket: ${same.length} messages in ${seconds.toFixed(1)} s on ${short(same[0]!.item.data.url, 80)}.`,
      weight: 72,
      nodes: same.slice(0, 3),
    });
  }
  return findings;
};
