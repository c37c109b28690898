import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  action,
  consoleLine,
  exception,
  exchange,
  flow,
  request,
} from '../../../../test/kit/evidence-samples.ts';
import { withoutNote } from '../../../../test/kit/outside-note.ts';
import { seen } from '../../../../test/kit/record.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { EVIDENCE } from '../../../contract/evidence.ts';
import { observe } from './observe.ts';

test('errors: exceptions, console errors and failed requests, with places and ids', async (t) => {
  const { call, see } = await telemetryRig(t);
  see('console', consoleLine('fine'));
  see('console', consoleLine('broken', { level: 'error' }));
  see('exception', exception('x is undefined'));
  see('exception', exception('no', { kind: 'rejection', name: undefined }));
  see('request', request('/api/pay', { status: 502, statusText: 'Bad Gateway' }));
  see(
    'request',
    request('/api/gone', { status: undefined, state: 'failed', failure: 'net::ERR_CONNECTION_REFUSED' }),
  );
  see('request', request('/api/ok'));
  const { data, summary } = await call('observe', { what: 'errors' });
  assert.equal(summary, '5 errors');
  assert.deepEqual(
    data.errors.map((error: { source: string; message: string }) => `${error.source}: ${error.message}`),
    [
      'network: GET http://localhost:3000/api/gone net::ERR_CONNECTION_REFUSED',
      'network: GET http://localhost:3000/api/pay answered 502 Bad Gateway',
      'rejection: no',
      'exception: TypeError: x is undefined',
      'console: broken',
    ],
  );
  const thrown = data.errors[3];
  assert.deepEqual([thrown.line, thrown.column, thrown.tab_id], [12, 5, 't1'], 'the place is never empty');
  assert.equal('stack' in thrown, false, 'lists are short');
  const detail = await call('observe', { what: 'errors', error_id: thrown.id });
  assert.match(detail.data.error.stack, /at pay \(http:\/\/localhost:3000\/app\.js:12:5\)/);
  const network = await call('observe', { what: 'errors', error_id: data.errors[1].id });
  assert.equal(network.data.error.request.status, 502);
  const only = await call('observe', { what: 'errors', source: 'rejection' });
  assert.equal(only.data.count, 1);
  const missing = await call('observe', { what: 'errors', error_id: 99_999 });
  assert.deepEqual(
    [missing.isError, missing.data.error, missing.data.code],
    [true, 'no_data', 'NO_SUCH_ITEM'],
  );
});

verifies(
  ['gasoline: fault 25 last_n'],
  'logs: by level, least level, source and URL, newest first',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
      see('console', consoleLine(`a ${level}`, { level }));
    see(
      'console',
      consoleLine('blocked', { category: 'csp', level: 'warn', url: 'http://localhost:3000/other' }),
    );
    const messages = async (args: object) =>
      (await call('observe', { what: 'logs', ...args })).data.logs.map(
        (line: { message: string }) => line.message,
      );
    assert.deepEqual(await messages({}), ['blocked', 'a error', 'a warn', 'a info', 'a log', 'a debug']);
    assert.deepEqual(await messages({ level: 'info' }), ['a info']);
    assert.deepEqual(await messages({ min_level: 'warn' }), ['blocked', 'a error', 'a warn']);
    assert.deepEqual(await messages({ source: 'csp' }), ['blocked']);
    assert.deepEqual(await messages({ source: 'app.js', last_n: 2 }), ['blocked', 'a error']);
    assert.deepEqual(await messages({ url: '/OTHER' }), ['blocked']);
    assert.deepEqual(await messages({ last_n: 1 }), ['blocked']);
  },
);

