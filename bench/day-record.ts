/** A day in the life of a shop, as a record holds it: somebody clicks every other second, and it is seen from end to end. */
import type { Evidence } from '../src/contract/evidence.ts';
import type { Stream } from '../src/contract/streams.ts';
import { action, consoleLine, exception, exchange, frame, request } from '../test/kit/evidence-samples.ts';
import { seen } from '../test/kit/record.ts';

/** Whose it all is. */
export const SESSION = 'ses_day';
const DAY_MICROS = 86_400_000_000;
/** What one click brings about. */
const PER_CLICK = 20;
const TABS = 12;
const FAILS_EVERY = 50;
const TESTED_EVERY = 100;

export const testOf = (click: number) => `buys ${click}`;
export const clicksOf = (items: number) => Math.floor(items / PER_CLICK);
export const isTested = (click: number) => click % TESTED_EVERY === 0;

/** So many items, the last of them now. */
export function* dayOf(items: number, now: number): Generator<Evidence> {
  const clicks = clicksOf(items);
  const start = now - DAY_MICROS;
  for (let click = 0; click < clicks; click++)
    yield* story(click, start + Math.floor((click / clicks) * DAY_MICROS));
}

/** A click, the request, what the service asked its database for, and what the page said of it: all within a second. */
function* story(click: number, at: number): Generator<Evidence> {
  const page = `t${click % TABS}`;
  const tests = isTested(click) ? { testIds: [testOf(click)] } : {};
  const inPage = { instance: 'b1', context: 'default', page, session: SESSION };
  const onWire = { session: SESSION, connection: `w${click % 97}` };
  const told = (stream: Stream, ms: number, data: object, isWire = false): Evidence =>
    seen({
      stream,
      data,
      ...tests,
      source: isWire ? 'wire' : 'browser',
      time: at + ms * 1000,
      where: isWire ? onWire : inPage,
    });
  const from = (ms: number, end: number) => ({ startTime: at + ms * 1000, ms: end - ms });
  const hasFailed = click % FAILS_EVERY === 0;
  const status = hasFailed ? 500 : 200;
  const url = `http://localhost:3000/orders/${click}?page=${click % 7}`;
  const asked = { url, method: hasFailed ? 'POST' : 'GET', status };
  yield told('action', 0, action('click', `Save ${click % 31}`));
  for (let query = 0; query < 5; query++) {
    const sql = `select name from users where id = ${click * 5 + query}`;
    const when = from(30 + query * 10, 38 + query * 10);
    const one = { ...when, question: sql, statement: 'select name from users where id = ?' };
    yield told('exchange', 38 + query * 10, exchange(`q${click}.${query}`, one), true);
  }
  const served = {
    protocol: 'http1',
    kind: 'request',
    port: 3000,
    rows: undefined,
    ...from(20, 90),
  } as const;
  const words = `${asked.method} /orders/${click}`;
  yield told(
    'exchange',
    90,
    exchange(`h${click}.0`, { ...served, ...asked, question: words, statement: words }),
    true,
  );
  yield told(
    'request',
    100,
    request(`/orders/${click}`, { ...asked, ...from(10, 100), requestId: `r${click}` }),
  );
  const done = `order ${click} of customer ${click % 3001} was shown`;
  for (let line = 0; line < 5; line++)
    yield told('console', 110 + line, consoleLine(`${done}, line ${line}`, { level: LEVELS[line] ?? 'log' }));
  for (let message = 0; message < 6; message++)
    yield told('websocket', 120 + message, frame(`s${click % 41}`, 'message', { preview: `tick ${click}` }));
  yield hasFailed
    ? told('exception', 130, exception(`order ${click} could not be shown`))
    : told('navigation', 130, { url, kind: 'same-document' });
}

const LEVELS = ['log', 'info', 'debug', 'log', 'warn'] as const;
