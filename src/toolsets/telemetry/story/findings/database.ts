/** What databases and caches are asked too often, too slowly, or in vain. */
import { isDatabase } from '../story-node.ts';
import { covered, shown } from '../time-split.ts';
import { asked, isCache, isKeeping, isSql, isWaiting, nameOf, ownMs } from './asked.ts';
import {
  addressOf,
  type ExchangeNode,
  type Finder,
  type Finding,
  nodesIn,
  servedBy,
  short,
} from './finding.ts';

const FEW = 5;

/** The same statement again and again for one request. */
export const sameStatement: Finder = ({ around }) => {
  const isServing = nodesIn(around, 'exchange').some(({ item }) => item.data.method !== undefined);
  return [...Map.groupBy(asked(around), (node) => servedBy(node))].flatMap(([served, nodes]) =>
    [
      ...Map.groupBy(
        // What was sent along with others did not wait for each of them.
        nodes.filter((node) => !isKeeping(node) && !node.item.data.isPipelined),
        ({ item }) => `${item.data.protocol} ${item.data.statement}`,
      ),
    ].flatMap(([, same]): Finding[] => {
      const [first] = same;
      if (!first || same.length < FEW) return [];
      if (!served && !isClose(same)) return [];
      const others = new Set(
        same.map(({ item }) => JSON.stringify([item.data.parameters, item.data.question])),
      );
      const ms = covered(same.map(({ start, end }) => [start, end]));
      const isMost = served !== undefined && ms > served.ms * 0.3;
      const name = nameOf(first.item.data.protocol);
      const within = served ? ` within ${addressOf(served)}` : '';
      const share = served ? ` of its ${shown(served.ms)}` : '';
      // Of many requests each may have asked a few times.
      const isOfOne = served !== undefined || !isServing;
      const isVaried = others.size > 1 && isOfOne;
      return [
        {
          kind: isVaried ? 'n+1' : 'same query',
          words: `${isVaried ? 'N+1' : isOfOne ? 'The same query' : 'The same statement, for whom cannot be told'}: ${name} was asked \`${short(first.item.data.statement, 90)}\` ${same.length} times${within}, ${shown(ms)}${share} ms in all.`,
          weight: (isMost ? 84 : 70) + Math.min(6, same.length / 10),
          nodes: same,
        },
      ];
    }),
  );
};

const isClose = (nodes: readonly ExchangeNode[]) => (nodes.at(-1)!.start - nodes[0]!.start) / 1000 < 2000;

const SLOW_MS = 150;

/** One statement that took most of the time: it read too much, or it waited for another. */
export const slowStatement: Finder = ({ around }) => {
  const all = asked(around);
  return all
    .filter((node) => node.item.data.state !== 'failed' && !isKeeping(node) && !isWaiting(node))
    .map((node) => ({ node, ms: ownMs(node, all) }))
    .filter(({ ms }) => ms >= SLOW_MS)
    .map(({ node, ms }): Finding => {
      const served = servedBy(node);
      const share = served ? ` of the ${shown(served.ms)} ms of ${addressOf(served)}` : '';
      const { protocol, statement, rows, state } = node.item.data;
      const holder = heldBy(node, all);
      const took = state === 'running' ? 'has run for at least' : 'took';
      const name = nameOf(protocol);
      if (holder)
        return {
          kind: 'lock wait',
          words: `\`${short(statement, 80)}\` waited ${shown(ms)} ms${share} for a lock: another transaction (\`${short(holder.item.data.statement, 60)}\`, connection ${holder.item.data.connection}) held the rows meanwhile.`,
          weight: 92,
          nodes: [node, holder],
        };
      const few = rows !== undefined && rows <= 100 && /\b(where|join|order by)\b/i.test(statement);
      const hint = /\bpg_sleep\b/i.test(statement)
        ? '; it sleeps'
        : few
          ? `; it gave ${rows} row${rows === 1 ? '' : 's'}, so an index may be missing`
          : '';
      return {
        kind: 'slow query',
        words: `A slow query: ${name} ${took} ${shown(ms)} ms${share} for \`${short(statement, 100)}\`${hint}.`,
        weight: served && ms > served.ms * 0.5 ? 86 : 74,
        nodes: [node],
      };
    });
};

const TABLE = /\b(?:update|into|from|join|lock table)\s+"?([\w.]+)/gi;
const WRITING = /^\s*(update|delete|lock|alter|truncate)\b|\bfor (no key )?update\b|\bfor share\b/i;

const tablesIn = (statement: string) =>
  new Set([...statement.matchAll(TABLE)].map(([, name = '']) => name.toLowerCase()));