verifies(
  ['gasoline: fault 14 times of errors'],
  'timeline: browser, wire, screen and agent in one row, in true order',
  async (t) => {
    const { call, see, hub } = await telemetryRig(t);
    see('action', action('click', 'save'));
    see('request', request('/api/save', { status: 500 }));
    see('exception', exception('no answer'));
    see('console', consoleLine('chatter'));
    see('exchange', exchange('f1.1'), { source: 'wire' });
    see('flow', flow('f1'), { source: 'wire' });
    see('shot', { path: '/tmp/a.png', width: 1, height: 1 }, { source: 'screen' });
    await call('configure', { action: 'health' });
    await call('observe', { what: 'page' });
    void hub;
    const types = async (args: object) =>
      (await call('observe', { what: 'timeline', ...args })).data.entries.map(
        (one: { type: string }) => one.type,
      );
    assert.deepEqual(await types({}), ['agent', 'screen', 'wire', 'wire', 'error', 'network', 'action']);
    assert.deepEqual(await types({ include: ['actions', 'logs'] }), ['log', 'action']);
    assert.deepEqual(await types({ source: 'wire' }), ['wire', 'wire']);
    const { data } = await call('observe', { what: 'timeline', include: ['wire', 'errors', 'actions'] });
    assert.match(data.entries[0].summary, /→ db:5432 via 9, 3 up, 4 down/);
    assert.match(
      data.entries[1].summary,
      /^postgres :9 select name from users where id = 7 → SELECT 1: name=Ann \(1.5 ms\)$/,
    );
    assert.match(data.entries[3].summary, /human: click "save" button/);
    for (const { timestamp } of data.entries) assert.match(timestamp, /^\d{4}-\d\d-\d\dT/);
  },
);

verifies(
  ['gasoline: fault 10 times of requests'],
  'error_bundles: joins the requests, actions and log lines around each error',
  async (t) => {
    const { call, see, store } = await telemetryRig(t);
    const error = Date.now() * 1000;
    const at = (ms: number, page = 't1') => ({ time: error + ms * 1000, where: { page } });
    const body = {
      ...(await store.putBody('{"problem":"stock"}')),
      kind: 'text' as const,
      mimeType: 'application/json',
    };
    see('action', action('click', 'old'), at(-9000));
    see('action', action('click', 'buy'), at(-1000));
    see('action', action('click', 'elsewhere'), at(-900, 't2'));
    see('console', consoleLine('buying'), at(-800));
    see('request', request('/img.png', { type: 'image', startTime: error - 700_000 }), at(-600));
    see('exception', exception('stock is null'), at(0));
    see(
      'request',
      request('/api/buy', { status: 409, startTime: error - 500_000, responseBody: body }),
      at(200),
    );
    see('request', request('/api/later', { startTime: error + 100_000 }), at(300));
    const { data } = await call('observe', { what: 'error_bundles' });
    const bundle = data.bundles.find(
      (one: { error: { source: string } }) => one.error.source === 'exception',
    );
    assert.equal(bundle.error.message, 'TypeError: stock is null');
    assert.match(bundle.error.stack, /at pay/);
    assert.deepEqual(
      bundle.actions.map((one: { selectors: { css: string } }) => one.selectors.css),
      ['#buy'],
    );
    assert.deepEqual(
      bundle.logs.map((one: { message: string }) => one.message),
      ['buying'],
    );
    assert.deepEqual(
      bundle.network.map((one: { url: string; response_body: string }) => [
        one.url.slice(21),
        one.response_body,
      ]),
      [['/api/buy', '{"problem":"stock"}']],
    );
    assert.deepEqual(
      bundle.waterfall.map((one: { type: string }) => one.type),
      ['image'],
    );
    assert.equal(bundle.context_window_seconds, 3);
    const failed = data.bundles.find((one: { error: { source: string } }) => one.error.source === 'network');
    assert.equal(failed.error.response_body, '{"problem":"stock"}', 'a failed request has its own bodies');
    const wide = await call('observe', {
      what: 'error_bundles',
      window_seconds: 10,
      error_id: bundle.error.id,
    });
    assert.equal(wide.data.bundles[0].actions.length, 2);
  },
);

test('command_result: an id that is not known or not given is told as that', async (t) => {
  const { call } = await telemetryRig(t);
  const unknown = await call('observe', { what: 'command_result', correlation_id: 'c1' });
  assert.deepEqual(
    [unknown.data.error, unknown.data.recovery_tool_call],
    ['no_data', { tool: 'observe', arguments: { what: 'pending_commands' } }],
  );
  const missing = await call('observe', { what: 'command_result' });
  assert.deepEqual([missing.data.error, missing.data.param], ['missing_param', 'correlation_id']);
});

verifies('gasoline: observe pilot', async (t) => {
  const { call } = await telemetryRig(t);
  const { data } = await call('observe', { what: 'pilot' });
  assert.deepEqual([data.enabled, data.source, data.browser_running], [true, 'default', false]);
  assert.match(data.state, /browser=NOT RUNNING, pilot=enabled, tracked_tab=NONE/);
});

