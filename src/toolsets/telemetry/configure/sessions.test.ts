import assert from 'node:assert/strict';

import { test } from 'node:test';
import {
  action,
  consoleLine,
  exception,
  flow,
  frame,
  loadSnapshot,
  request,
} from '../../../../test/kit/evidence-samples.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';

import { verifies } from '../../../../test/requirements/verifies.ts';

verifies(
  [
    'gasoline: configure test_boundary_start',
    'gasoline: configure test_boundary_end',
    'gasoline: fault 04 test boundaries',
  ],
  'test boundaries tag all streams, and end truthfully',
  async (t) => {
    const { call, hub, see, session } = await telemetryRig(t);
    see('console', consoleLine('before'));
    await call('configure', { action: 'test_boundary_start', test_id: 'checkout', label: 'Checkout' });
    see('console', consoleLine('within', { level: 'error' }));
    see('request', request('/a', { status: 500 }));
    see('websocket', frame('c', 'open'));
    see('action', action('click', 'x'));
    see('flow', flow('f'), { source: 'wire' });
    assert.deepEqual(
      hub.tests.list(session.id).map(({ id }) => id),
      ['checkout'],
    );
    const end = await call('configure', { action: 'test_boundary_end', test_id: 'checkout' });
    assert.deepEqual([end.data.was_active, end.data.errors, end.data.failed_requests], [true, 1, 1]);
    see('console', consoleLine('after'));
    const logs = await call('observe', { what: 'logs', test_id: 'checkout' });
    assert.deepEqual(
      logs.data.logs.map((one: { message: string; test_ids: string[] }) => [one.message, one.test_ids]),
      [['within', ['checkout']]],
    );
    const story = await call('observe', { what: 'timeline', test_id: 'checkout' });
    assert.deepEqual(
      story.data.entries.map((one: { type: string }) => one.type).filter((type: string) => type !== 'agent'),
      ['wire', 'action', 'websocket', 'network', 'error'],
    );
    assert.equal(
      (await call('configure', { action: 'test_boundary_end', test_id: 'checkout' })).data.was_active,
      false,
    );
  },
);

verifies(
  [
    'gasoline: configure recording_start',
    'gasoline: configure recording_stop',
    'gasoline: observe recordings',
    'gasoline: observe recording_actions',
    'gasoline: fault 07 recordings',
  ],
  'a recording gets the actions that were seen meanwhile',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    see('action', action('click', 'too-early'));
    const started = await call('configure', { action: 'recording_start', name: 'Buy it!' });
    const id = started.data.recording_id;
    assert.match(id, /^buy-it-\d{8}T\d+Z$/);
    assert.equal((await call('configure', { action: 'recording_start' })).data.code, 'RECORDING_ALREADY');
    see('action', action('click', 'buy'));
    see('action', action('input', 'amount', { value: '2' }));
    see('exception', exception('order 4711 failed'));
    assert.equal(
      (await call('observe', { what: 'recording_actions', recording_id: id })).data.action_count,
      2,
      'while it runs',
    );
    const stopped = await call('configure', { action: 'recording_stop', recording_id: id });
    assert.deepEqual([stopped.data.action_count, stopped.data.error_count], [2, 1]);
    const kept = await call('observe', { what: 'recording_actions', recording_id: id });
    assert.deepEqual(
      kept.data.actions.map((one: { type: string; selectors: { css: string } }) => [
        one.type,
        one.selectors.css,
      ]),
      [
        ['click', '#buy'],
        ['input', '#amount'],
      ],
    );
    const list = await call('observe', { what: 'recordings' });
    assert.deepEqual(
      list.data.recordings.map((one: { name: string; status: string }) => [one.name, one.status]),
      [['Buy it!', 'done']],
    );
    assert.equal(
      (await call('configure', { action: 'recording_stop', recording_id: id })).data.code,
      'NOT_RECORDING',
    );
    assert.equal(
      (await call('observe', { what: 'recording_actions', recording_id: `${id}x` })).data.code,
      'NO_SUCH_RECORDING',
    );
  },
);