/** A statement of another connection on the same table whose transaction ended just as the waiting one went on. */
function heldBy(node: ExchangeNode, all: readonly ExchangeNode[]): ExchangeNode | undefined {
  const { statement, connection, port, state } = node.item.data;
  if (!WRITING.test(statement)) return undefined;
  const tables = tablesIn(statement);
  return all.find((one) => {
    const other = one.item.data;
    if (other.connection === connection || other.port !== port || !WRITING.test(other.statement))
      return false;
    if (one.start >= node.start || ![...tablesIn(other.statement)].some((table) => tables.has(table)))
      return false;
    const ends = all.filter(
      ({ item }) => item.data.connection === other.connection && item.data.transaction === 'idle',
    );
    const ended = ends.find(({ end }) => end >= one.start)?.end ?? Number.POSITIVE_INFINITY;
    return ended > node.start + 20_000 && (state === 'running' || Math.abs(ended - node.end) < 100_000);
  });
}

/** Two who read the same row, then both wrote it: the first change is gone. */
export const lostUpdate: Finder = ({ around }) => {
  const statements = asked(around).filter(isSql);
  const writes = statements.filter(
    ({ item }) => /^\s*update\b/i.test(item.data.statement) && item.data.state === 'done',
  );
  return [
    ...Map.groupBy(
      writes,
      ({ item }) => `${item.data.port} ${item.data.statement} ${rowOf(item.data)}`,
    ).values(),
  ].flatMap((same): Finding[] => {
    const [first, second] = same;
    if (!first || !second || /\bset\b[^=]+=\s*\S+\s*[-+*|]/i.test(first.item.data.statement)) return [];
    const tables = tablesIn(first.item.data.statement);
    const reads = statements.filter(
      ({ item, start, end }) =>
        /^\s*select\b/i.test(item.data.statement) &&
        !/\bfor update\b/i.test(item.data.statement) &&
        [...tablesIn(item.data.statement)].some((table) => tables.has(table)) &&
        end <= second.start &&
        first.start - start < 5_000_000,
    );
    const before = reads.filter(({ end }) => end <= first.start + 1000);
    const [one, other] = [servedBy(first), servedBy(second)];
    if (before.length < 2 || (one !== undefined && one === other)) return [];
    return [
      {
        kind: 'lost update',
        words: `A lost update: two requests read the same row of ${[...tables][0]} before either wrote it, then both ran \`${short(first.item.data.statement, 80)}\` (${shown((second.start - first.start) / 1000)} ms apart); the first change is overwritten.`,
        weight: 90,
        nodes: [first, second, ...before.slice(0, 2)],
      },
    ];
  });
};

/** The last value is mostly the key. */
const rowOf = ({ parameters, question }: ExchangeNode['item']['data']) =>
  parameters?.at(-1) ?? /where\s+(.*)$/i.exec(question)?.[1] ?? '';

/** A cache that is asked and never has it; or that has it though it was changed. */
export const cacheTrouble: Finder = ({ around }) => {
  const commands = asked(around).filter(isCache);
  const gets = commands.filter(({ item }) => /^(get|hgetall|hget)\b/i.test(item.data.question));
  const misses = [...Map.groupBy(gets, ({ item }) => item.data.question).values()].flatMap(
    (same): Finding[] => {
      // What it had before counts no more once it has it no longer.
      const missed = same.slice(same.findLastIndex(({ item }) => !isMiss(item.data.result ?? '')) + 1);
      const [first] = missed;
      if (!first || missed.length < 3) return [];
      return [
        {
          kind: 'cache never hits',
          words: `The cache never hits: ${nameOf(first.item.data.protocol)} was asked \`${short(first.item.data.question, 60)}\` ${missed.length} times${missed.length < same.length ? ' of late' : ''} and had it none of them.`,
          weight: 78,
          nodes: missed,
        },
      ];
    },
  );
  return [...misses, ...stale(commands, asked(around))];
};

