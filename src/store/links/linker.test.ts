import assert from 'node:assert/strict';
import { test } from 'node:test';
import { action, exception, request } from '../../../test/kit/evidence-samples.ts';
import { asked, at, exchange, linked, NOW, PAGE, query, told } from '../../../test/kit/linked.ts';
import { type NewRecord, onEveryRecord } from '../../../test/kit/record.ts';
import type { Evidence } from '../../contract/evidence.ts';

const TRACE = 'a'.repeat(32);
const SPAN = 'b'.repeat(16);

await onEveryRecord((newRecord: NewRecord) => {
  const linksBetween = async (t: Parameters<NewRecord>[0], all: readonly Evidence[]) =>
    linked((await newRecord(t))(), all);

  test('from the call to the query: ids, order and containment', async (t) => {
    const all = [
      at('action', 10, 10, action('click', 'save', { source: 'ai', call: 7 }), PAGE),
      query('select 1', 40, 50),
      exchange('/orders/7', 3000, 30, 60),
      asked('/orders/7', 20, 70, { initiator: { type: 'script' } }),
      at('call', 0, 100, { ms: 100, tool: 'browser_click', number: 7 }, { session: 's1' }),
      at('call', 5, 80, { ms: 75, tool: 'browser_type', number: 8 }, { session: 's1' }),
      at('shot', 75, 75, { width: 1, height: 1, call: 8 }, PAGE),
    ];
    assert.deepEqual(await linksBetween(t, all), [
      '4→0 call certain',
      '2→1 inside likely',
      '3→2 wire certain',
      '0→3 action likely',
      '5→6 call certain',
    ]);
  });

  test('a link that leads to what is another’s is not told', async (t) => {
    const store = (await newRecord(t))();
    const of = (session: string, one: Evidence) => ({ ...one, where: { ...one.where, session } });
    const all = [
      of('mine', query('select 1', 40, 50)),
      of('mine', exchange('/orders/7', 3000, 30, 60)),
      of('theirs', asked('/orders/7', 20, 70, { initiator: { type: 'script' } })),
    ];
    assert.deepEqual(await linked(store, all), ['1→0 inside likely', '2→1 wire certain']);
    const seqs = (await store.page({ limit: 9 })).items.map(({ seq }) => seq);
    for (const end of ['cause', 'effect'] as const) {
      const kinds = async (sessions: string[]) =>
        (await store.links(end, seqs, sessions)).map(({ kind }) => kind).sort();
      assert.deepEqual(await kinds(['mine']), ['inside']);
      assert.deepEqual(await kinds(['theirs']), []);
      assert.deepEqual(await kinds(['mine', 'theirs']), ['inside', 'wire']);
    }
  });

  test('a trace context tells, whatever else runs; without one nothing is guessed up', async (t) => {
    const traces = [{ from: 'traceparent', traceId: TRACE, spanId: SPAN }];
    const parent = `00-${TRACE}-${SPAN}-01`;
    const all = [
      asked('/a', 0, 100, { requestHeaders: [['traceparent', parent]] }),
      exchange('/a', 3000, 5, 90, { traces }),
      exchange('/b', 3000, 6, 95),
      query('select 2', 20, 30, {
        traces: [{ from: 'sqlcommenter', traceId: TRACE, spanId: 'c'.repeat(16) }],
      }),
      query('select 3', 20, 30),
      at('span', 6, 89, { traceId: TRACE, spanId: 'd'.repeat(16), parentSpanId: SPAN }),
      at('service_log', 50, 50, { traceId: TRACE, spanId: 'd'.repeat(16) }),
    ];
    assert.deepEqual(await linksBetween(t, all), [
      '0→1 wire certain',
      '1→3 trace certain',
      '1→4 inside possible',
      '2→4 inside possible',
      '1→5 trace certain',
      '5→6 trace certain',
    ]);
  });

  test('values of the address tell statements apart that ran at once, and a transaction those with it', async (t) => {
    const all = [
      exchange('/users/7001', 3000, 0, 100),
      exchange('/users/7002', 3000, 0, 100),
      query('select * from users where id = $1', 10, 20, { parameters: ['7001'], transactionId: 'c2t1' }),
      query('update visits set n = n + 1', 21, 30, { transactionId: 'c2t1' }),
      query('select now()', 10, 20),
    ];
    assert.deepEqual(await linksBetween(t, all), [
      '0→2 inside likely',
      '1→2 inside possible',
      '0→3 inside likely',
      '1→3 inside possible',
      '0→4 inside possible',
      '1→4 inside possible',
    ]);
  });

  test('what seemed the only cause is taken back when another comes', async (t) => {
    const store = (await newRecord(t))();
    // Not over yet by any clock, however slow the machine: what is over teaches who asks for what.
    const soon = 3_600_000;
    const first = [query('select 4', soon + 20, soon + 30), exchange('/a', 3000, soon, soon + 40)];
    assert.deepEqual(await linked(store, first), ['1→0 inside likely']);
    store.sink(exchange('/b', 3000, soon, soon + 90));
    await store.linkUp(30_000);
    assert.deepEqual(await told(store, [...first, ...first.slice(1)]), [
      '1→0 inside possible',
      '2→0 inside possible',
    ]);
  });

  test('two alike at once are not told apart; one after the other they are', async (t) => {
    const twice = [
      asked('/x', 0, 50),
      asked('/x', 1, 50),
      exchange('/x', 3000, 2, 40),
      exchange('/x', 3000, 3, 40),
    ];
    const links = await linksBetween(t, twice);
    assert.equal(links.filter((one) => one.endsWith('possible')).length, 4, String(links));
  });

  test('redirects, preflights, errors that the browser names, and those that follow an answer', async (t) => {
    const stack = [{ url: 'http://localhost:3000/app.js', line: 12, column: 5, function: 'pay' }];
    const all = [
      at('request', 0, 10, request('/old', { requestId: 'h', status: 302 }), PAGE),
      at(
        'request',
        10,
        20,
        request('/new', {
          requestId: 'h-1',
          redirectedFrom: 'h',
          status: 500,
          initiator: { type: 'script', stack },
        }),
        PAGE,
      ),
      at(
        'request',
        1,
        2,
        request('/new', {
          requestId: 'p',
          type: 'preflight',
          initiator: { type: 'preflight', requestId: 'h-1' },
        }),
        PAGE,
      ),
      at(
        'console',
        21,
        21,
        { level: 'error', category: 'network', requestId: 'h-1', message: 'Failed to load' },
        PAGE,
      ),
      at('exception', 30, 30, exception('no total', { stack }), PAGE),
    ];
    assert.deepEqual(await linksBetween(t, all), [
      '0→1 redirect certain',
      '1→2 preflight certain',
      '1→3 answer certain',
      '1→4 answer likely',
    ]);
  });

  test('calls that run at once are told apart by their numbers', async (t) => {
    const call = (number: number, session = 's1') =>
      at('call', 0, 100, { ms: 100, tool: 'browser_click', number }, { session });
    const all = [
      at('action', 10, 10, action('click', 'save', { source: 'ai', call: 1 }), PAGE),
      at('action', 20, 20, action('click', 'save', { source: 'ai', call: 2 }), PAGE),
      at('action', 30, 30, action('click', 'save', { source: 'ai' }), PAGE),
      call(1),
      call(2),
      call(1, 's2'),
    ];
    assert.deepEqual(await linksBetween(t, all), ['3→0 call certain', '4→1 call certain']);
  });

  test('what is tried again, kept by the browser, or asked by a service worker', async (t) => {
    const stack = [{ url: 'http://localhost:3000/app.js', line: 12, column: 5, function: 'load' }];
    const byScript = { initiator: { type: 'script', stack } };
    const all = [
      asked('/flaky', 0, 10, { status: 503, ...byScript }),
      asked('/flaky', 110, 120, { status: 200, ...byScript }),
      asked('/gone', 130, 135, { status: 503, ...byScript }),
      asked('/next', 140, 145, { isNavigation: true, type: 'document' }),
      asked('/gone', 150, 155, { status: 503, ...byScript }),
      asked('/logo', 200, 210),
      asked('/logo', 300, 301, { fromCache: 'disk' }),
      asked('/offline', 400, 450, { fromServiceWorker: true }),
      at(
        'request',
        410,
        440,
        request('/offline', { requestId: 'w', worker: 'http://localhost:3000/sw.js' }),
        { instance: 'b1', session: 's1' },
      ),
    ];
    assert.deepEqual(await linksBetween(t, all), [
      '0→1 retry likely',
      '5→6 cache likely',
      '7→8 worker likely',
    ]);
  });

  test('lines, messages and changes that follow an action, but not those that come by themselves', async (t) => {
    const line = (message: string, time: number) =>
      at('console', time, time, { level: 'log', category: 'console', api: 'log', message }, PAGE);
    const message = (connectionId: string, time: number) =>
      at(
        'websocket',
        time,
        time,
        { event: 'message', direction: 'incoming', connectionId, url: 'ws://localhost/' },
        PAGE,
      );
    const counts = { added: 1, removed: 0, texts: 0, attributes: 0 };
    const place = { url: 'http://localhost:3000/', documentId: 'd1', name: 'p' };
    const change = { kind: 'change', ...place, ...counts, acted: NOW, start: 80, ms: 5 };
    const all = [
      line('tick 1', -1500),
      message('busy', -1500),
      at('action', 0, 0, action('click', 'save', { source: 'human' }), PAGE),
      line('saved', 50),
      line('tick 2', 60),
      message('busy', 70),
      message('new', 80),
      at('performance', 90, 90, change, PAGE),
    ];
    assert.deepEqual(await linksBetween(t, all), [
      '2→3 action likely',
      '2→4 action possible',
      '2→5 action possible',
      '2→6 action likely',
      '2→7 action likely',
    ]);
  });

  test('a line that quotes an answer follows from it', async (t) => {
    const store = (await newRecord(t))();
    const body = async (words: string) => ({
      ...(await store.putBody(JSON.stringify({ message: words }))),
      kind: 'text',
    });
    const all = [
      asked('/stock', 0, 10, { responseBody: await body('only four are left') }),
      asked('/price', 0, 12, { responseBody: await body('it costs twelve') }),
      at(
        'console',
        20,
        20,
        { level: 'error', category: 'console', api: 'error', message: 'Sorry: only four are left' },
        PAGE,
      ),
    ];
    assert.deepEqual(await linked(store, all), ['0→2 answer likely']);
  });

  test('connections that are known tell the same requests apart that follow each other closely', async (t) => {
    const all: Evidence[] = [];
    for (const [at, path] of [
      [0, '/one'],
      [100, '/two'],
      [200, '/same'],
      [206, '/same'],
      [212, '/same'],
    ] as const) {
      all.push(asked(path, at, at + 5, { connection: 'k1' }));
      all.push(exchange(path, 3000, at + 1, at + 4));
    }
    const links = await linksBetween(t, all);
    assert.deepEqual(
      links.filter((one) => !one.endsWith('possible')),
      ['0→1 wire certain', '2→3 wire certain', '4→5 wire likely', '6→7 wire likely', '8→9 wire likely'],
    );
  });

  test('what a route does every time is told, though others run beside it each time', async (t) => {
    const all: Evidence[] = [];
    // One that waits all the time is there each time, too: so it says nothing.
    const waiting = exchange('/events', 3000, 0, 100_000);
    for (let round = 0; round < 12; round++) {
      const at = 10 + round * 4000;
      all.push(query('select total', at + 10, at + 12));
      all.push(
        exchange('/cart', 3000, at, at + 20),
        exchange(`/${['a', 'b', 'c'][round % 3]}`, 3000, at, at + 20),
      );
      for (let more = 0; more < 4; more++) all.push(exchange('/other', 3000, at + 500 + more, at + 505));
    }
    const links = await linksBetween(t, [...all, waiting, exchange('/late', 3000, 100_000, 100_001)]);
    const last = 11 * 7;
    assert.deepEqual(
      links.filter((one) => one.includes(`→${last} `)),
      [
        `${last + 1}→${last} inside likely`,
        `${last + 2}→${last} inside possible`,
        `${all.length}→${last} inside possible`,
      ],
    );
  });

  test('places that share their values each time tell requests apart, however short the values', async (t) => {
    const all: Evidence[] = [];
    const mark = (place: string, value: number) => ({
      values: `${place}~${String.fromCharCode(97 + value)}`,
    });
    for (let round = 0; round < 20; round++) {
      const at = round * 4000;
      const [one, other] = [round % 20, (round + 7) % 20];
      all.push(exchange('/pages/1', 3000, at, at + 90, mark('p', one)));
      all.push(exchange('/pages/2', 3000, at, at + 95, mark('p', other)));
      all.push(query('select page', at + 10, at + 20, mark('$', other)));
    }
    const links = await linksBetween(t, [...all, exchange('/late', 3000, 100_000, 100_001)]);
    const of = (round: number) => links.filter((one) => one.includes(`→${round * 3 + 2} `));
    assert.deepEqual(of(19), ['57→59 inside possible', '58→59 inside likely']);
    // What was undecided when it came is told by what was learned since.
    assert.deepEqual(of(14), ['42→44 inside possible', '43→44 inside likely']);
  });

  test('values that are shared by chance tell nothing', async (t) => {
    const all: Evidence[] = [];
    const mark = (place: string, value: number) => ({
      values: `${place}~${String.fromCharCode(97 + value)}`,
    });
    for (let round = 0; round < 30; round++) {
      const at = round * 3000;
      all.push(exchange('/pages/1', 3000, at, at + 90, mark('p', round % 2)));
      all.push(exchange('/pages/2', 3000, at, at + 95, mark('p', (round * 7) % 3)));
      all.push(query('select page', at + 10, at + 20, mark('$', (round * 5) % 3)));
    }
    const links = await linksBetween(t, [...all, exchange('/late', 3000, 100_000, 100_001)]);
    assert.deepEqual(
      links.filter((one) => one.endsWith('likely')),
      [],
    );
  });

  test('statements of a transaction do not hold each other to the request that came first', async (t) => {
    const store = (await newRecord(t))();
    const within = { transactionId: 'c2t1' };
    const soon = 3_600_000;
    const first = [
      query('begin', soon + 10, soon + 11, within),
      query('commit', soon + 30, soon + 31, within),
      exchange('/a', 3000, soon, soon + 40),
    ];
    assert.deepEqual(await linked(store, first), ['2→0 inside likely', '2→1 inside likely']);
    const late = exchange('/b', 3000, soon, soon + 90);
    store.sink(late);
    await store.linkUp(30_000);
    assert.deepEqual(
      (await told(store, [...first, late])).filter((one) => one.endsWith('likely')),
      [],
    );
  });

  test('what runs by itself is nobody’s, and names are no values', async (t) => {
    const all: Evidence[] = [];
    for (let round = 0; round < 4; round++) all.push(query('select due', round * 3000, round * 3000 + 2));
    all.push(exchange('/members', 3000, 20_000, 20_100), exchange('/books', 3000, 20_000, 20_100));
    all.push(query('select name from members', 20_010, 20_020));
    all.push(exchange('/slow', 3000, 30_000, 30_100), query('select due', 30_010, 30_020));
    const links = await linksBetween(t, [...all, exchange('/late', 3000, 100_000, 100_001)]);
    assert.deepEqual(links, ['4→6 inside possible', '5→6 inside possible', '7→8 inside possible']);
  });

  test('who has asked for all that his route asks for is not the one who asks for more', async (t) => {
    const all: Evidence[] = [];
    for (let round = 0; round < 8; round++) {
      const at = round * 4000;
      all.push(exchange('/report', 3000, at, at + 20), query('select count', at + 5, at + 8));
      all.push(exchange('/other', 3000, at + 1000, at + 1005));
    }
    const base = all.length;
    all.push(exchange('/report', 3000, 60_000, 60_050), exchange('/report', 3000, 60_020, 60_080));
    all.push(query('select count', 60_010, 60_015), query('select count', 60_030, 60_040));
    const links = await linksBetween(t, [...all, exchange('/late', 3000, 100_000, 100_001)]);
    assert.deepEqual(
      links.filter((one) => Number(/\d+/.exec(one)?.[0]) >= base && one.endsWith('likely')),
      [`${base}→${base + 2} inside likely`, `${base + 1}→${base + 3} inside likely`],
    );
  });

  test('links are there after a restart, and go on', async (t) => {
    const open = await newRecord(t);
    const store = open();
    const first = [exchange('/a', 3000, 0, 100), query('select 5', 10, 20)];
    assert.deepEqual(await linked(store, first), ['0→1 inside likely']);
    await store.close();
    const again = open();
    const late = query('select 6', 30, 40);
    again.sink(late);
    assert.equal(await again.linkUp(30_000), true);
    assert.deepEqual(await told(again, [...first, late]), ['0→1 inside likely', '0→2 inside likely']);
  });
});
