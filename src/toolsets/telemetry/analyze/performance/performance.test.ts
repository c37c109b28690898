import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../../test/kit/analyze-rig.ts';
import { until } from '../../../../../test/kit/wire-rig.ts';
import { verifies } from '../../../../../test/requirements/verifies.ts';

/** Everything takes its time: what a resource costs is estimated from what its server usually takes. */
const late = (type: string, text: string, ms: number) =>
  ((request: { socket: { localPort: number } }, response: { writeHead: CallableFunction }) => {
    const page = text.replace('{{other}}', `http://localhost:${request.socket.localPort}`);
    setTimeout(() => response.writeHead(200, { 'content-type': type }).end(page), ms);
  }) as never;

/** One line of the script below stands in line 7 of its source. */
const MAP = JSON.stringify({
  version: 3,
  sources: ['handler.ts'],
  names: ['slowHandler'],
  mappings: 'AAMAA',
});
const HANDLER = `function handleGo(){const t=performance.now();while(performance.now()-t<200);document.body.append('done')}
document.querySelector('#go').addEventListener('click', handleGo);
//# sourceMappingURL=handler.js.map`;

const PAGE = `<!doctype html><html lang=en><meta charset=utf-8><title>Slow</title><link rel=icon href="data:,">
<link rel=stylesheet href="/slow.css"><script src="{{other}}/busy.js"></script>
<h1 id=title class=big>The slow page</h1><button id=go>Go</button><div id=late></div><p id=pushed>Words that move</p>
<script src="/handler.js"></script>
<script>setTimeout(() => { late.style.height = '300px'; }, 150)</script></html>`;

