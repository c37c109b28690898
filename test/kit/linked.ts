/** Things that were seen, as the linker is told of them, and the links between them. */
import assert from 'node:assert/strict';
import type { Evidence } from '../../src/contract/evidence.ts';
import type { Stream, Where } from '../../src/contract/streams.ts';
import type { Link } from '../../src/store/links/link.ts';
import type { Store } from '../../src/store/store.ts';
import { request } from './evidence-samples.ts';
import { seen } from './record.ts';

export const NOW = Date.now() * 1000;

/** A thing seen, so many milliseconds after the beginning. */
export const at = (stream: Stream, from: number, to: number, data: object, where: Where = {}): Evidence =>
  seen({
    stream,
    source:
      ({ exchange: 'wire', call: 'agent', span: 'service', service_log: 'service' } as const)[
        stream as 'call'
      ] ?? 'browser',
    time: NOW + to * 1000,
    where,
    data: {
      ...data,
      ...(['request', 'exchange', 'span'].includes(stream) && {
        startTime: NOW + from * 1000,
        ms: to - from,
      }),
    },
  });

export const PAGE: Where = { instance: 'b1', page: 't1', session: 's1' };
let count = 0;
export const asked = (path: string, from: number, to: number, more: object = {}) =>
  at('request', from, to, request(path, { requestId: `r${++count}`, ...more }), PAGE);
export const exchange = (path: string, port: number, from: number, to: number, more: object = {}) =>
  at(
    'exchange',
    from,
    to,
    { ...http(path, port), exchangeId: `x.${++count}`, ...more },
    { connection: 'c1' },
  );
const http = (path: string, port: number) => ({
  protocol: 'http1',
  kind: 'request',
  port,
  connection: 'c1',
  state: 'done',
  method: 'GET',
  url: `http://localhost:${port}${path}`,
  question: `GET ${path}`,
  statement: `GET ${path}`,
  status: 200,
  headers: [],
});
export const query = (sql: string, from: number, to: number, more: object = {}) =>
  at(
    'exchange',
    from,
    to,
    {
      exchangeId: `q.${++count}`,
      protocol: 'postgres',
      kind: 'query',
      port: 5499,
      connection: 'c2',
      state: 'done',
      question: sql,
      statement: sql,
      method: undefined,
      url: undefined,
      status: undefined,
      headers: undefined,
      ...more,
    },
    { connection: 'c2' },
  );

/** The links between what was seen, by its places in the list. */
export async function linked(store: Store, all: readonly Evidence[]): Promise<string[]> {
  for (const one of all) store.sink(one);
  assert.equal(await store.linkUp(30_000), true);
  return told(store, all);
}

export async function told(store: Store, all: readonly Evidence[]): Promise<string[]> {
  const { items } = await store.page({ limit: 1000 });
  const seqs = items.map(({ seq }) => seq).reverse();
  assert.equal(seqs.length, all.length);
  const name = (seq: number) => seqs.indexOf(seq);
  const links: Link[] = await store.links('effect', seqs);
  return links
    .toSorted((one, other) => one.effect - other.effect || one.cause - other.cause)
    .map(({ cause, effect, kind, confidence }) => `${name(cause)}→${name(effect)} ${kind} ${confidence}`);
}