test('a recording is stopped without its id and found by its name', async (t) => {
  const { call, see } = await telemetryRig(t);
  const stop = (more = {}) => call('configure', { action: 'recording_stop', ...more });
  assert.equal((await stop()).data.code, 'NOT_RECORDING');
  const ids: string[] = [];
  for (const press of ['old', 'new']) {
    ids.push((await call('configure', { action: 'recording_start', name: 'Buy it!' })).data.recording_id);
    see('action', action('click', press));
    assert.equal((await stop()).data.recording_id, ids.at(-1));
  }
  const kept = await call('observe', { what: 'recording_actions', recording_id: 'Buy it!' });
  assert.deepEqual([kept.data.recording_id, kept.data.actions[0].selectors.css], [ids[1], '#new']);
  await call('configure', { action: 'recording_start', name: 'other' });
  assert.equal((await stop({ recording_id: 'Buy it!' })).data.code, 'NOT_RECORDING', 'another one runs');
  assert.equal((await stop({ recording_id: 'other' })).data.status, 'ok');
  const unknown = await call('configure', { action: 'playback', recording_id: 'Buy  it' });
  assert.equal(unknown.data.code, 'NO_SUCH_RECORDING');
  assert.match(unknown.data.retry, /Buy it!/);
});

verifies(
  ['gasoline: configure log_diff', 'gasoline: observe log_diff_report'],
  'two recordings are compared by errors, answers and values',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    const record = async (name: string, happen: () => void) => {
      const { data } = await call('configure', { action: 'recording_start', name });
      happen();
      await call('configure', { action: 'recording_stop', recording_id: data.recording_id });
      return data.recording_id as string;
    };
    const one = await record('one', () => {
      see('action', action('input', 'name', { value: 'Ada' }));
      see('request', request('/api/orders/1'));
      see('exception', exception('old trouble 12'));
    });
    const two = await record('two', () => {
      see('action', action('input', 'name', { value: 'Bob' }));
      see('request', request('/api/orders/2', { status: 500 }));
      see('exception', exception('old trouble 99'));
      see('exception', exception('new trouble'));
    });
    const diff = await call('configure', { action: 'log_diff', original_id: one, replay_id: two });
    assert.deepEqual(
      [diff.data.status, diff.data.new_errors, diff.data.missing_events, diff.data.changed_values],
      ['regression', 1, 0, 2],
    );
    const report = await call('observe', { what: 'log_diff_report', original_id: one, replay_id: two });
    assert.match(report.data.report, /New errors\n- TypeError: new trouble/);
    assert.match(report.data.report, /GET \/api\/orders\/‹id›: 200 → 500/);
    assert.match(report.data.report, /value of name: Ada → Bob/);
    assert.equal(
      (await call('configure', { action: 'log_diff', original_id: two, replay_id: one })).data.status,
      'fixed',
    );
    assert.equal(
      (await call('configure', { action: 'log_diff', original_id: one, replay_id: one })).data.status,
      'match',
    );
  },
);

verifies(
  'gasoline: configure telemetry',
  'telemetry: the mode for all calls, deltas per client, and the pilot',
  async (t) => {
    const { call, see, open } = await telemetryRig(t);
    const other = open();
    assert.deepEqual((await call('configure', { action: 'telemetry' })).data, {
      status: 'ok',
      telemetry_mode: 'auto',
      pilot: true,
    });
    await call('observe', { what: 'pilot' }, other);
    see('exception', exception('x'));
    see('request', request('/a', { status: 404 }));
    const { data, result } = await call('observe', { what: 'pilot' });
    assert.equal(data.metadata.telemetry_changed, true);
    assert.deepEqual(
      [
        data.metadata.telemetry_summary.new_errors_since_last_call,
        data.metadata.telemetry_summary.new_network_errors_since_last_call,
      ],
      [1, 1],
    );
    assert.equal(result._meta?.telemetry_changed, true);
    const quiet = await call('observe', { what: 'pilot' });
    assert.equal('telemetry_changed' in quiet.data.metadata, false, 'nothing new, nothing said');
    const theirs = await call('observe', { what: 'pilot' }, other);
    assert.equal(
      theirs.data.metadata.telemetry_summary.new_errors_since_last_call,
      1,
      'each client has its own count',
    );
    const full = await call('observe', { what: 'pilot', telemetry_mode: 'full' });
    assert.equal(full.data.metadata.telemetry_summary.new_errors_since_last_call, 0);
    await call('configure', { action: 'telemetry', telemetry_mode: 'off' });
    see('exception', exception('y'));
    const silent = await call('observe', { what: 'pilot' });
    assert.deepEqual(silent.result._meta, { 'sensorium/outside': true });
  },
);

