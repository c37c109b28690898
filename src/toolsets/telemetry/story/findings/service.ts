/** What a service did with its time, and when. */
import { isDatabase, isUnread, type StoryNode } from '../story-node.ts';
import { all, covered, shown } from '../time-split.ts';
import { addressOf, type ExchangeNode, type Finder, type Finding, nodesIn, short } from './finding.ts';

const MS = 1000;
const isServed = ({ item }: ExchangeNode) => item.data.method !== undefined;

const BUSY_MS = 300;
/** It asked others for less of the time than that. */
const ASKED = 0.2;
const TOGETHER_MS = 60;

/** A service that worked itself, and kept others waiting until it was done. */
export const busyService: Finder = ({ around, isLinked, isCut }) => {
  // Whom it asked is not known of all.
  if (!isLinked || isCut) return [];
  const exchanges = nodesIn(around, 'exchange');
  const served = exchanges.filter(
    (node) => isServed(node) && node.ms >= BUSY_MS && node.item.data.state === 'done',
  );
  const alone = served.filter((node) => isAlone(node, exchanges));
  return alone.flatMap((node): Finding[] => {
    const kept = served.filter(
      (one) =>
        one !== node &&
        one.item.data.port === node.item.data.port &&
        // Who does the same takes as long by itself.
        one.item.data.statement !== node.item.data.statement &&
        one.start >= node.start &&
        one.start < node.end &&
        Math.abs(one.end - node.end) < TOGETHER_MS * MS,
    );
    // Who began later waited for this one, or both for a third.
    const isFirst = !served.some(
      (one) => kept.includes(node) || (one.start < node.start && one.end >= node.end),
    );
    if (!isFirst) return [];
    const others =
      kept.length > 0
        ? `, and ${kept.length === 1 ? addressOf(kept[0]!) : `${kept.length} others`} had to wait until it was done, as when its event loop is held`
        : '';
    return [
      {
        kind: 'busy service',
        words: `${addressOf(node)} took ${shown(node.ms)} ms in the service itself, which asked nobody meanwhile that was seen${others}.`,
        weight: kept.length > 0 ? 82 : 68,
        nodes: [node, ...kept.slice(0, 3)],
      },
    ];
  });
};

function isAlone(node: ExchangeNode, exchanges: readonly ExchangeNode[]): boolean {
  const below = nodesIn(all(node), 'exchange').filter((one) => one !== node);
  // How long these took was not seen.
  if (below.some(({ item }) => item.data.state !== 'done' && item.data.state !== 'failed')) return false;
  // Of these nobody knows whose they are: they may be its own.
  const loose = exchanges.filter(
    (one) =>
      one.parent === undefined &&
      one.item.data.port !== node.item.data.port &&
      one.start >= node.start &&
      one.end <= node.end,
  );
  return covered([...below, ...loose].map(({ start, end }) => [start, end])) < node.ms * ASKED;
}

const WRITE = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?([\w.]+)/i;
const LATE_MS = 2000;

