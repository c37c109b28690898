import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { silentLog } from '../../../kernel/log.ts';
import { runLighthouse } from './lighthouse.ts';
import { readMainThread, type TraceEvent } from './main-thread.ts';
import { PageTrace } from './page-trace.ts';
import { nameNodes, sourceOf, TraceReader } from './read-trace.ts';
import { tellInsight, worded } from './tell-insight.ts';
import { whileSlow } from './throttle.ts';

const HTML = `<!doctype html><meta charset=utf-8><title>x</title><h1 id=head>Words</h1><button id=go onclick="const t = performance.now(); while (performance.now() - t < 80);">Go</button>`;
const { signal } = new AbortController();

/** How long a click took is known, and traced, when what it changed has been shown. */
const clickIsTold = `new Promise((resolve) => {
  new PerformanceObserver(() => resolve()).observe({ type: 'event', durationThreshold: 16 });
})`;

test('a trace is taken while the page is slow, and read in a thread', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  const context = await engine.context();
  const trace = await PageTrace.start(tab);
  await assert.rejects(PageTrace.start(tab), /already/);
  await whileSlow(tab, context, { cpu: 2, network: 'wifi' }, async () => {
    await tab.page.goto(`data:text/html,${encodeURIComponent(HTML)}`);
    await Promise.all([tab.page.evaluate(clickIsTold), tab.page.click('#go')]);
  });
  const path = join(await scratch(t), 'trace.json');
  const hidden: unknown[] = [];
  await writeFile(
    path,
    trace.end((event) => {
      hidden.push(event);
      return event;
    }),
  );
  assert.ok(hidden.length > 100, 'every event is looked at before it is written');
  const reader = new TraceReader();
  t.after(() => reader.end());
  const reading = await reader.read(path, signal);
  assert.ok(
    (reading.metrics.lcp_ms ?? 0) > 0 && reading.insights.length >= 15,
    JSON.stringify(reading.metrics),
  );
  assert.ok((reading.inp?.ms ?? 0) >= 80, JSON.stringify(reading.inp));
  const names = await nameNodes(tab, [reading.lcp?.node ?? 0, 99_999_999]);
  assert.deepEqual([...names.values()], ['h1#head']);
  const place = { function: 'f', url: 'https://nowhere.example/a.js', line: 1, column: 1 };
  assert.equal(await sourceOf(tab, place, silentLog), undefined);
  await writeFile(path, 'no JSON');
  await assert.rejects(reader.read(path, signal), /JSON/);
  assert.ok(await reader.read(path, AbortSignal.abort()).catch(() => true), 'what is cancelled is not read');
});

test('time of scripts is counted once, however deep they call', () => {
  const event = (name: string, ts: number, dur: number, data: object = {}): TraceEvent => ({
    name,
    ph: 'X',
    pid: 1,
    tid: 1,
    ts,
    dur,
    args: { data },
  });
  const { scripts, long_tasks, blocked_ms } = readMainThread(
    [
      event('RunTask', 0, 100_000),
      event('FunctionCall', 1000, 80_000, { url: 'a.js', functionName: 'outer' }),
      event('FunctionCall', 2000, 60_000, { url: 'b.js', functionName: 'inner' }),
      event('RunTask', 200_000, 10_000),
      event('EvaluateScript', 201_000, 5_000, { url: 'b.js' }),
    ],
    0,
  );
  assert.deepEqual(scripts, [
    { url: 'a.js', ms: 80 },
    { url: 'b.js', ms: 5 },
  ]);
  assert.deepEqual(long_tasks, [{ at_ms: 0, ms: 100, script: 'a.js', function: 'outer' }]);
  assert.equal(blocked_ms, 50);
});

test('insights are told in plain values', () => {
  assert.equal(worded({ i18nId: 'Saves {n} bytes', values: { n: 3 } }), 'Saves 3 bytes');
  const request = {
    name: 'x',
    ts: 1,
    dur: 2000,
    args: { data: { url: 'https://a/b', encodedDataLength: 7 } },
  };
  assert.deepEqual(
    tellInsight({ state: 'fail', list: [request], window: { min: 1, max: 5, range: 4000 }, no: -Infinity }),
    {
      list: [{ url: 'https://a/b', ms: 2, bytes: 7 }],
      window: { ms: 4 },
    },
  );
  const deep: { in?: unknown } = {};
  deep.in = deep;
  assert.equal(tellInsight(deep), undefined, 'what goes round in circles comes to an end');
});

test('Lighthouse that is not installed is named with what installs it', async () => {
  const wanted = { url: 'http://127.0.0.1:1/', context: {}, log: silentLog, signal };
  await assert.rejects(runLighthouse(wanted), { code: 'PACKAGE_MISSING' });
});
