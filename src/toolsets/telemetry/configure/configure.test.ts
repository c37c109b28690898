import assert from 'node:assert/strict';
import { join } from 'node:path';
import { action, consoleLine, exception, frame, request } from '../../../../test/kit/evidence-samples.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { Arrivals } from '../../../../test/kit/waiting.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

verifies(
  ['gasoline: configure store', 'gasoline: fault 40.1 store'],
  'store: save, load, list, delete, stats; the bare call lists',
  async (t) => {
    const { call } = await telemetryRig(t);
    const store = (args: object) => call('configure', { action: 'store', ...args });
    const bare = await store({});
    assert.deepEqual([bare.isError, bare.data.namespaces], [false, []]);
    await store({ store_action: 'save', namespace: 'plan', key: 'a', data: { steps: [1, 2] } });
    await store({ store_action: 'save', namespace: 'plan', key: 'b', data: 'words' });
    assert.deepEqual((await store({ store_action: 'load', namespace: 'plan', key: 'a' })).data.data, {
      steps: [1, 2],
    });
    assert.deepEqual((await store({ namespace: 'plan' })).data.keys, ['a', 'b']);
    assert.deepEqual((await store({})).data.namespaces, ['plan']);
    assert.deepEqual((await store({ store_action: 'stats' })).data.namespaces, { plan: 2 });
    assert.equal(
      (await store({ store_action: 'delete', namespace: 'plan', key: 'a' })).data.status,
      'deleted',
    );
    const gone = await store({ store_action: 'load', namespace: 'plan', key: 'a' });
    assert.deepEqual([gone.data.error, gone.data.code], ['no_data', 'NO_SUCH_DOCUMENT']);
    const nameless = await store({ store_action: 'save', namespace: 'plan' });
    assert.deepEqual([nameless.data.error, nameless.data.param], ['missing_param', 'key']);
    const huge = await store({
      store_action: 'save',
      namespace: 'plan',
      key: 'c',
      data: 'x'.repeat(1_100_000),
    });
    assert.equal(huge.data.code, 'STORE_FULL');
    const slash = await store({ store_action: 'save', namespace: '../etc', key: 'c', data: 1 });
    assert.deepEqual([slash.data.error, slash.data.param], ['invalid_param', 'namespace']);
  },
);

verifies(
  ['gasoline: configure load', 'gasoline: fault 40.2 load'],
  'load: what the project keeps, and what really wrote it',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    see('exception', exception('again'));
    see('exception', exception('again'));
    await call('configure', { action: 'store', store_action: 'save', namespace: 'n', key: 'k', data: 1 });
    await call('configure', { action: 'noise_rule', pattern: '^tick' });
    await call('configure', { action: 'diff_sessions', session_action: 'capture', name: 'base' });
    const { data } = await call('configure', { action: 'load' });
    assert.deepEqual(
      data.stored.map((one: { place: string }) => one.place),
      ['n/k'],
    );
    assert.deepEqual(
      data.baselines.map((one: { name: string }) => one.name),
      ['base'],
    );
    assert.equal(data.noise_config.rules.length, 1);
    assert.deepEqual([data.error_history[0].message, data.error_history[0].count], ['TypeError: again', 2]);
  },
);

