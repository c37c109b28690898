/** Each pattern is found where it is, and named in the first line; those that others tests look at are not here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frame } from '../../../../../test/kit/evidence-samples.ts';
import { ask, teller } from '../../../../../test/kit/story-teller.ts';
import { type TelemetryRig, telemetryRig } from '../../../../../test/kit/telemetry-rig.ts';
import { difference, shapeIn } from '../shapes.ts';

type Teller = ReturnType<typeof teller>;

const times = (count: number, work: (at: number) => void) => {
  for (let at = 0; at < count; at++) work(at);
};
const fetched = { type: 'fetch', initiator: { type: 'script' } } as const;
const get = (question: string) => ({ protocol: 'redis', question, statement: question, result: '(nil)' });

const PATTERNS: Readonly<Record<string, readonly [RegExp, (tell: Teller, rig: TelemetryRig) => void]>> = {
  'the same request twice': [
    /^GET \/me was asked for 2 times/,
    (tell) => times(2, (at) => tell.asked('/me', at * 50, at * 50 + 10, fetched)),
  ],
  'a retry storm': [
    /^A retry storm: GET \/me failed and was asked again 5 times/,
    (tell) => times(5, (at) => tell.asked('/me', at * 50, at * 50 + 10, { ...fetched, status: 503 })),
  ],
  'a needless row': [
    /^Requests in a needless row: 5 of them/,
    (tell) => times(5, (at) => tell.asked(`/part/${at}`, at * 101, at * 101 + 100, fetched)),
  ],
  'a loop': [
    /^A request loop: GET \/feed was asked 12 times/,
    (tell) => times(12, (at) => tell.asked('/feed', at * 20, at * 20 + 10, fetched)),
  ],
  'a chatty socket': [
    /^A chatty socket: 150 messages/,
    (_, rig) => times(150, (at) => rig.see('websocket', frame('s1', 'message', { size: at }))),
  ],
  'a cache that never hits': [
    /^The cache never hits: Redis was asked `get user:1` 4 times/i,
    (tell) => times(4, (at) => tell.query('get user:1', at * 10, at * 10 + 1, get('get user:1'))),
  ],
  'a clock that is wrong': [
    /^Clock skew: the clock of localhost:3000 is \d{3} s behind/,
    (tell) =>
      tell.asked('/me', 0, 10, {
        ...fetched,
        responseHeaders: [['Date', new Date(Date.now() - 640_000).toUTCString()]],
      }),
  ],
  'an error swallowed by a catch': [
    /^An error swallowed by a catch: GET \/me answered 500/,
    (tell) => tell.asked('/me', 0, 10, { ...fetched, status: 500 }),
  ],
  'a page that is left': [
    /^POST \/draft was given up because the page was left for GET \/next/,
    (tell) => {
      tell.asked('/draft', 0, 30, { ...fetched, method: 'POST', state: 'open', status: undefined });
      tell.asked('/next', 10, 60, { type: 'document', isNavigation: true });
    },
  ],
  'an answer that the browser had kept': [
    /^The browser's cache answered GET \/settings.*though POST \/settings\/theme had changed it/,
    (tell) => {
      tell.asked('/settings', 0, 10, fetched);
      tell.asked('/settings/theme', 20, 30, { ...fetched, method: 'POST' });
      tell.asked('/settings', 40, 41, { ...fetched, fromCache: 'disk' });
    },
  ],
  'a cookie that is refused': [
    /^The browser did not take the cookie visit of POST \/sign-in \(InvalidDomain\), so GET \/mine answered 401/,
    (tell) => {
      const visit = { name: 'visit', httpOnly: true, secure: false, blocked: ['InvalidDomain'] };
      tell.asked('/sign-in', 0, 10, { ...fetched, method: 'POST', setCookies: [visit] });
      tell.asked('/mine', 20, 30, { ...fetched, status: 401 });
    },
  ],
  'a queue in the browser': [
    /^10 requests such as GET \/tile\/0 waited in the browser's queue, up to 400 ms/,
    (tell) =>
      times(10, (at) =>
        tell.asked(`/tile/${at}`, 0, 600, { ...fetched, timings: { blocked: 400, wait: 200 } }),
      ),
  ],
  'a service that is busy itself': [
    /^GET \/quote took 900 ms in the service itself.*and GET \/news had to wait until it was done/,
    (tell) => {
      tell.served('/quote', 0, 900);
      tell.served('/news', 10, 905);
    },
  ],
  'an answer before the work': [
    /^POST \/notes answered 201 before its work was done: `insert into notes.*` ran 50 ms after/,
    (tell) => {
      tell.served('/notes', 0, 10, { method: 'POST', status: 201 });
      tell.query('insert into notes (words) values (?)', 60, 62);
    },
  ],
  'N+1 from service to service': [
    /^N\+1: GET \/rates asked .* for `GET \/rate\/:id` 8 times/,
    (tell) => {
      times(8, (at) =>
        tell.served(`/rate/${at}`, 10 + at * 10, 15 + at * 10, { port: 4000, statement: 'GET /rate/:id' }),
      );
      tell.served('/rates', 0, 100);
      tell.asked('/rates', 0, 105, fetched);
    },
  ],
  'a query without bounds': [
    /^A query without bounds: `select \* from events` brought 60,000 rows/,
    (tell) => tell.query('select * from events', 0, 90, { rows: 60_000, bytesDown: 5_000_000 }),
  ],
  'a slow query without bounds': [
    /^A query without bounds: `select \* from events` brought 60,000 rows/,
    (tell) => {
      tell.served('/count', 0, 1500);
      tell.query('select * from events', 10, 1400, { rows: 60_000, bytesDown: 5_000_000 });
    },
  ],
  'a connection that the database ended': [
    /^GET \/ledger answered 500 because the connection to PostgreSQL ended before `select 1` was answered: terminating connection \(57P01/,
    (tell) => {
      tell.query('select 1', 10, 20, { state: 'lost', error: 'terminating connection', errorCode: '57P01' });
      tell.served('/ledger', 0, 30, { status: 500 });
    },
  ],
  'a connection that the database ended while nothing was asked': [
    /^GET \/ledger answered 500 because PostgreSQL ended a connection: terminating connection \(57P01/,
    (tell) => {
      tell.query('push', 10, 10, {
        kind: 'push',
        state: 'failed',
        error: 'terminating connection',
        errorCode: '57P01',
      });
      tell.served('/ledger', 0, 30, { status: 500 });
    },
  ],
  'a request that nobody answers': [
    /^GET \/approval is still not answered after [\d,]+ ms, though nothing/,
    (tell) => {
      tell.served('/approval', 0, 1200, { state: 'running', status: undefined });
      tell.served('/other', 3000, 3010);
    },
  ],
  'a connection that ended before an answer': [
    /^GET \/approval was never answered: its connection ended after 1,200 ms/,
    (tell) => tell.served('/approval', 0, 1200, { state: 'lost', status: undefined }),
  ],
};

for (const [name, [expected, happen]] of Object.entries(PATTERNS))
  test(`found: ${name}`, async (t) => {
    const rig = await telemetryRig(t);
    happen(teller(rig), rig);
    const { first, rest } = await ask(rig, 'explain', {
      at: new Date(Date.now() - 4500).toISOString(),
      window_seconds: 600,
    });
    assert.match(first, expected, `${first}\n${rest}`);
  });

test('a service is not busy itself while it may have asked for what nobody can place', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  tell.served('/roles', 0, 900);
  tell.served('/users', 10, 905);
  tell.query('select * from roles', 100, 800);
  const at = new Date(Date.now() - 4500).toISOString();
  const { first, rest } = await ask(rig, 'explain', { at, window_seconds: 600 });
  assert.doesNotMatch(`${first}\n${rest}`, /in the service itself/);
});

test('found: an answer that changed its shape', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  const body = async (value: unknown) => ({
    ...(await rig.store.putBody(JSON.stringify(value))),
    kind: 'text' as const,
  });
  const json = { ...fetched, mimeType: 'application/json' };
  tell.asked('/price', 0, 10, { ...json, responseBody: await body({ amount: 12, tags: [] }) });
  tell.asked('/price', 100, 110, { ...json, responseBody: await body({ amount: { value: 12 }, tags: [1] }) });
  const [now] = (await rig.store.page({ streams: ['request'], limit: 1 })).items;
  const { first } = await ask(rig, 'explain', { item: now?.seq });
  assert.match(
    first,
    /^The answer of GET \/price changed its shape since #\d+: amount was a number and is an object now/,
  );
});

test('shapes: what is empty or null tells nothing, what is gone does', () => {
  const told = (old: unknown, now: unknown) => difference(shapeIn(old), shapeIn(now));
  assert.equal(told({ list: [{ a: 1 }], b: 'x' }, { list: [], b: null }), undefined);
  assert.equal(told({ list: [{ a: 1 }] }, { list: [{ c: 1 }] }), 'list[].a is gone');
  assert.equal(told([1], { a: 1 }), 'the whole was a list and is an object now');
});

test('anchors: an item, a time, a call, and the budget of each', async (t) => {
  const rig = await telemetryRig(t);
  const tell = teller(rig);
  tell.click(0);
  tell.asked('/orders', 10, 70, { method: 'POST', status: 500 });
  const [request] = (await rig.store.page({ streams: ['request'] })).items;
  for (const anchor of [
    { item: request?.seq },
    { item: `#${request?.seq}` },
    { at: new Date((request?.time ?? 0) / 1000).toISOString() },
    {},
  ]) {
    const { first, rest } = await ask(rig, 'explain', { ...anchor, budget: 900 });
    assert.match(first, /POST \/orders answered 500/, JSON.stringify(anchor));
    assert.ok(first.length + rest.length <= 900);
  }
});
