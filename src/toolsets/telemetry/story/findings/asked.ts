/** What databases and caches were asked, and how it is to be counted and timed. */
import { backendOf } from '../../../../engines/wire/decode/decoders.ts';
import { isDatabase, type StoryNode } from '../story-node.ts';
import { type ExchangeNode, nodesIn } from './finding.ts';

export const asked = (nodes: readonly StoryNode[]) =>
  nodesIn(nodes, 'exchange').filter(({ item }) => isDatabase(item.data.protocol));

export const nameOf = (protocol: string) => backendOf(protocol)?.title ?? protocol;
export const isSql = ({ item }: ExchangeNode) => backendOf(item.data.protocol)?.kind === 'sql';
export const isCache = ({ item }: ExchangeNode) => backendOf(item.data.protocol)?.kind === 'cache';

const KEEPING_KINDS: ReadonlySet<string> = new Set(['login', 'prepare', 'cancel', 'push']);
const KEEPING_REDIS = /^(hello|auth|client|command|info|ping|quit|select|readonly|reset)\b/i;
const KEEPING_SQL = /^(begin|start transaction|commit|rollback|set|ping|quit|init-db)\b/i;

/** Whether it only begins, keeps or ends a connection or a transaction: every client does, and means nothing by it. */
export function isKeeping(node: ExchangeNode): boolean {
  const { kind, statement } = node.item.data;
  return KEEPING_KINDS.has(kind) || (isCache(node) ? KEEPING_REDIS : KEEPING_SQL).test(statement);
}

const WAITING = /^(b[lrz]\w*(pop|move|poplpush)\w*|wait|waitaof|p?subscribe|ssubscribe|monitor)\b/i;
const WAITING_STREAM = /^xread(group)?\b.*\bblock\b/i;

/** Whether it waits by design, until there is something to be had. */
export const isWaiting = (node: ExchangeNode) =>
  isCache(node) && [WAITING, WAITING_STREAM].some((one) => one.test(node.item.data.question));

const numberOf = ({ item }: ExchangeNode) => Number(item.data.exchangeId.split('.').at(-1));

/** How long it took itself: what was sent along with others on a connection waits for those before it. */
export function ownMs(node: ExchangeNode, all: readonly ExchangeNode[]): number {
  const { isPipelined, connection } = node.item.data;
  if (!isPipelined) return node.ms;
  const before = all.filter(
    (one) => one.item.data.connection === connection && one.end <= node.end && numberOf(one) < numberOf(node),
  );
  const begun = Math.max(node.start, ...before.map(({ end }) => end));
  return (node.end - begun) / 1000;
}

const KILL = /^\s*kill\s+(?:(?:hard|soft)\s+)?(?:query\s+|connection\s+)?(\d+)/i;

/** Who asked to cancel it, where that was seen. */
export function cancelOf(node: ExchangeNode, all: readonly ExchangeNode[]): ExchangeNode | undefined {
  const { process, port } = node.item.data;
  if (process === undefined) return undefined;
  return all.find(
    ({ item, start }) =>
      item.data.port === port &&
      start >= node.start &&
      start <= node.end &&
      (item.data.kind === 'cancel'
        ? item.data.process === process
        : Number(KILL.exec(item.data.question)?.[1]) === process),
  );
}