verifies(
  'gasoline: configure noise_rule',
  'noise_rule: 42 built in, add, remove, reset, proposals, quick dismissal; all of it takes effect and is kept',
  async (t) => {
    const state = await scratch(t);
    const { call, see, deps, folder } = await telemetryRig(t, { state: join(state, 'one') });
    const noise = (args: object) => call('configure', { action: 'noise_rule', ...args });
    const logs = async () =>
      (await call('observe', { what: 'logs' })).data.logs.map((one: { message: string }) => one.message);
    assert.equal((await noise({})).data.total_rules, 42);
    for (let i = 0; i < 25; i++) see('console', consoleLine('polling'));
    for (let i = 0; i < 12; i++) see('console', consoleLine('retrying'));
    for (let i = 0; i < 22; i++) see('request', request('/health'));
    see('console', consoleLine('signal'));
    const found = await noise({ noise_action: 'auto_detect' });
    assert.deepEqual(
      found.data.proposals.map((one: { confidence: number; applied: boolean }) => [
        one.confidence,
        one.applied,
      ]),
      [
        [0.95, true],
        [0.82, false],
        [0.8, false],
      ],
    );
    assert.deepEqual(
      [...new Set(await logs())],
      ['signal', 'retrying'],
      'what is as good as certain is applied',
    );
    const added = await noise({
      noise_action: 'add',
      rules: [{ category: 'console', match_spec: { message_regex: '^RETRY' } }],
    });
    assert.deepEqual([added.data.rules_added, await logs()], [1, ['signal']]);
    const dismissed = await noise({ pattern: 'sig.al', reason: 'known' });
    assert.deepEqual(await logs(), []);
    const list = (await noise({ noise_action: 'list' })).data;
    assert.equal(list.total_rules, 45);
    assert.ok(list.statistics.total_filtered > 30);
    await noise({ noise_action: 'remove', rule_id: dismissed.data.rule_ids[0] });
    assert.deepEqual(await logs(), ['signal']);
    for (const [rules, words] of [
      [[{ category: 'console', match_spec: { message_regex: '(a)\\1' } }], /invalid escape sequence/],
      [[{ category: 'console', match_spec: { message_regex: '(' } }], /missing closing/],
      [[{ category: 'network', match_spec: { message_regex: 'x' } }], /needs url_regex/],
      [[{ category: 'console', match_spec: { colour: 'red' } }], /rules\[0\]\.match_spec/],
    ] as const) {
      const refused = await noise({ noise_action: 'add', rules });
      assert.equal(refused.data.code, 'INVALID_NOISE_RULE');
      assert.match(refused.data.message, words);
    }
    assert.equal(
      (await noise({ noise_action: 'remove', rule_id: 'builtin_favicon' })).data.code,
      'NO_SUCH_NOISE_RULE',
    );
    await deps.store.close();
    const later = await telemetryRig(t, { state: join(state, 'one'), cwd: folder });
    assert.equal(
      (await later.call('configure', { action: 'noise_rule' })).data.total_rules,
      44,
      'kept across restarts',
    );
    assert.equal(
      (await later.call('configure', { action: 'noise_rule', noise_action: 'reset' })).data.total_rules,
      42,
    );
  },
);