test('an item that cannot be read fails no list, whatever wrote it: it is shown as that and counted', async (t) => {
  const { call, hub, see, deps } = await telemetryRig(t);
  const names = Object.keys(EVIDENCE.browser) as (keyof typeof EVIDENCE.browser)[];
  see('console', consoleLine('the good one', { level: 'error' }));
  for (const stream of names) {
    hub.sink({ ...seen({ stream }), data: { level: 'error', nonsense: [stream] } } as never);
    hub.sink({ ...seen({ stream }), data: {} } as never);
  }
  await deps.store.flush();
  const modes = observe.modes!.map(({ name }) => name).filter((name) => !NEEDS_MORE.has(name));
  assert.ok(modes.length > 15, String(modes));
  for (const what of modes) {
    const { isError, data } = await call('observe', { what });
    assert.equal(isError && data.code !== 'NO_PAGE', false, `${what}: ${JSON.stringify(data)}`);
  }
  for (const action of ['health', 'load', 'diff_sessions', 'audit_log'])
    assert.equal((await call('configure', { action, session_action: 'list' })).isError, false, action);
  const { data, summary } = await call('observe', { what: 'logs' });
  assert.match(summary, /^3 log lines \(2 could not be read\)/);
  assert.equal(data.metadata.unreadable_count, 2);
  assert.match(data.logs[1].message, /^Item \d+ of the stream console could not be read \(url: /);
  assert.equal(data.logs[2].message, 'the good one');
  const bundles = (await call('observe', { what: 'error_bundles' })).data.bundles;
  assert.match(bundles.at(-1).error.message, /the good one/);
  assert.match(bundles[0].error.message, /could not be read/);
});

/** Modes that ask for one thing by its id. */
const NEEDS_MORE = new Set(['command_result', 'recording_actions', 'playback_results', 'log_diff_report']);

describe('page and tabs without a browser', () => {
  test('say so and start none', async (t) => {
    const { call, engine } = await telemetryRig(t);
    const page = await call('observe', { what: 'page' });
    assert.deepEqual([page.data.url, page.data.tracked], [null, false]);
    assert.match(page.summary, /no browser runs yet/);
    assert.deepEqual((await call('observe', { what: 'tabs' })).data.tabs, []);
    const shot = await call('observe', { what: 'screenshot' });
    assert.deepEqual([shot.isError, shot.data.code], [true, 'NO_PAGE']);
    assert.equal(engine.isRunning, false);
  });
});

verifies(
  ['gasoline: fault 02 noise'],
  'noise is hidden by default, counted, and shown when wanted; a refused login never is noise',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    see('console', consoleLine('[vite] connected.'));
    see('console', consoleLine('mine'));
    see('request', request('/favicon.ico', { status: 404 }));
    see('request', request('/favicon.ico', { status: 401 }));
    const { data, summary } = await call('observe', { what: 'logs' });
    assert.deepEqual([data.count, data.metadata.filtered_count], [1, 1]);
    assert.match(summary, /1 hidden as noise/);
    assert.equal((await call('observe', { what: 'logs', include_noise: true })).data.count, 2);
    assert.deepEqual(
      (await call('observe', { what: 'errors' })).data.errors.map((one: { status: number }) => one.status),
      [401],
    );
  },
);

verifies(
  ['gasoline: fault 01 redaction'],
  'the text and the structured content are the same, and secrets are in neither',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    see('console', consoleLine('Authorization: Bearer abcdefghijklmnop1234'));
    const { result, data } = await call('observe', { what: 'logs' });
    assert.deepEqual(data, withoutNote(JSON.parse(JSON.stringify(result.structuredContent))));
    assert.match(JSON.stringify(data), /\[REDACTED:bearer-token\]/);
  },
);

test('an answer waits for what is on its way, but not for a page that never rests', async (t) => {
  let isTold = false;
  const told = await telemetryRig(t, {
    settled: async () => {
      isTold = true;
    },
  });
  await told.call('observe', { what: 'logs' });
  assert.equal(isTold, true);
  const restless = await telemetryRig(t, { settled: () => new Promise(() => {}) });
  assert.equal((await restless.call('observe', { what: 'logs' })).isError, false);
});
