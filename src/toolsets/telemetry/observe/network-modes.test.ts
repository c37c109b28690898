import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  action,
  consoleLine,
  frame,
  loadSnapshot,
  request,
  vitals,
} from '../../../../test/kit/evidence-samples.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

verifies(
  ['gasoline: fault 24 waterfall'],
  'network_waterfall: filters by status, method and URL; one in full by request_id',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    see('request', request('/api/a', { requestId: 'own-1' }));
    see('request', request('/api/b', { method: 'POST', status: 404, ms: 900 }));
    see('request', request('/api/c', { status: 500, ms: 30 }));
    const paths = async (args: object) =>
      (await call('observe', { what: 'network_waterfall', ...args })).data.entries.map(
        (one: { url: string }) => one.url.slice(21),
      );
    assert.deepEqual(await paths({ status_min: 400 }), ['/api/c', '/api/b']);
    assert.deepEqual(await paths({ status_min: 400, status_max: 499 }), ['/api/b']);
    assert.deepEqual(await paths({ method: 'post' }), ['/api/b']);
    assert.deepEqual(await paths({ url: 'API/A' }), ['/api/a']);
    assert.deepEqual(await paths({ sort: 'duration', limit: 2 }), ['/api/b', '/api/c']);
    const twice = await Promise.all([paths({}), paths({})]);
    assert.deepEqual(twice[0], twice[1], 'reading adds nothing');
    const { data } = await call('observe', { what: 'network_waterfall', request_id: 'own-1' });
    assert.deepEqual(data.request.response_headers['set-cookie'], ['a=1', 'b=2']);
    assert.deepEqual([data.request.sizes.transfer, data.request.duration_ms], [300, 12.3]);
    const entry = (await call('observe', { what: 'network_waterfall', url: '/api/a' })).data.entries[0];
    assert.deepEqual(
      [entry.transfer_size, entry.decoded_body_size, entry.initiator_type],
      [300, 240, 'script'],
    );
    assert.match(entry.timestamp, /^\d{4}-/);
  },
);