verifies('gasoline: configure clear', 'clear: one kind or all, of one tab; "commands" cancels', async (t) => {
  const { call, see, deps, session } = await telemetryRig(t);
  see('console', consoleLine('a'));
  see('console', consoleLine('b'), { where: { page: 't2' } });
  see('request', request('/a'));
  see('websocket', frame('c', 'open'));
  see('action', action('click', 'x'));
  const clear = async (args: object) => (await call('configure', { action: 'clear', ...args })).data.cleared;
  assert.deepEqual(await clear({ buffer: 'logs', tab_id: 't2' }), { logs: 1 });
  assert.deepEqual(await clear({ buffer: 'network' }), { network: 1 });
  assert.deepEqual(await clear({}), { network: 0, websocket: 1, actions: 1, logs: 1, performance: 0 });
  const { commands } = deps.ownOf({ session: session.id, cwd: '/' });
  const command = commands.submit({
    action: 'click',
    target: 't1',
    session: 's',
    limitMs: 1000,
    state: () => '',
    run: (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  assert.deepEqual(await clear({ buffer: 'commands', correlation_id: command.id }), { commands: 1 });
  assert.equal(command.status, 'expired');
  assert.equal(
    (await call('configure', { action: 'clear', buffer: 'everything' })).data.error,
    'invalid_param',
  );
});

verifies(
  'gasoline: configure health',
  'health: one true line that says what to do next, then the figures',
  async (t) => {
    const { call, see, store } = await telemetryRig(t);
    see('console', consoleLine('a'));
    await store.flush();
    const { summary, data } = await call('configure', { action: 'health' });
    assert.match(
      summary,
      /^No browser runs; record open \(sqlite, [12] items\)\. Next: interact\(\{action:"navigate"/,
    );
    assert.deepEqual(
      [data.browser.running, data.record.state, data.pilot.enabled, data.buffers.console.items],
      [false, 'recording', true, 1],
    );
    assert.ok(data.memory.current_mb > 10 && data.server.pid === process.pid);
    assert.ok(data.buffers.console.bytes > 0, 'figures are measured');
  },
);

verifies(
  ['gasoline: configure streaming', 'gasoline: fault 03 streaming'],
  'streaming: real messages to the client, throttled and without repeats',
  async (t) => {
    const { call, see, session } = await telemetryRig(t);
    const sent = new Arrivals<{
      level: string;
      logger: string;
      data: { title: string; alerts?: { title: string; count?: number }[] };
    }>();
    session.listen((level, logger, data) => {
      sent.push({ level, logger, data: data as never });
      return true;
    });
    see('exception', exception('before anybody listens'));
    const on = await call('configure', {
      action: 'streaming',
      streaming_action: 'enable',
      throttle_seconds: 1,
    });
    assert.deepEqual(on.data.config, {
      enabled: true,
      events: ['all'],
      throttle_seconds: 1,
      severity_min: 'warning',
    });
    see('exception', exception('first'));
    see('exception', exception('first'));
    see('exception', exception('second'));
    see('exception', exception('second'));
    see('request', request('/api', { status: 404 }));
    see('performance', { url: 'u', kind: 'longtask', ms: 300, documentId: 'd', name: 'self', start: 1 });
    assert.deepEqual(
      sent.all.map(({ level, logger, data }) => [level, logger, data.title]),
      [['error', 'gasoline', 'TypeError: first']],
      'the first at once',
    );
    const status = await call('configure', { action: 'streaming' });
    assert.deepEqual([status.data.notify_count, status.data.pending], [1, 2], 'the others wait');
    const batch = await sent.first(({ data }) => data.alerts !== undefined, 'the second message');
    assert.deepEqual(
      batch.data.alerts?.map(({ title, count }) => [title, count]),
      [
        ['TypeError: second', 2],
        ['GET http://localhost:3000/api 404', undefined],
      ],
      'the gravest first, repeats counted, what is below severity_min left out',
    );
    see('exception', exception('first'));
    const off = await call('configure', { action: 'streaming', streaming_action: 'disable' });
    assert.equal(off.data.pending_cleared, 0, 'the same news is not told again');
    see('exception', exception('third'));
    assert.equal(sent.all.length, 2);
  },
);

verifies(
  ['gasoline: fault 03 streaming'],
  'a client that cannot be told gets its alerts with the next answer of observe',
  async (t) => {
    const { call, see } = await telemetryRig(t);
    await call('configure', {
      action: 'streaming',
      streaming_action: 'enable',
      events: ['errors', 'network_errors'],
    });
    see('exception', exception('unheard'));
    see('request', request('/api', { status: 500 }));
    const { more } = await call('observe', { what: 'page' });
    assert.match(more[0]!, /^--- ALERTS \(2\) ---\n.*TypeError: unheard/s);
    assert.deepEqual((await call('observe', { what: 'page' })).more, [], 'once');
  },
);

verifies(
  ['gasoline: fault 39 warnings'],
  'unknown arguments are warned about on each call and by mode, and wrong modes are structured errors',
  async (t) => {
    const { call, open } = await telemetryRig(t);
    const other = open();
    for (let i = 0; i < 2; i++) {
      const { more, isError } = await call('configure', { action: 'health', bufer: 'x', limit: 3 });
      assert.equal(isError, false);
      assert.deepEqual(more, [
        'Warning: configure health does not take "bufer"; it was ignored.',
        'Warning: configure health does not take "limit"; it was ignored; it is for audit_log.',
      ]);
      assert.deepEqual(
        (await call('configure', { action: 'health' }, other)).more,
        [],
        'nobody else hears it',
      );
    }
    const wrong = await call('configure', { action: 'heath' });
    assert.deepEqual(
      [wrong.data.error, wrong.data.param, wrong.summary.startsWith('Error: unknown_mode — ')],
      ['unknown_mode', 'action', true],
    );
    assert.match(wrong.data.hint, /did you mean "health"\?/);
    const none = await call('observe', {});
    assert.deepEqual([none.data.error, none.data.param], ['missing_param', 'what']);
  },
);