const rig = new AnalyzeRig({
  '/': late('text/html', PAGE, 150),
  '/slow.css': late('text/css', 'h1 { font-size: 60px }', 250),
  '/busy.js': late(
    'text/javascript',
    'const t = performance.now(); while (performance.now() - t < 120);',
    20,
  ),
  '/handler.js': late('text/javascript', HANDLER, 150),
  '/handler.js.map': MAP,
  '/secret': (_request, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'sid=hushhush12345; Path=/' })
      .end('<!doctype html><title>Secret</title><link rel=icon href="data:,"><h1>x</h1>'),
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;

/** The answer of a command, however long it takes here. */
async function traced(args: object): Promise<Any> {
  const { data, isError, summary } = await rig.call('performance', args);
  assert.equal(isError, false, `${summary} ${JSON.stringify(data)}`);
  for (let known = data; ; ) {
    if (known.final) {
      assert.equal(known.status, 'complete', JSON.stringify(known));
      return known.result;
    }
    const { correlation_id } = data;
    known = (await rig.tools.call('observe', { what: 'command_result', correlation_id, budget: 100_000 }))
      .data;
    if (!known.final) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const named = ({ insights }: Any, name: string) => insights.find((one: Any) => one.name === name);

verifies('gasoline: analyze performance', async () => {
  const none = await rig.call('performance');
  assert.equal(none.data.error, 'no_data');
  await rig.open('/');
  await rig.open('/');
  // A load is told when it has come to rest.
  let of: Any;
  await until('the load is told', async () => {
    const { data } = await rig.call('performance');
    of = data.snapshots?.find((one: Any) => one.url === rig.site.url('/'));
    return of !== undefined;
  });
  assert.ok(of.timing.load > 0 && of.network.request_count >= 3, JSON.stringify(of));
  assert.ok(of.long_tasks.count >= 1 && of.network.by_type, JSON.stringify(of.long_tasks));
});

test('a trace of a load: insights, phases, shifts with elements, tasks by script', async () => {
  await rig.open('/');
  const load = await traced({ trace: 'load' });
  assert.equal(load.url, rig.site.url('/'));
  assert.ok(load.metrics.lcp_ms > 150 && load.metrics.fcp_ms > 100, JSON.stringify(load.metrics));
  assert.equal(load.lcp.element, 'h1#title.big');
  assert.ok(load.lcp.parts_ms.ttfb >= 0 && load.lcp.parts_ms.renderDelay > 100, JSON.stringify(load.lcp));
  const blocking = named(load, 'RenderBlocking');
  assert.equal(blocking.state, 'fail');
  assert.ok(blocking.savings_ms.LCP > 0 || blocking.savings_ms.FCP > 0, JSON.stringify(blocking));
  assert.match(JSON.stringify(blocking.details), /slow\.css/);
  const shift = load.layout_shifts.find((one: Any) => one.elements.includes('p#pushed'));
  assert.ok(shift.score > 0 && load.metrics.cls > 0, JSON.stringify(load.layout_shifts));
  const busy = load.main_thread.find(({ url }: Any) => url.endsWith('/busy.js'));
  assert.ok(busy.ms > 100 && busy.third_party === 'localhost', JSON.stringify(load.main_thread));
  assert.ok(load.long_tasks.some(({ script }: Any) => script?.endsWith('/busy.js')));
  assert.ok(load.passed.includes('CharacterSet') && load.passed.length > 5, load.passed.join());
  const audit = await rig.look('third_party_audit');
  assert.ok(audit.third_parties[0].main_thread_ms > 100, JSON.stringify(audit.third_parties[0]));
  // What DevTools opens: events in a list.
  const file = JSON.parse(await readFile(load.trace_file, 'utf8'));
  assert.ok(Array.isArray(file.traceEvents) && file.traceEvents.length > 500);
});

test('a trace of an interaction: its event, its handler and the function in its source', async () => {
  await rig.open('/');
  const early = await rig.call('performance', { trace: 'stop' });
  assert.deepEqual([early.isError, early.data.code], [true, 'NO_TRACE']);
  await traced({ trace: 'start' });
  const twice = await rig.call('performance', { trace: 'load' });
  assert.equal(twice.data.code, 'TRACE_RUNS');
  await rig.act('click', { selector: '#go' });
  const { inp, trace_file: file } = await traced({ trace: 'stop' });
  assert.ok(inp.ms >= 200 && inp.processing_ms >= 190, JSON.stringify(inp));
  assert.equal(inp.element, 'button#go');
  assert.deepEqual([inp.handler.function, inp.handler.line], ['handleGo', 1]);
  assert.match(inp.handler.source.url, /handler\.ts$/);
  assert.equal(inp.handler.source.line, 7);
  assert.ok(file);
});

test('several runs: median and spread, and the last one to compare with', async () => {
  await rig.open('/');
  const load = await traced({ trace: 'load', runs: 2, cpu: 2, network: '4g' });
  const { median, min, max } = load.metrics.lcp_ms;
  assert.ok(min <= median && median <= max && min > 0, JSON.stringify(load.metrics));
  assert.equal(load.slowed, 'cpu 2x, 4g');
  assert.match(load.compared.with_run_of, /^\d{4}-/);
  assert.match(load.compared.note, /slowed differently/);
  assert.match(load.compared.metrics.lcp_ms.verdict, /^(?:perhaps (?:better|worse)|within noise)$/);
});

test('no secret gets into the file, and what is missing is named', async () => {
  await rig.open('/secret');
  const { trace_file: file } = await traced({ trace: 'load' });
  assert.ok(!(await readFile(file, 'utf8')).includes('hushhush12345'));
  const deep = await rig.call('performance', { trace: 'load', deep: true });
  assert.equal(deep.data.code, 'PACKAGE_MISSING');
  assert.match(JSON.stringify(deep.data), /npm install lighthouse/);
  await rig.tools.call('configure', { action: 'telemetry', pilot: false });
  assert.equal((await rig.call('performance', { trace: 'load' })).data.code, 'PILOT_DISABLED');
  assert.equal((await rig.call('performance')).isError, false);
  await rig.tools.call('configure', { action: 'telemetry', pilot: true });
});