const isMiss = (result: string) => /^\(?(nil|null|empty)|^0 fields|^\(0\)|^$/i.test(result.trim());

function stale(commands: readonly ExchangeNode[], all: readonly ExchangeNode[]): Finding[] {
  const writes = all.filter(
    (node) =>
      isSql(node) &&
      /^\s*(update|delete|insert)\b/i.test(node.item.data.statement) &&
      node.item.data.state === 'done',
  );
  return commands.flatMap((hit): Finding[] => {
    const { question, result = '' } = hit.item.data;
    if (!/^get\b/i.test(question) || isMiss(result)) return [];
    const key = question.slice(4).trim();
    const write = writes.find((one) => one.end <= hit.start && names(key, one));
    if (!write) return [];
    const isRenewed = commands.some(
      ({ item, start }) =>
        start >= write.start &&
        start < hit.start &&
        /^(set|del|unlink|expire|setex)\b/i.test(item.data.question) &&
        item.data.question.includes(key),
    );
    if (isRenewed) return [];
    return [
      {
        kind: 'stale cache',
        words: `A stale cache: \`${short(write.item.data.statement, 70)}\` changed the row, but ${nameOf(hit.item.data.protocol)} still answered \`${short(question, 50)}\` with what was stored before; nobody renewed or deleted the key.`,
        weight: 88,
        nodes: [hit, write],
      },
    ];
  });
}

/** Whether a key seems to be about the table, and about the row where it names one. */
function names(key: string, write: ExchangeNode): boolean {
  const [table = ''] = [...tablesIn(write.item.data.statement)];
  const stem = table.replace(/^.*\./, '').replace(/s$/, '');
  if (stem.length < 3 || !key.toLowerCase().includes(stem)) return false;
  const ids = key.match(/\d+/g) ?? [];
  const values = [...(write.item.data.parameters ?? []), write.item.data.question];
  return ids.length === 0 || ids.some((id) => values.some((value) => value === id || value?.includes(id)));
}

const POOL =
  /(timeout|timed out).{0,60}(connect|pool|acquir|client)|pool.{0,30}(exhaust|full|timeout|drain)|too many clients|remaining connection slots/i;

/** Requests that wait although nothing works for them: whoever holds the connections keeps them. */
export const poolExhausted: Finder = ({ around }) => {
  const said = [...nodesIn(around, 'service_log'), ...nodesIn(around, 'span')].filter(({ item }) =>
    POOL.test(
      item.stream === 'span'
        ? (item.data.error ?? JSON.stringify(item.data.events ?? ''))
        : item.data.message,
    ),
  );
  if (said[0])
    return [
      {
        kind: 'pool exhausted',
        words: `The pool of connections is exhausted: ${said[0].item.data.service} says "${short(said[0].item.stream === 'span' ? (said[0].item.data.error ?? said[0].item.data.name) : said[0].item.data.message, 100)}".`,
        weight: 91,
        nodes: said.slice(0, 5),
      },
    ];
  return waitsForConnection(around);
};

/** Requests that waited for long before their first query, while every connection was in a transaction of others. */
function waitsForConnection(around: Parameters<Finder>[0]['around']): Finding[] {
  const queries = asked(around).filter(isSql);
  const connections = [...Map.groupBy(queries, ({ item }) => item.data.connection).values()];
  const waiting = nodesIn(around, 'exchange').filter((node) => {
    const { protocol, method, status = 200 } = node.item.data;
    if (method === undefined || isDatabase(protocol) || node.ms < WAITING_MS) return false;
    const own = queries.filter((one) => servedBy(one) === node);
    const first = own[0]?.start ?? node.end;
    const hasWaited = first - node.start > WAITING_MS * 1000 && (own.length > 0 || status >= 500);
    return hasWaited && connections.length > 1 && connections.every((some) => isHeld(some, node.start));
  });
  const [first] = waiting;
  if (!first) return [];
  const longest = Math.max(...waiting.map(({ ms }) => ms));
  return [
    {
      kind: 'pool exhausted',
      words: `The pool of connections seems exhausted: ${addressOf(first)}${waiting.length > 1 ? ` and ${waiting.length - 1} more` : ''} waited up to ${shown(longest)} ms without a query, while all ${connections.length} connections to the database were in transactions of others.`,
      weight: 87,
      nodes: waiting,
    },
  ];
}

const WAITING_MS = 250;

/** Whether the connection was in a transaction, or at work, at that time. */
function isHeld(own: readonly ExchangeNode[], time: number): boolean {
  const last = own.findLast(({ start }) => start <= time);
  if (!last) return false;
  return last.end > time + WAITING_MS * 1000 || last.item.data.transaction === 'open';
}

const DAY = /(?<!\d)(\d{4}-\d\d-\d\d)(?!\d)/g;

/** A day that was asked for, and another one that the database was asked about. */
export const otherDay: Finder = ({ around }) =>
  asked(around).flatMap((node): Finding[] => {
    const served = servedBy(node);
    const given = served ? daysIn(addressOf(served)) : [];
    const values = node.item.data.parameters?.flatMap((value) => value ?? []) ?? [];
    const [day, other] = [given[0], values.flatMap(daysIn)[0]];
    if (!served || day === undefined || other === undefined || given.includes(other)) return [];
    if (Math.abs(Date.parse(day) - Date.parse(other)) > 86_400_000) return [];
    return [
      {
        kind: 'wrong time zone',
        words: `Wrong time zone: ${addressOf(served)} is about ${day}, but the database was asked about ${short(values.find((value) => value.includes(other)) ?? other, 40)}: a day was shifted on the way.`,
        weight: 84,
        nodes: [node],
      },
    ];
  });

const daysIn = (words: string) => [...words.matchAll(DAY)].map(([, day = '']) => day);
