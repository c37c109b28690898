/** How many links of requests to what was done for them are right. Who did what is in comments that no rule reads. */
import { request } from 'node:http';
import { systemClock } from '../../src/kernel/clock.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { ItemOf } from '../../src/store/item-row.ts';
import type { Confidence } from '../../src/store/links/link.ts';
import { openStore } from '../../src/store/store.ts';
import { Chance } from '../corpus/random.ts';
import type { Stand } from './stand.ts';

/** Something to ask for. */
interface Ask {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What to ask an application for, by a number. */
export type Asking = (n: number) => Ask;

const PATHS = [
  (n: number) => `/api/orders/${1 + (n % 40)}`,
  (n: number) => `/api/part/${1000 + n}`,
  () => '/api/orders',
  (n: number) => `/api/search?q=Name ${n % 90}`,
  () => '/api/report',
];

export const ofShop: Asking = (n) => ({ path: PATHS[n % PATHS.length]!(n) });

/** In another order for each seed, by whoever it may be. */
export function ofLibrary(seed: number): Asking {
  const chance = new Chance(seed);
  const one = (most: number) => chance.between(1, most);
  const genre = () => chance.pick(['crime', 'poems', 'travel', 'plays']);
  const asks: readonly (() => Ask)[] = [
    () => ({ path: `/members/reader${one(60)}` }),
    () => ({ path: `/books/${one(80)}/full` }),
    () => ({ path: '/loans', body: { book: one(80), genre: genre() } }),
    () => ({ path: `/public/shelf?genre=${genre()}` }),
    () => ({ path: '/public/status' }),
    () => ({ path: '/public/slow' }),
  ];
  return () => ({ ...chance.pick(asks)(), headers: { 'x-token': `token${one(60)}` } });
}

/** What no request asked for. */
const NOBODY = 'jobNobody';

export interface LinkScore {
  readonly queries: number;
  /** Of all that were done for a request, how many have a link of at least `likely` to it. */
  readonly recall: number;
  /** Of the links of that confidence, how many are right. */
  readonly precision: Readonly<Record<Confidence, number>>;
  readonly counts: Readonly<Record<Confidence, number>>;
}

/** Sends so many requests, so many at a time, each by a connection of its own. */
export async function sendLabelled(
  stand: Stand,
  ask: Asking,
  count: number,
  atOnce: number,
  isTraced: boolean,
) {
  const from = Date.now() * 1000;
  const ports = new Map<string, string>();
  let next = 0;
  const work = async () => {
    for (let n = next++; n < count; n = next++) {
      const label = `job${n}x${atOnce}${isTraced ? 't' : 'u'}`;
      ports.set(await send(stand.url, ask(n), label, isTraced), label);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { from, to: Date.now() * 1000 + 2_000_000, ports };
}

/** Gives the port that it was sent from. */
function send(
  url: string,
  { path, body, headers: more = {} }: Ask,
  label: string,
  isTraced: boolean,
): Promise<string> {
  const hex = (length: number) =>
    Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join('');
  const traceparent = `00-${hex(32)}-${hex(16)}-01`;
  const headers = {
    ...more,
    'x-label': label,
    ...(isTraced && { traceparent }),
    ...(body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(path, url);
    const target = { hostname, port, path: pathname + search, method: body ? 'POST' : 'GET' };
    const sent = request({ ...target, headers, agent: false }, (answer) => {
      const own = String(sent.socket?.localPort);
      answer.resume().on('end', () => resolve(isTraced ? `${own} ${traceparent.slice(3, 35)}` : own));
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

/** Reads the record of a server that has ended. */
export async function scoreLinks(
  state: string,
  { from, to, ports }: Awaited<ReturnType<typeof sendLabelled>>,
): Promise<LinkScore> {
  const store = openStore({ folder: state, clock: systemClock(), log: silentLog });
  try {
    await store.linkUp(60_000);
    const items = await store.around(
      (from + to) / 2,
      { before: (to - from) / 2, after: (to - from) / 2 },
      { streams: ['exchange'] },
      20_000,
    );
    const exchanges = items.filter(
      (item): item is ItemOf<'exchange'> => item.stream === 'exchange' && item.data.state !== 'running',
    );
    const labels = new Map<number, string>();
    const byTrace = new Map(
      [...ports].flatMap(([name, label]) =>
        name.includes(' ') ? [[name.split(' ')[1]!, label] as const] : [],
      ),
    );
    for (const { seq, data } of exchanges) {
      const own = data.method === undefined ? labelOf(data.question, byTrace) : portLabel(data.client, ports);
      if (own !== undefined) labels.set(seq, own);
    }
    const queries = exchanges.filter(({ seq, data }) => data.method === undefined && labels.has(seq));
    const links = (
      await store.links(
        'effect',
        queries.map(({ seq }) => seq),
      )
    ).filter(({ cause }) => labels.has(cause));
    const isRight = (link: (typeof links)[number]) => labels.get(link.cause) === labels.get(link.effect);
    const sure = links.filter(({ confidence }) => confidence !== 'possible');
    const asked = queries.filter(({ seq }) => labels.get(seq) !== NOBODY);
    const found = new Set(sure.filter(isRight).map(({ effect }) => effect));
    const of = (confidence: Confidence) => links.filter((link) => link.confidence === confidence);
    const share = (confidence: Confidence) =>
      of(confidence).filter(isRight).length / Math.max(1, of(confidence).length);
    return {
      queries: asked.length,
      recall: found.size / Math.max(1, asked.length),
      precision: { certain: share('certain'), likely: share('likely'), possible: share('possible') },
      counts: { certain: of('certain').length, likely: of('likely').length, possible: of('possible').length },
    };
  } finally {
    await store.close();
  }
}

function labelOf(question: string, byTrace: ReadonlyMap<string, string>): string | undefined {
  const [, label] = /\/\* (job\w+) \*\//.exec(question) ?? [];
  const [, trace = ''] = /traceparent='00-([0-9a-f]{32})/.exec(question) ?? [];
  return label ?? byTrace.get(trace);
}

function portLabel(client: string, ports: ReadonlyMap<string, string>): string | undefined {
  const port = client.split(':').at(-1) ?? '';
  return ports.get(port) ?? [...ports].find(([name]) => name.startsWith(`${port} `))?.[1];
}
