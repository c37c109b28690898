import type { Item } from '../../store/item-row.ts';
import type { Confidence, Link } from '../../store/links/link.ts';
import type { Page, PageQuery } from '../../store/page.ts';

/** The part of the record that knows what caused what. */
export interface LinkedRecord {
  page(query: PageQuery): Promise<Page>;
  get(seq: number): Promise<Item | undefined>;
  links(end: 'cause' | 'effect', items: readonly number[], sessions?: readonly string[]): Promise<Link[]>;
  linkUp(ms: number): Promise<boolean>;
}

/** A request of the browser that was seen on the wire. */
export type LinkedRequest = {
  readonly seq: number;
  /** Such as "GET http://localhost:9000/api 200". */
  readonly words: string;
  readonly confidence: Confidence;
};

/** Exchanges of a flow whose requests are looked for, newest first. */
const MOST = 500;
/** So long the record may take to link what it has just seen. */
const LINK_MS = 300;

/**
 * The browser's requests of a flow, by the time at which the request on the wire began. Named are only those that the
 * record has linked, by port, method, path, headers and time; where several fit, each is said to be possible.
 */
export async function requestsOn(
  record: LinkedRecord,
  flow: string,
): Promise<ReadonlyMap<number, readonly LinkedRequest[]>> {
  const { items } = await record.page({ streams: ['exchange'], connection: flow, limit: MOST });
  const times = new Map(
    items.flatMap((item) => (item.stream === 'exchange' ? [[item.seq, item.data.startTime]] : [])),
  );
  if (times.size === 0) return new Map();
  await record.linkUp(LINK_MS);
  const links = (await record.links('effect', [...times.keys()])).filter(({ kind }) => kind === 'wire');
  const found = new Map<number, Map<number, LinkedRequest>>();
  for (const { cause, effect, confidence } of links) {
    const time = times.get(effect) ?? 0;
    const request = requestOf(await record.get(cause), confidence);
    if (request) found.set(time, (found.get(time) ?? new Map()).set(cause, request));
  }
  return new Map([...found].map(([time, requests]) => [time, [...requests.values()]]));
}

function requestOf(item: Item | undefined, confidence: Confidence): LinkedRequest | undefined {
  if (item?.stream !== 'request') return undefined;
  const { method, url, status } = item.data;
  const words = `${method} ${url}${status === undefined ? '' : ` ${status}`}`;
  return { seq: item.seq, words, confidence };
}