test('network_bodies: bodies, what is in them by key and path, and why one is not there', async (t) => {
  const { call, see, store } = await telemetryRig(t);
  const json = async (value: unknown) => ({
    ...(await store.putBody(JSON.stringify(value))),
    kind: 'text' as const,
    mimeType: 'application/json',
  });
  see('request', request('/plain'));
  see('request', request('/login', { responseBody: { withheld: 'auth-endpoint', length: 40 } }));
  see(
    'request',
    request('/picture', {
      responseBody: { ...(await store.putBody('x')), length: 9000, kind: 'binary', mimeType: 'image/png' },
    }),
  );
  see(
    'request',
    request('/orders', {
      method: 'POST',
      requestBody: await json({ item: 7 }),
      responseBody: await json({ data: { items: [{ id: 41 }, { id: 42 }] } }),
    }),
  );
  see('request', request('/long', { responseBody: await json('y'.repeat(20_000)) }));
  const { data } = await call('observe', { what: 'network_bodies', budget: 50_000 });
  const by = Object.fromEntries(data.entries.map((one: { url: string }) => [one.url.slice(21), one]));
  assert.deepEqual(Object.keys(by), ['/long', '/orders', '/picture', '/login']);
  assert.deepEqual([by['/long'].response_truncated, by['/long'].response_body.length], [true, 16_384]);
  const short = (await call('observe', { what: 'network_bodies' })).data;
  assert.deepEqual(
    short.entries.map((one: { url: string }) => one.url.slice(21)),
    Object.keys(by),
    'a long body takes nothing from the others',
  );
  assert.match(short.entries[0].response_body, /^"y+…\+\d+$/);
  assert.match(short.more, /budget \d+ shows all/);
  assert.equal(by['/orders'].request_body, '{"item":7}');
  assert.equal(by['/picture'].response_body, '[binary: 9000 bytes, image/png]');
  assert.match(by['/login'].response_body, /withheld.*logins/);
  const keyed = await call('observe', { what: 'network_bodies', body_key: 'id' });
  assert.deepEqual(
    keyed.data.entries.map((one: { response_matches: unknown }) => one.response_matches),
    [[41, 42]],
  );
  const path = await call('observe', { what: 'network_bodies', body_path: '$.data.items[1].id' });
  assert.deepEqual(path.data.entries[0].response_matches, [42]);
  const full = await call('observe', { what: 'network_bodies', request_id: by['/long'].id, budget: 50_000 });
  assert.equal(full.data.request.response_body.length, 20_002);
  const both = await call('observe', { what: 'network_bodies', body_key: 'id', body_path: 'a' });
  assert.deepEqual([both.data.error, both.data.param], ['invalid_param', 'body_path']);
  const bad = await call('observe', { what: 'network_bodies', body_path: 'a[' });
  assert.equal(bad.data.code, 'INVALID_BODY_PATH');
});

test('websocket_events: of one connection, in one direction', async (t) => {
  const { call, see } = await telemetryRig(t);
  see('websocket', frame('c1', 'open'), { where: { page: 't1', connection: 'c1' } });
  see('websocket', frame('c1', 'message', { direction: 'outgoing', preview: 'hi', size: 2 }), {
    where: { page: 't1', connection: 'c1' },
  });
  see(
    'websocket',
    frame('c2', 'message', { direction: 'incoming', preview: '0aff', kind: 'binary', size: 2 }),
    { where: { page: 't2', connection: 'c2' } },
  );
  const entries = async (args: object) =>
    (await call('observe', { what: 'websocket_events', ...args })).data.entries;
  assert.equal((await entries({})).length, 3);
  assert.deepEqual(
    (await entries({ direction: 'outgoing' })).map((one: { data: string }) => one.data),
    ['hi'],
  );
  assert.equal((await entries({ connection_id: 'c2' }))[0].binary_format, 'hex');
  assert.equal((await entries({ tab_id: 't2' })).length, 1);
  assert.equal((await entries({ tab_id: 1 })).length, 2);
});

test('websocket_status: what is open with its rates, and what has closed; also from before', async (t) => {
  const { call, see, store } = await telemetryRig(t);
  const now = Date.now() * 1000;
  const at = (ms: number, where = 'c1') => ({
    time: now - 1000 * 1000 + ms * 1000,
    where: { page: 't1', connection: where },
  });
  see('websocket', frame('c1', 'open'), at(0));
  for (let i = 0; i < 10; i++)
    see(
      'websocket',
      frame('c1', 'message', { direction: 'incoming', size: 5, preview: `m${i}` }),
      at(100 + i),
    );
  see('websocket', frame('c2', 'open'), at(10, 'c2'));
  see('websocket', frame('c2', 'close', { code: 1006, reason: 'lost' }), at(500, 'c2'));
  await store.flush();
  const { data } = await call('observe', { what: 'websocket_status' });
  assert.deepEqual([data.active_count, data.closed_count], [1, 1]);
  const [open] = data.connections;
  assert.deepEqual(
    [open.message_rate.incoming.total, open.message_rate.incoming.bytes, open.last_message.incoming.preview],
    [10, 50, 'm9'],
  );
  assert.equal(open.message_rate.incoming.per_second, 2);
  assert.deepEqual([data.closed[0].close_code, data.closed[0].close_reason], [1006, 'lost']);
  see('navigation', { url: 'http://localhost:3000/', kind: 'closed' }, at(600));
  assert.equal((await call('observe', { what: 'websocket_status', url: 'LIVE' })).data.active_count, 0);
});

verifies(['gasoline: fault 25 last_n'], 'actions: by who did them', async (t) => {
  const { call, see } = await telemetryRig(t);
  see('action', action('click', 'save'));
  see('action', action('input', 'name', { value: 'Ada', source: 'ai' }));
  const { data } = await call('observe', { what: 'actions' });
  assert.deepEqual(
    data.entries.map((one: { type: string; source: string }) => [one.type, one.source]),
    [
      ['input', 'ai'],
      ['click', 'human'],
    ],
  );
  assert.deepEqual(
    [data.entries[1].selectors.test_id, data.entries[1].selectors.role.name],
    ['save-id', 'save'],
  );
  assert.equal((await call('observe', { what: 'actions', last_n: 1 })).data.count, 1);
  assert.equal((await call('observe', { what: 'actions', source: 'ai' })).data.entries[0].value, 'Ada');
});

verifies(
  ['gasoline: fault 09 vitals'],
  'vitals: all five with rating and cause, of the newest document',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    assert.deepEqual((await call('observe', { what: 'vitals' })).data.metrics, { has_data: false });
    see('vitals', vitals('d1', { lcp: { value: 900, rating: 'good', attribution: {} } }));
    see('vitals', vitals('d2', { inp: undefined }));
    see('vitals', vitals('d2'));
    see('performance', loadSnapshot('d2', 640));
    const { data, summary } = await call('observe', { what: 'vitals' });
    assert.deepEqual(
      ['lcp', 'cls', 'inp', 'fcp', 'ttfb'].map((name) => data.metrics[name].value),
      [1234, 0.02, 350, 400, 80],
    );
    assert.deepEqual(
      [data.metrics.inp.rating, data.metrics.inp.attribution.event],
      ['needs-improvement', 'click'],
    );
    assert.deepEqual([data.metrics.load, data.metrics.dom_content_loaded], [640, 590]);
    assert.equal(data.earlier[0].lcp, 900);
    assert.match(summary, /LCP 1234 ms \(good\), CLS 0\.020/);
  },
);

test('a failed request is one error, though the browser speaks of it as well', async (t) => {
  const { call, see } = await telemetryRig(t);
  see('request', request('/api', { status: 500, requestId: 'r1' }));
  see(
    'console',
    consoleLine('Failed to load resource', { level: 'error', category: 'network', requestId: 'r1' }),
  );
  for (const what of ['errors', 'error_bundles'])
    assert.equal((await call('observe', { what })).data.count, 1, what);
  assert.equal((await call('observe', { what: 'logs' })).data.count, 1, 'the line itself stays to be read');
});