test('the pilot is a switch: off means that nothing is done, and a lock stays', async (t) => {
  const { call, engine } = await telemetryRig(t);
  await call('configure', { action: 'telemetry', pilot: false });
  for (const args of [
    { action: 'navigate', url: 'http://localhost/' },
    { action: 'list_states' },
    { action: 'click', selector: 'a', background: true },
  ]) {
    const { data, isError } = await call('interact', args);
    assert.deepEqual([isError, data.error], [true, 'pilot_disabled']);
    assert.deepEqual(data.recovery_tool_call, {
      tool: 'configure',
      arguments: { action: 'telemetry', pilot: true },
    });
  }
  assert.equal(engine.isRunning, false);
  await call('configure', { action: 'telemetry', pilot: true });
  assert.equal((await call('interact', { action: 'list_states' })).isError, false);
  const locked = await telemetryRig(t, { isPilotLocked: true });
  const refused = await locked.call('configure', { action: 'telemetry', pilot: true });
  assert.deepEqual([refused.data.error, refused.data.recovery_tool_call], ['pilot_disabled', undefined]);
});

verifies(
  'gasoline: configure diff_sessions',
  'diff_sessions: kept across restarts, compared with another or with now',
  async (t) => {
    const state = await scratch(t);
    const first = await telemetryRig(t, { state });
    const diff = (rig: typeof first, args: object) =>
      rig.call('configure', { action: 'diff_sessions', ...args });
    first.see('exception', exception('old'));
    first.see('request', request('/api/a'));
    first.see('performance', loadSnapshot('d1', 400));
    const captured = await diff(first, { session_action: 'capture', name: 'base' });
    assert.deepEqual(
      [captured.data.snapshot.console_errors, captured.data.snapshot.network_requests],
      [1, 1],
    );
    assert.equal(
      (await diff(first, { session_action: 'capture', name: 'current' })).data.error,
      'invalid_param',
    );
    await first.call('configure', { action: 'clear' });
    await first.deps.store.close();
    const second = await telemetryRig(t, { state });
    second.see('exception', exception('new'));
    second.see('request', request('/api/a', { status: 500 }));
    second.see('request', request('/api/b'));
    second.see('performance', loadSnapshot('d2', 900));
    // The project is the folder that the client works in, and each rig has its own.
    const kept = second.store.documents(`sessions:own user:${first.folder}`);
    await second.store.documents(`sessions:own user:${second.folder}`).put('base', await kept.get('base'));
    const { data } = await diff(second, { session_action: 'compare', compare_a: 'base' });
    assert.equal(data.b, 'current');
    assert.deepEqual(data.diff.errors, {
      new: ['TypeError: new'],
      resolved: ['TypeError: old'],
      unchanged: [],
    });
    assert.deepEqual(data.diff.network.status_changes, [
      { endpoint: 'GET /api/a', before: '200', after: '500' },
    ]);
    assert.deepEqual(data.diff.network.new_endpoints, ['GET /api/b']);
    assert.deepEqual([data.diff.performance.load_time.regression, data.summary.verdict], [true, 'mixed']);
    assert.equal((await diff(second, {})).data.snapshots.length, 1);
    await diff(second, { session_action: 'delete', name: 'base' });
    assert.equal(
      (await diff(second, { session_action: 'compare', compare_a: 'base' })).data.code,
      'NO_SUCH_SNAPSHOT',
    );
  },
);

verifies('gasoline: configure audit_log', 'audit_log: who called what, from the journal', async (t) => {
  const { call, open } = await telemetryRig(t);
  const other = open();
  await call('observe', { what: 'pilot' });
  await call('observe', { what: 'errors', error_id: 9 });
  await call('configure', {
    action: 'store',
    store_action: 'save',
    namespace: 'a',
    key: 'b',
    data: { password: 'hunter2hunter2' },
  });
  await call('observe', { what: 'tabs' }, other);
  const log = async (args: object = {}) =>
    (await call('configure', { action: 'audit_log', ...args })).data.entries;
  const all = await log();
  assert.deepEqual(
    all.map((one: { tool_name: string }) => one.tool_name),
    ['observe', 'configure', 'observe', 'observe'],
  );
  assert.deepEqual([all[2].success, all[2].error_message, all[3].success], [false, 'NO_SUCH_ITEM', true]);
  assert.ok(!JSON.stringify(all).includes('hunter2'), 'nothing secret');
  assert.equal((await log({ session_id: other.id })).length, 1);
  assert.equal((await log({ tool_name: 'configure' })).length, 3, 'this log itself, too');
  assert.equal((await log({ since: '2999-01-01T00:00:00Z' })).length, 0);
  assert.equal((await call('configure', { action: 'audit_log', since: 'yesterday' })).data.param, 'since');
  assert.equal((await log({ limit: 2 })).length, 2);
});
