/**
 * What analyzing costs, `npm run bench -- analyze [trace|axe|har|insights]`: the insight of a trace of 2 MB, accessibility
 * beside bare axe-core on the same page, an archive of 5,000 requests, and which insights chrome-devtools-mcp names for
 * the same page. Medians; what is wall time suffers from a busy machine, so processor time stands beside it.
 */
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { BrowserEngine } from '../src/engines/browser/browser-engine.ts';
import { BrowserProcess } from '../src/engines/browser/browser-process.ts';
import { localDriver } from '../src/engines/browser/drivers/local.ts';
import { runAxe } from '../src/engines/browser/inspect/run-axe.ts';
import { findBrowser } from '../src/engines/browser/launch/find-browser.ts';
import type { Tab } from '../src/engines/browser/page/tab.ts';
import { PageTrace } from '../src/engines/browser/trace/page-trace.ts';
import { TraceReader } from '../src/engines/browser/trace/read-trace.ts';
import { systemClock } from '../src/kernel/clock.ts';
import { silentLog } from '../src/kernel/log.ts';
import { RawClient } from './raw-client.ts';

const root = resolve(import.meta.dirname, '..');
const ROUNDS = 5;
const TRACE_BYTES = 2_000_000;
const TRACE_BAR_MS = 600;
const AXE_BAR = 1.1;
const AXE_ROUNDS = 15;
const HAR_BAR_MS = 1_000;
const REQUESTS = 5_000;

/** Slow in most ways that an insight is about: each has something to say. */
const SLOW = `<!doctype html><title>Slow</title><link rel=icon href="data:,"><link rel=stylesheet href="/late.css">
<script src="/late.js"></script><style>@font-face { font-family: f; src: url(/font.woff2) } p { font-family: f }</style>
<h1>Slow</h1><img src="/picture.svg"><button id=go>Go</button><div id=late></div><p>${'Words that move. '.repeat(200)}</p>
<ul>${'<li><span>item</span></li>'.repeat(500)}</ul>
<script>setTimeout(() => { late.style.height = '300px'; for (let i = 0; i < 50; i++) { late.style.width = i + 'px'; late.offsetWidth; } }, 100);
go.onclick = () => { const t = performance.now(); while (performance.now() - t < 80); document.body.append('x'); };</script>`;

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

async function site() {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const type = TYPES[path.split('.').at(-1) ?? ''];
    if (path === '/small') return void response.end(JSON.stringify({ ok: true, asked: request.url }));
    const body = path.endsWith('.js')
      ? 'const t = performance.now(); while (performance.now() - t < 60);'
      : path.endsWith('.svg')
        ? '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"><rect width="900" height="600"/></svg>'
        : 'h1 { color: red }';
    setTimeout(() => {
      response.writeHead(200, { 'content-type': type ?? 'text/html' }).end(type ? body : SLOW);
    }, 60);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
const say = (line: string) => process.stdout.write(`${line}\n`);
const held = (is: boolean) => (is ? 'held' : '**missed**');

async function timed(work: () => Promise<unknown>) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - start, cpu: (user + system) / 1000 };
}

