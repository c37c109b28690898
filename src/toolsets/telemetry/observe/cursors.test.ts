import assert from 'node:assert/strict';
import { action, consoleLine, frame, request } from '../../../../test/kit/evidence-samples.ts';
import { telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { observe } from './observe.ts';

verifies(
  [
    'gasoline: CORE_MCP_PROD_005',
    'gasoline: fault 26.1 paging back',
    'gasoline: fault 26.2 since_cursor',
    'gasoline: fault 26.3 cursors under filters',
    'gasoline: fault 26.4 expired cursors',
    'gasoline: fault 26.5 both ends',
  ],
  'cursors page through every list, stay put under filters, eviction and restart, and are documented',
  async (t) => {
    const { call, see, session } = await telemetryRig(t);
    for (let i = 1; i <= 10; i++) see('console', consoleLine(`line ${i}`, { level: i % 2 ? 'warn' : 'log' }));
    const numbers = ({ data }: { data: { logs: { message: string }[] } }) =>
      data.logs.map(({ message }) => Number(message.slice(5)));
    const first = await call('observe', { what: 'logs', limit: 3 });
    assert.deepEqual(numbers(first), [10, 9, 8]);
    assert.deepEqual([first.data.metadata.has_more, first.data.metadata.total], [true, 10]);
    const second = await call('observe', {
      what: 'logs',
      limit: 3,
      after_cursor: first.data.metadata.after_cursor,
    });
    assert.deepEqual(numbers(second), [7, 6, 5], 'a whole page further, not one entry');
    const newer = await call('observe', {
      what: 'logs',
      limit: 2,
      before_cursor: second.data.metadata.before_cursor,
    });
    assert.deepEqual(numbers(newer), [9, 8]);
    const since = await call('observe', {
      what: 'logs',
      limit: 1,
      since_cursor: second.data.metadata.after_cursor,
    });
    assert.deepEqual(numbers(since), [10, 9, 8, 7, 6, 5], 'all of them, whatever the limit');
    const filtered = await call('observe', { what: 'logs', level: 'warn', limit: 2 });
    const further = await call('observe', {
      what: 'logs',
      level: 'warn',
      limit: 2,
      after_cursor: filtered.data.metadata.after_cursor,
    });
    assert.deepEqual(
      [numbers(filtered), numbers(further)],
      [
        [9, 7],
        [5, 3],
      ],
      'a filter expires no cursor',
    );
    const bad = await call('observe', { what: 'logs', after_cursor: 'nonsense' });
    assert.equal(bad.data.code, 'INVALID_CURSOR');
    const gone = await call('observe', { what: 'logs', after_cursor: '2026-01-01T00:00:00Z:999999' });
    assert.deepEqual(
      [gone.data.error, gone.data.retryable, gone.data.retry_after_ms],
      ['cursor_expired', true, 500],
    );
    const again = await call('observe', {
      what: 'logs',
      after_cursor: ':999999',
      restart_on_eviction: true,
      limit: 2,
    });
    assert.deepEqual([again.data.metadata.cursor_restarted, numbers(again)], [true, [2, 1]]);
    const context = { era: 'legacy', signal: new AbortController().signal } as const;
    const [guide] = await session.readResource('gasoline://guide', context);
    for (const name of ['after_cursor', 'before_cursor', 'since_cursor'])
      assert.ok(guide?.text?.includes(name));
  },
);

verifies(['gasoline: fault 26.6 cursors everywhere'], 'every list mode takes cursors', async (t) => {
  const { call, see, log, deps, session } = await telemetryRig(t);
  const { recordings } = deps.ownOf({ session: session.id, name: 'own user', cwd: '/' });
  for (let i = 1; i <= 4; i++) {
    see('console', consoleLine(`line ${i}`, { level: 'error' }));
    see(
      'request',
      request(`/api/${i}`, {
        status: 500,
        requestBody: await deps.store.putBody('{}').then((ref) => ({ ...ref, kind: 'text' as const })),
      }),
    );
    see('websocket', frame('c1', 'message', { direction: 'incoming', preview: String(i) }));
    see('action', action('click', `b${i}`));
    log.info(`said ${i}`);
    await recordings.stop(
      (
        await recordings.start({
          name: `r${i}`,
          start_url: 'about:blank',
          tab_id: undefined,
          viewport: null,
        })
      ).id,
    );
    await deps.store.videos.save({
      name: `v${i}`,
      path: `/tmp/v${i}.webm`,
      url: '',
      created_at: '',
      duration_seconds: 1,
      size_bytes: 1,
      resolution: '2x2',
      format: 'webm',
      frames: 1,
      tab_id: 't1',
      instance: 'b1',
    });
  }
  const modes = observe.modes!.filter(({ input }) => 'after_cursor' in input.shape).map(({ name }) => name);
  assert.ok(modes.length >= 11, String(modes));
  for (const what of modes) {
    const list = ({ data }: { data: object }) =>
      Object.values(data).find(Array.isArray) as { id?: unknown; error?: { id: unknown }; name?: unknown }[];
    const ids = (answer: { data: object }) => list(answer).map((one) => one.id ?? one.error?.id ?? one.name);
    const first = await call('observe', { what, limit: 2 });
    const next = await call('observe', { what, limit: 2, after_cursor: first.data.metadata.after_cursor });
    const back = await call('observe', { what, limit: 2, before_cursor: next.data.metadata.before_cursor });
    assert.equal(new Set([...ids(first), ...ids(next)]).size, 4, `${what}: ${ids(first)} then ${ids(next)}`);
    assert.deepEqual(ids(back), ids(first), what);
  }
});
