/** What observe tells of a page that really did it all, in a real browser. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { type TelemetryRig, telemetryRig } from '../../../../test/kit/telemetry-rig.ts';
import { until } from '../../../../test/kit/wire-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

const PAGE = `<!doctype html><title>Shop</title><link rel=icon href="data:,"><h1 id=head>Shop</h1>
<label>Name <input id=name></label> <button id=buy data-testid=buy>Buy</button> <button id=slow>Slow</button><p id=out></p>
<script>
slow.onclick = () => { const end = performance.now() + 120; while (performance.now() < end); out.before(document.createElement('hr')); };
buy.onclick = async () => {
  for (const level of ['debug', 'log', 'info', 'warn', 'error']) console[level]('a ' + level);
  const answer = await fetch('/api/buy', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"item":{"id":7}}' });
  await answer.json();
  await fetch('/api/gone').catch(() => {});
  setTimeout(() => { throw new TypeError('stock is null'); });
  Promise.reject(new Error('no delivery'));
  const socket = new WebSocket('ws://' + location.host + '/live?close=4001');
  socket.onopen = () => socket.send('{"hello":1}');
  socket.onclose = () => { window.open_ = new WebSocket('ws://' + location.host + '/live'); open_.onopen = () => open_.send('still there'); open_.onmessage = () => { out.textContent = 'done'; }; };
};
</script>`;

const closings: (() => unknown)[] = [];
let site: Site;
let rig: TelemetryRig;

before(async () => {
  site = await startSite({
    '/': PAGE,
    '/api/buy': (_request, response) =>
      void response.setHeader('content-type', 'application/json').writeHead(409).end('{"order":{"id":42}}'),
    '/api/gone': (request) => void request.socket.destroy(),
  });
  rig = await telemetryRig({ after: (close) => void closings.unshift(close) });
  await rig.call('interact', { action: 'navigate', url: site.url('/') });
  const { page } = await rig.engine.tab();
  // By hand, as a person would.
  await page.fill('#name', 'Ada');
  await page.click('#slow');
  await page.click('#buy');
  await page.waitForFunction('out.textContent === "done"');
});
after(async () => {
  for (const close of closings) await close();
  await site.close();
});

const observe = async (what: string, args: object = {}) => {
  const { data, isError, summary } = await rig.call('observe', { what, ...args });
  assert.equal(isError, false, `${what}: ${summary} ${JSON.stringify(data)}`);
  return data;
};

verifies('gasoline: observe errors', async () => {
  const { errors } = await observe('errors');
  const told = errors.map(({ source, message }: Record<string, string>) => `${source}: ${message}`);
  for (const wanted of [
    'exception: TypeError: stock is null',
    'rejection: Error: no delivery',
    'console: a error',
    `network: POST ${site.url('/api/buy')} answered 409 Conflict`,
  ])
    assert.ok(told.includes(wanted), `${wanted} in ${told.join('\n')}`);
  assert.ok(told.some((words: string) => /network: GET .*\/api\/gone net::ERR_/.test(words)));
  const thrown = errors.find(({ message }: { message: string }) => /stock is null/.test(message));
  assert.ok(thrown.line > 0 && thrown.column > 0 && thrown.tab_id === 't1', JSON.stringify(thrown));
  const { error } = await observe('errors', { error_id: thrown.id });
  assert.match(error.stack, new RegExp(`at .*${site.url('/')}:${thrown.line}:`));
  const uncaught = await observe('errors', { source: 'exception, rejection' });
  assert.equal(uncaught.errors.length, 2);
  const about = await observe('errors', { text: 'STOCK is' });
  assert.deepEqual(
    about.errors.map(({ id }: { id: string }) => id),
    [thrown.id],
  );
});

verifies('gasoline: observe logs', async () => {
  const messages = async (args: object) =>
    (await observe('logs', { source: 'console', ...args })).logs.map(
      ({ message }: { message: string }) => message,
    );
  assert.deepEqual(await messages({}), ['a error', 'a warn', 'a info', 'a log', 'a debug']);
  assert.deepEqual(await messages({ level: 'info' }), ['a info']);
  assert.deepEqual(await messages({ min_level: 'warn' }), ['a error', 'a warn']);
  assert.deepEqual(await messages({ last_n: 1 }), ['a error']);
  assert.deepEqual(await messages({ url: 'elsewhere' }), []);
  assert.deepEqual(await messages({ text: 'A W' }), ['a warn']);
});

verifies('gasoline: observe network_waterfall', async () => {
  const { entries } = await observe('network_waterfall');
  const [bought] = entries.filter(({ url }: { url: string }) => url === site.url('/api/buy'));
  assert.deepEqual([bought.method, bought.status, bought.type], ['POST', 409, 'fetch']);
  assert.ok(bought.duration_ms > 0 && bought.timings.wait > 0, JSON.stringify(bought));
  assert.equal(bought.decoded_body_size, '{"order":{"id":42}}'.length);
  const { request } = await observe('network_waterfall', { request_id: bought.id });
  assert.equal(request.request_headers['content-type'], 'application/json');
  assert.match(request.initiator.stack, new RegExp(site.url('/')));
  assert.ok(entries.some(({ type }: { type: string }) => type === 'document'));
});

verifies('gasoline: observe network_bodies', async () => {
  const { entries } = await observe('network_bodies', { url: '/api/buy' });
  assert.deepEqual(
    [entries[0].request_body, entries[0].response_body],
    ['{"item":{"id":7}}', '{"order":{"id":42}}'],
  );
  const found = await observe('network_bodies', { body_path: 'order.id' });
  assert.deepEqual(found.entries[0].response_matches, [42]);
  const keyed = await observe('network_bodies', { body_key: 'id' });
  assert.deepEqual([keyed.entries[0].request_matches, keyed.entries[0].response_matches], [[7], [42]]);
});

verifies('gasoline: observe websocket_events', async () => {
  const { entries } = await observe('websocket_events');
  const told = entries
    .toReversed()
    .map((one: Record<string, string>) => [one.event, one.direction, one.data]);
  assert.deepEqual(told.slice(0, 3), [
    ['open', undefined, undefined],
    ['message', 'outgoing', '{"hello":1}'],
    ['close', undefined, undefined],
  ]);
  const closed = entries.find(({ event }: { event: string }) => event === 'close');
  assert.deepEqual([closed.code, closed.reason, closed.was_clean], [4001, 'as asked', true]);
  const incoming = await observe('websocket_events', { direction: 'incoming' });
  assert.deepEqual(
    incoming.entries.map(({ data }: { data: string }) => data),
    ['still there'],
  );
});

verifies('gasoline: observe websocket_status', async () => {
  const { connections, closed } = await observe('websocket_status');
  assert.deepEqual([connections.length, closed.length], [1, 1]);
  assert.deepEqual(
    [connections[0].state, connections[0].message_rate.incoming.total, closed[0].close_code],
    ['open', 1, 4001],
  );
});

verifies('gasoline: observe actions', async () => {
  const { entries } = await observe('actions', { source: 'human' });
  const bought = entries.find(
    ({ selectors }: { selectors?: { test_id?: string } }) => selectors?.test_id === 'buy',
  );
  assert.deepEqual([bought.type, bought.selectors.role], ['click', { role: 'button', name: 'Buy' }]);
  const typed = entries.find(({ type }: { type: string }) => type === 'input');
  assert.deepEqual([typed.value, typed.selectors.label], ['Ada', 'Name']);
  const { entries: steps } = await observe('actions', { source: 'ai' });
  assert.equal(steps.at(-1).to_url, site.url('/'));
});

verifies(
  ['gasoline: observe vitals', 'gasoline: fault 09 vitals'],
  'vitals: measured in the page itself',
  async () => {
    const { page } = await rig.engine.tab();
    for (;;) {
      const { metrics } = await observe('vitals');
      if (!metrics.inp) {
        await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))');
        continue;
      }
      const measured = await page.evaluate<{ fcp: number; ttfb: number }>(
        `({ fcp: performance.getEntriesByName('first-contentful-paint')[0].startTime, ttfb: performance.getEntriesByType('navigation')[0].responseStart })`,
      );
      assert.ok(Math.abs(metrics.fcp.value - measured.fcp) < 1, 'as the browser itself says');
      assert.ok(Math.abs(metrics.ttfb.value - measured.ttfb) < 1);
      assert.ok(metrics.lcp.value >= metrics.fcp.value - 1 && metrics.lcp.attribution.element !== undefined);
      assert.ok(metrics.inp.value >= 100, `the slow click was measured: ${metrics.inp.value}`);
      assert.equal(typeof metrics.cls.value, 'number');
      assert.equal(metrics.url, site.url('/'));
      return;
    }
  },
);

verifies('gasoline: observe timeline', async () => {
  const { entries } = await observe('timeline', { limit: 100, budget: 100_000 });
  const types = new Set(entries.map(({ type }: { type: string }) => type));
  for (const type of ['action', 'error', 'network', 'websocket', 'navigation', 'agent'])
    assert.ok(types.has(type), `${type} in ${[...types]}`);
  const times = entries.map(({ timestamp }: { timestamp: string }) => timestamp);
  const at = (words: RegExp) => entries.findIndex(({ summary }: { summary: string }) => words.test(summary));
  assert.ok(
    at(/stock is null/) < at(/human: click "Buy" button/),
    'newest first: the click came before its error',
  );
  for (const time of times) assert.match(time, /^\d{4}-\d\d-\d\dT/);
});

verifies('gasoline: observe error_bundles', async () => {
  const { bundles } = await observe('error_bundles', { limit: 20, budget: 100_000 });
  const bundle = bundles.find(({ error }: { error: { message: string } }) =>
    /stock is null/.test(error.message),
  );
  assert.match(bundle.error.stack, new RegExp(site.url('/')));
  const urls = bundle.network.map(({ url, response_body }: Record<string, string>) => [url, response_body]);
  assert.ok(
    urls.some(([url, body]: string[]) => url === site.url('/api/buy') && body === '{"order":{"id":42}}'),
  );
  assert.ok(
    bundle.actions.some(({ selectors }: { selectors: { css: string } }) => selectors?.css === '#buy'),
  );
  assert.ok(bundle.logs.some(({ message }: { message: string }) => message === 'a warn'));
});

verifies(
  [
    'gasoline: observe command_result',
    'gasoline: observe pending_commands',
    'gasoline: observe failed_commands',
  ],
  async () => {
    const act = (action: string, correlation_id: string, args: object) =>
      rig.call('interact', { action, correlation_id, ...args });
    await act('click', 'done', { selector: '#head' });
    assert.equal((await act('click', 'failed', { selector: '#nowhere' })).isError, true);
    const script = 'new Promise((resolve) => { window.finish = () => resolve("finished"); })';
    await act('execute_js', 'open', { script, timeout_ms: 60_000, background: true });
    const done = await observe('command_result', { correlation_id: 'done' });
    assert.deepEqual([done.status, done.final, done.result.selector], ['complete', true, '#head']);
    const failed = await rig.call('observe', { what: 'command_result', correlation_id: 'failed' });
    assert.deepEqual(
      [failed.data.status, failed.data.error.code, failed.data.final],
      ['error', 'ELEMENT_NOT_FOUND', true],
    );
    assert.match(failed.summary, /^FAILED — click error: .*#nowhere/);
    const ids = (commands: readonly { correlation_id: string }[]) =>
      commands.map(({ correlation_id }) => correlation_id);
    const lists = await observe('pending_commands');
    assert.deepEqual([ids(lists.pending), ids(lists.failed)], [['open'], ['failed']]);
    assert.ok(ids(lists.completed).includes('done'));
    const { commands } = await observe('failed_commands');
    assert.deepEqual([ids(commands), commands[0].error.code], [['failed'], 'ELEMENT_NOT_FOUND']);
    const { page } = await rig.engine.tab();
    await page.waitForFunction('window.finish');
    await page.evaluate('finish()');
    // Commands to one tab come one after the other.
    await act('get_text', 'after', { selector: '#head' });
    const open = await observe('command_result', { correlation_id: 'open' });
    assert.deepEqual([open.status, open.result.result], ['complete', 'finished']);
    assert.deepEqual((await observe('pending_commands')).pending, []);
  },
);

verifies('gasoline: observe extension_logs', async (t) => {
  const { call } = await telemetryRig(t);
  const lines = async (args: object = {}) =>
    (await call('observe', { what: 'extension_logs', ...args })).data.logs;
  await call('interact', { action: 'navigate', url: site.url('/') });
  const ready = (await lines()).find(({ message }: { message: string }) => message === 'browser ready');
  assert.ok(ready.level === 'info' && ready.data.pid > 0 && ready.source === 'server', JSON.stringify(ready));
  process.kill(ready.data.pid, 'SIGKILL');
  await until('the browser is gone', async () => (await lines({ min_level: 'warn' })).length > 0);
  const graver = (await lines({ min_level: 'warn' })).map(({ level, message }: Record<string, string>) => [
    level,
    message,
  ]);
  assert.deepEqual(graver, [['warn', 'the browser is gone']]);
});