async function withEngine<T>(work: (engine: BrowserEngine, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-analyze-'));
  const driver = localDriver({ log: silentLog, env: process.env, headless: true });
  const browser = new BrowserProcess({
    clock: systemClock(),
    log: silentLog,
    instance: 'bench',
    driver,
    outputDir: folder,
  });
  try {
    return await work(new BrowserEngine(browser), folder);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reading alone: the thread has the engine already, as in the second of several runs; the first is told beside. */
async function trace(url: string): Promise<boolean> {
  return withEngine(async (engine, folder) => {
    const tab = await engine.tab();
    const path = join(folder, 'trace.json');
    let bytes = 0;
    for (let loads = 1; bytes < TRACE_BYTES; loads++) {
      const taken = await PageTrace.start(tab);
      for (let load = 0; load < loads; load++) {
        await tab.page.goto(url);
        await tab.page.click('#go');
        await tab.page.waitForTimeout(500);
      }
      await writeFile(
        path,
        taken.end((value) => value),
      );
      bytes = (await stat(path)).size;
    }
    const reader = new TraceReader();
    const { signal } = new AbortController();
    const first = await timed(() => reader.read(path, signal));
    const rounds = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await timed(() => reader.read(path, signal)));
    await reader.end();
    const [ms, cpu] = [median(rounds.map((one) => one.ms)), median(rounds.map((one) => one.cpu))];
    say(
      `| insights of a trace of ${(bytes / 1e6).toFixed(1)} MB | ${ms.toFixed(0)} ms (${cpu.toFixed(0)} ms of processor; the first ${first.ms.toFixed(0)}) | ${TRACE_BAR_MS} ms | ${held(ms <= TRACE_BAR_MS)} |`,
    );
    return ms <= TRACE_BAR_MS;
  });
}

/** What the page's own thread has worked, in milliseconds. */
async function pageClock(tab: Tab): Promise<() => Promise<number>> {
  const session = await tab.page.context().newCDPSession(tab.page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
}

/**
 * Both over the same page with the same rules, in turns; the bare one has axe-core in the page already, as ours has.
 * Beside the time on the clock stands what the page's thread and this process have worked.
 */
async function accessibility(url: string): Promise<boolean> {
  return withEngine(async (engine) => {
    const tab = await engine.tab();
    await tab.page.goto(url);
    const { default: axe } = await import('axe-core');
    await tab.page.evaluate(axe.source);
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const bare = `axe.run({ runOnly: { type: 'tag', values: ${JSON.stringify(tags)} }, resultTypes: ['violations', 'incomplete'] }).then(() => 1)`;
    const wanted = { selector: undefined, tags, isFresh: true };
    await runAxe(tab, wanted);
    const worked = await pageClock(tab);
    const once = async (work: () => Promise<unknown>) => {
      const before = await worked();
      const { ms, cpu } = await timed(work);
      return { ms, cpu: cpu + (await worked()) - before };
    };
    const [plain, ours]: [{ ms: number; cpu: number }[], { ms: number; cpu: number }[]] = [[], []];
    const bareOnce = async () => plain.push(await once(() => tab.page.evaluate(bare)));
    const oursOnce = async () => ours.push(await once(() => runAxe(tab, wanted)));
    // Each goes first in every other round: what one leaves to be tidied up falls to the next.
    for (let round = 0; round < AXE_ROUNDS; round++)
      for (const run of round % 2 === 0 ? [bareOnce, oursOnce] : [oursOnce, bareOnce]) await run();
    const [by, of] = [
      (what: 'ms' | 'cpu') => median(ours.map((one) => one[what])),
      (what: 'ms' | 'cpu') => median(plain.map((one) => one[what])),
    ];
    const ratio = by('ms') / of('ms');
    say(
      `| accessibility, ours to bare axe-core | ${by('ms').toFixed(0)} to ${of('ms').toFixed(0)} ms, ${ratio.toFixed(2)} (processor ${by('cpu').toFixed(0)} to ${of('cpu').toFixed(0)} ms, ${(by('cpu') / of('cpu')).toFixed(2)}) | ${AXE_BAR} | ${held(ratio <= AXE_BAR)} |`,
    );
    return ratio <= AXE_BAR;
  });
}

interface ToolAnswer {
  readonly result?: {
    readonly content?: readonly { readonly text?: string }[];
    readonly structuredContent?: Record<string, unknown>;
  };
}

type ToolCall = (name: string, args: object) => Promise<ToolAnswer>;

async function withServer<T>(args: readonly string[], work: (call: ToolCall, pid: number) => Promise<T>) {
  const home = await mkdtemp(join(tmpdir(), 'bench-analyze-'));
  const client = new RawClient(args, home, home);
  try {
    await client.initialize();
    client.initialized();
    return await work(
      async (name, input) => JSON.parse(await client.request('tools/call', { name, arguments: input })),
      client.child.pid!,
    );
  } finally {
    const ended = new Promise((done) => client.child.once('exit', done));
    client.child.stdin.end();
    const late = setTimeout(() => client.child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
    await rm(home, { recursive: true, force: true });
  }
}

const browser = await findBrowser({ env: process.env });
const gasoline = [
  join(root, 'bin/gasoline-mcp.cjs'),
  '--standalone',
  '--headless',
  '--isolated',
  '--no-sandbox',
  '--rate-limit',
  '0',
];
const peer = [
  join(root, '.bench/node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
  ...[
    '--headless',
    '--isolated',
    '--no-usage-statistics',
    '--no-performance-crux',
    '--chrome-arg=--no-sandbox',
    '--executablePath',
    browser?.path ?? '',
  ],
];

/** Of all threads of a process, counted in hundredths of a second. */
async function processorMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function archive(url: string): Promise<boolean> {
  return withServer(gasoline, async (call, pid) => {
    await call('interact', { action: 'navigate', url });
    const script = `(async () => { let left = ${REQUESTS}; const work = async () => { while (left-- > 0) await fetch('/small?' + left).then((one) => one.text()); }; await Promise.all(Array.from({ length: 6 }, work)); return 'done'; })()`;
    await call('interact', { action: 'execute_js', script, timeout_ms: 60_000, background: true });
    let entries = 0;
    for (const end = performance.now() + 120_000; entries < REQUESTS && performance.now() < end; ) {
      await new Promise((done) => setTimeout(done, 1_000));
      const { result } = await call('generate', { format: 'har', save_to: 'walk.har' });
      entries = Number(result?.structuredContent?.entries_count ?? 0);
    }
    const [rounds, before]: [number[], number] = [[], await processorMs(pid)];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push((await timed(() => call('generate', { format: 'har', save_to: 'walk.har' }))).ms);
    const ms = median(rounds);
    const each = ((await processorMs(pid)) - before) / ROUNDS;
    say(
      `| an archive of ${entries} requests | ${ms.toFixed(0)} ms (${each.toFixed(0)} ms of the server's processor time) | ${HAR_BAR_MS} ms | ${held(ms <= HAR_BAR_MS && entries >= REQUESTS)} |`,
    );
    return ms <= HAR_BAR_MS && entries >= REQUESTS;
  });
}

/** Theirs are the names in the list that their answer ends with. */
async function insights(url: string): Promise<boolean> {
  const theirs = await withServer(peer, async (call) => {
    await call('navigate_page', { pageId: 1, type: 'url', url });
    const { result } = await call('performance_start_trace', {
      pageId: 1,
      reload: true,
      autoStop: true,
    });
    const text = result?.content?.map((one) => one.text ?? '').join('\n') ?? '';
    return [...new Set([...text.matchAll(/insight name: (\w+)/gi)].map(([, name]) => name!))];
  });
  const ours = await withServer(gasoline, async (call) => {
    await call('interact', { action: 'navigate', url });
    const asked = await call('analyze', { what: 'performance', trace: 'load', background: true });
    const id = asked.result?.structuredContent?.correlation_id;
    for (;;) {
      const { result } = await call('observe', {
        what: 'command_result',
        correlation_id: id,
        budget: 100_000,
      });
      const told = result?.structuredContent as {
        final?: boolean;
        result?: { insights: { name: string }[]; passed: string[] };
      };
      if (told?.final)
        return [...(told.result?.insights.map(({ name }) => name) ?? []), ...(told.result?.passed ?? [])];
      await new Promise((done) => setTimeout(done, 200));
    }
  });
  const missing = theirs.filter((name) => !ours.includes(name));
  const isHeld = theirs.length > 0 && missing.length === 0;
  say(
    `| insights that chrome-devtools-mcp names (${theirs.join(', ')}) | ours name ${ours.length}, without ${missing.join(', ') || 'none of theirs'} | all | ${held(isHeld)} |`,
  );
  return isHeld;
}

const PARTS = { trace, axe: accessibility, har: archive, insights };

/** Prints a Markdown table and says whether every bar was held. */
async function run(part: string | undefined): Promise<boolean> {
  const own = await site();
  say(`load average ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores\n`);
  say('| what | measured | bar | |\n|---|---|---|---|');
  let isHeld = true;
  try {
    for (const [name, work] of Object.entries(PARTS))
      if (!part || part === name) isHeld = (await work(own.url)) && isHeld;
  } finally {
    own.close();
  }
  return isHeld;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await run(process.argv[2])) ? 0 : 1;
