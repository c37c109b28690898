/** What the browser itself did with requests: left them, kept their answers, refused cookies, let them wait. */
import { all, shown } from '../time-split.ts';
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

const MS = 1000;
const HEADERS = 50 * MS;
const isData = ({ item }: RequestNode) => ['fetch', 'xhr'].includes(item.data.type);

/** What was under way when the page went elsewhere is given up: usual for what was only read, and a change is lost. */
export const leftBehind: Finder = ({ around }) => {
  const requests = nodesIn(around, 'request');
  const documents = requests.filter(({ item }) => item.data.isNavigation);
  return requests.filter(isData).flatMap((node): Finding[] => {
    const { state, isCanceled, failure } = node.item.data;
    if (state !== 'open' && !isCanceled && failure !== 'net::ERR_ABORTED') return [];
    const next = documents.find(
      (one) =>
        one.item.where.page === node.item.where.page &&
        one.start >= node.start - 50 * MS &&
        one.start <= node.end + 50 * MS,
    );
    if (!next) return [];
    return [
      {
        kind: 'left behind',
        words: `${addressOf(node)} was given up because the page was left for ${addressOf(next)} ${shown(Math.max(0, (next.start - node.start) / MS))} ms later${node.item.data.method === 'GET' ? '' : '; a form that nobody keeps from being sent does that'}.`,
        weight: node.item.data.method === 'GET' ? 62 : 88,
        nodes: [node, next],
      },
    ];
  });
};

/** The browser had kept an answer, though the page had changed what it tells. */
export const keptAnswer: Finder = ({ around }) => {
  const requests = nodesIn(around, 'request');
  return requests.filter(isData).flatMap((node): Finding[] => {
    const { fromCache, method, url } = node.item.data;
    if (fromCache === undefined || method !== 'GET') return [];
    const path = pathOf(url);
    const change = requests.find(
      (one) =>
        !['GET', 'HEAD', 'OPTIONS'].includes(one.item.data.method) &&
        (one.item.data.status ?? 500) < 400 &&
        one.start < node.start &&
        // The page goes on as soon as an answer begins.
        one.end <= node.start + HEADERS &&
        isRelated(pathOf(one.item.data.url), path),
    );
    if (!change) return [];
    const rule = node.item.data.responseHeaders?.find(
      ([name]) => name.toLowerCase() === 'cache-control',
    )?.[1];
    return [
      {
        kind: 'stale cache',
        words: `The browser's cache answered ${addressOf(node)}${rule ? ` (Cache-Control: ${short(rule, 40)})` : ''}, though ${addressOf(change)} had changed it before.`,
        weight: 87,
        nodes: [node, change],
      },
    ];
  });
};

const pathOf = (url: string) => URL.parse(url)?.pathname ?? '';
const isRelated = (one: string, other: string) =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/** Cookies that the browser did not take, and who misses them. */
export const refusedCookie: Finder = ({ around }) => {
  const requests = nodesIn(around, 'request');
  return requests.flatMap((node): Finding[] => {
    const refused = node.item.data.setCookies?.find(({ blocked }) => blocked && blocked.length > 0);
    if (!refused) return [];
    const missing = requests.find(
      ({ item, start }) => start >= node.start && [401, 403].includes(item.data.status ?? 0),
    );
    return [
      {
        kind: 'refused cookie',
        words: `The browser did not take the cookie ${short(refused.name, 40)} of ${addressOf(node)} (${refused.blocked?.join(', ')}${refused.domain ? `, domain ${short(refused.domain, 60)}` : ''})${missing ? `, so ${addressOf(missing)} answered ${missing.item.data.status}` : ''}.`,
        weight: missing ? 94 : 76,
        nodes: missing ? [node, missing] : [node],
      },
    ];
  });
};

const QUEUED_MS = 200;
const MANY = 8;

/** More at once than the browser opens connections for. */
export const queued: Finder = ({ around }) => {
  const waiting = nodesIn(around, 'request').filter(
    ({ item }) => (item.data.timings?.blocked ?? 0) >= QUEUED_MS && !item.data.isNavigation,
  );
  return [...Map.groupBy(waiting, ({ item }) => URL.parse(item.data.url)?.host ?? '').values()].flatMap(
    (same): Finding[] => {
      const [first] = same;
      if (!first || same.length < MANY) return [];
      const longest = Math.max(...same.map(({ item }) => item.data.timings?.blocked ?? 0));
      return [
        {
          kind: 'queue',
          words: `${same.length} requests such as ${addressOf(first)} waited in the browser's queue, up to ${shown(longest)} ms: it opens only a few connections to a host at once, and more was asked for.`,
          weight: 81,
          nodes: same.slice(0, 5),
        },
      ];
    },
  );
};

const LOOP = 10;
const AT_ONCE = 40 * MS;

/** The same asked for again and again as soon as it was answered: something that runs because of what it changes. */
export const requestLoop: Finder = ({ around }) => {
  const reads = nodesIn(around, 'request').filter(
    (node) =>
      isData(node) && node.item.data.method === 'GET' && (node.item.data.status ?? 500) < 400 && !isHop(node),
  );
  const documentOf = documentsOf(around);
  return [...Map.groupBy(reads, (node) => `${documentOf(node)} ${addressOf(node)}`).values()].flatMap(
    (same): Finding[] => {
      const [first, last] = [same[0], same.at(-1)];
      if (!first || !last || same.length < LOOP) return [];
      const following = same.slice(1).filter((one, at) => {
        const wait = one.start - same[at]!.end;
        return wait > -2 * MS && wait < AT_ONCE;
      });
      // Timers do not ask for the answer before.
      if (following.length < (same.length - 1) * 0.8) return [];
      const seconds = (last.start - first.start) / 1e6;
      return [
        {
          kind: 'request loop',
          words: `A request loop: ${addressOf(first)} was asked ${same.length} times within ${seconds.toFixed(1)} s, and always answered; something asks again because of the answer.`,
          weight: 84,
          nodes: same,
        },
      ];
    },
  );
};

/** An answer whose fields are no longer of the types that they were of before. */
export const changedShape: Finder = ({ around, shapes }) =>
  nodesIn(around, 'request').flatMap((node): Finding[] => {
    const changed = shapes.get(node.seq);
    if (!changed) return [];
    const follows = all(node).some(({ item }) => item.stream === 'exception');
    return [
      {
        kind: 'changed shape',
        words: `The answer of ${addressOf(node)} changed its shape since #${changed.before}: ${short(changed.words, 140)}.`,
        weight: follows ? 86 : 69,
        nodes: [node],
      },
    ];
  });