/** Written after the answer had gone out that says it is written. */
export const answeredTooSoon: Finder = ({ around }) => {
  const exchanges = nodesIn(around, 'exchange');
  const changes = exchanges.filter(
    (node) => isServed(node) && !['GET', 'HEAD', 'OPTIONS'].includes(node.item.data.method ?? ''),
  );
  return exchanges.flatMap((node): Finding[] => {
    const [, table = ''] = WRITE.exec(node.item.data.statement) ?? [];
    if (table === '' || !isDatabase(node.item.data.protocol) || isWithin(node, exchanges)) return [];
    const answered = changes.findLast(
      (one) =>
        one.end <= node.start &&
        node.start - one.end < LATE_MS * MS &&
        addressOf(one).toLowerCase().includes(stemOf(table)),
    );
    if (!answered) return [];
    const read = exchanges.find(
      ({ item, start }) =>
        isDatabase(item.data.protocol) &&
        start >= answered.end &&
        start < node.start &&
        reads(item.data.statement, stemOf(table)),
    );
    const gap = shown((node.start - answered.end) / MS);
    return [
      {
        kind: 'answered too soon',
        words: `${addressOf(answered)} answered ${answered.item.stream === 'exchange' ? answered.item.data.status : ''} before its work was done: \`${short(node.item.data.statement, 70)}\` ran ${gap} ms after the answer${read ? `, and \`${short(read.item.data.statement, 50)}\` had read the table meanwhile` : ''}.`,
        weight: read ? 85 : 70,
        nodes: read ? [answered, node, read] : [answered, node],
      },
    ];
  });
};

const reads = (statement: string, stem: string) =>
  /^\s*select\b/i.test(statement) &&
  statement
    .toLowerCase()
    .split(/\W+/)
    .some((word) => word.startsWith(stem));

const stemOf = (table: string) => table.toLowerCase().replace(/^.*\./, '').replace(/s$/, '');

/** Whether anything was worked on while it ran: then it may be a part of that. */
const isWithin = (node: ExchangeNode, exchanges: readonly ExchangeNode[]) =>
  exchanges.some((one) => isServed(one) && one.start <= node.start && one.end >= node.end);

const FEW = 5;

/** For one request the same service is asked again and again. */
export const manyCalls: Finder = ({ around }) => {
  const asked = nodesIn(around, 'exchange').filter(
    (node) => isServed(node) && node.parent?.item.stream === 'exchange',
  );
  const groups = Map.groupBy(asked, (node) => node.parent as StoryNode);
  return [...groups].flatMap(([served, nodes]) =>
    [...Map.groupBy(nodes, ({ item }) => `${item.data.port} ${item.data.statement}`).values()].flatMap(
      (same): Finding[] => {
        const [first] = same;
        if (!first || same.length < FEW) return [];
        const ms = covered(same.map(({ start, end }) => [start, end]));
        return [
          {
            kind: 'n+1',
            words: `N+1: ${addressOf(served)} asked ${short(first.item.data.target, 60)} for \`${short(first.item.data.statement, 60)}\` ${same.length} times, ${shown(ms)} of its ${shown(served.ms)} ms.`,
            weight: 80 + Math.min(6, same.length / 10),
            nodes: same,
          },
        ];
      },
    ),
  );
};

const MANY_ROWS = 10_000;
const MANY_BYTES = 2_000_000;

/** A query that brings far more than a page can show. */
export const manyRows: Finder = ({ around }) =>
  nodesIn(around, 'exchange').flatMap((node): Finding[] => {
    const { protocol, rows = 0, bytesDown, statement } = node.item.data;
    if (!isDatabase(protocol)) return [];
    if (rows < MANY_ROWS && bytesDown < MANY_BYTES) return [];
    const what = rows >= MANY_ROWS ? `${rows.toLocaleString('en')} rows, ` : '';
    return [
      {
        kind: 'unbounded query',
        words: `A query without bounds: \`${short(statement, 90)}\` brought ${what}${(bytesDown / 1e6).toFixed(1)} MB.`,
        // What brings so much is slow because of it.
        weight: rows >= MANY_ROWS ? 87 : 79,
        nodes: [node],
      },
    ];
  });

const LONG_WAIT_MS = 1000;

/** A request that has no answer, while nothing that its service asks others for is under way. */
export const unanswered: Finder = ({ around }) => {
  const exchanges = nodesIn(around, 'exchange');
  const now = Math.max(...around.map(({ end }) => end));
  return exchanges.flatMap((node): Finding[] => {
    const { method, state, headers = [], waitMs } = node.item.data;
    const isOpen = state === 'running';
    if (method === undefined || waitMs !== undefined || !(isOpen || state === 'lost')) return [];
    const until = isOpen ? now : node.end;
    const ms = (until - node.start) / 1000;
    // Who asks for a stream of events is answered bit by bit.
    if (ms < LONG_WAIT_MS || headers.some(([, value]) => value.includes('text/event-stream'))) return [];
    const isBusy = exchanges.some(
      ({ start, item: { data } }) =>
        data.state === 'running' && data.port !== node.item.data.port && start >= node.start,
    );
    if (isBusy || isUnread(node.item)) return [];
    const words = isOpen
      ? `${addressOf(node)} is still not answered after ${shown(ms)} ms`
      : `${addressOf(node)} was never answered: its connection ended after ${shown(ms)} ms`;
    return [
      {
        kind: 'unanswered',
        words: `${words}, though nothing that the service asked others for was under way: its handler may never answer.`,
        weight: 78,
        nodes: [node],
      },
    ];
  });
};
