// What browser work costs beside the published @playwright/mcp: characters, latency, start, memory.
//   npm run bench -- browser [--repetitions 5]
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../src/engines/browser/launch/find-browser.ts';
import { FIELDS, servePages } from './browser-pages.ts';
import { RawClient, residentKb } from './raw-client.ts';

const root = resolve(import.meta.dirname, '..');
const peerScript = join(root, '.bench/node_modules/@playwright/mcp/cli.js');
interface Contender {
  readonly name: string;
  readonly args: readonly string[];
  /** What it calls the argument that names an element. */
  readonly find: (text: string, role: string, name: string) => string;
}

const browser = await findBrowser({ env: process.env });
if (!browser) throw new Error('No browser was found; install Chrome or Chromium.');
const shared = ['--headless', '--isolated', '--no-sandbox', '--executable-path', browser.path];

const CONTENDERS: readonly Contender[] = [
  {
    name: 'viewpoint-mcp',
    args: [join(root, 'bin/viewpoint-mcp.cjs'), '--standalone', '--rate-limit', '0', ...shared],
    find: (text, role, name) =>
      new RegExp(`${role} ${JSON.stringify(name)} \\[(e\\d+)`).exec(text)?.[1] ?? missing(text, role, name),
  },
  {
    name: '@playwright/mcp',
    args: [peerScript, ...shared],
    find: (text, role, name) =>
      new RegExp(`${role} ${JSON.stringify(name)} (?:\\[[^\\]]*\\] )*?\\[ref=((?:f\\d+)?e\\d+)\\]`).exec(
        text,
      )?.[1] ?? missing(text, role, name),
  },
];

function missing(text: string, role: string, name: string): never {
  throw new Error(`no ${role} "${name}" in:\n${text.slice(0, 2000)}`);
}

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
}

/** The user's own folder stays from one start to the next, as it does in life; what a start leaves there may help. */
const userHome = mkdtempSync(join(tmpdir(), 'bench-user-'));
process.once('exit', () => rmSync(userHome, { recursive: true, force: true }));

class Client extends RawClient {
  readonly home: string;
  /** Characters of all answers to tool calls, pictures left out. */
  characters = 0;

  constructor(contender: Contender) {
    const home = mkdtempSync(join(tmpdir(), 'bench-'));
    super(contender.args, userHome, home);
    this.home = home;
  }

  override async initialize(): Promise<string> {
    const answer = await super.initialize();
    this.initialized();
    return answer;
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<{ text: string; ms: number }> {
    const began = performance.now();
    const line = await this.request('tools/call', { name, arguments: args });
    const ms = performance.now() - began;
    const { result, error } = JSON.parse(line) as {
      result?: { content: Content[]; isError?: boolean };
      error?: unknown;
    };
    if (!result || result.isError)
      throw new Error(`${name} ${JSON.stringify(args)}: ${JSON.stringify(error ?? result)}`);
    const text = result.content.map((block) => block.text ?? '').join('\n');
    this.characters += JSON.stringify(result.content.filter(({ type }) => type !== 'image')).length;
    return { text, ms };
  }

  /** Resident memory of the server itself, and the proportional one of its browser, in megabytes. */
  memory(): { server: number; browser: number } {
    const [server, ...others] = this.family();
    return {
      server: residentKb(server!) / 1024,
      browser: others.reduce((sum, pid) => sum + pssOf(pid), 0) / 1024,
    };
  }

  /** Characters of files that answers point to and an agent may read. */
  filed(): number {
    const names = readdirSync(this.home, { recursive: true, encoding: 'utf8' });
    const files = names.filter((name) => /\.(yml|log|txt)$/.test(name)).map((name) => join(this.home, name));
    return files.reduce((sum, file) => sum + statSync(file).size, 0);
  }

  async close(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.child.once('close', () => resolve()));
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 8000);
    await gone;
    clearTimeout(timer);
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function pssOf(pid: number): number {
  try {
    return Number(/Pss:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it ended meanwhile
  }
}

// ---------------------------------------------------------------------------------------------------- flows

/** The same 23 calls for both: a form, a table of 500 rows, a documentation page. */
async function flow(
  client: Client,
  contender: Contender,
  site: { origin: string; doc: string },
): Promise<number> {
  const before = client.characters;
  let calls = 0;
  const call = (name: string, args: Record<string, unknown> = {}) => {
    calls++;
    return client.call(name, args);
  };
  const { find } = contender;
  await call('browser_navigate', { url: `${site.origin}/form` });
  const page = (await call('browser_snapshot')).text;
  const at = (role: string, name: string) => find(page, role, name);
  for (const name of FIELDS.slice(0, 3))
    await call('browser_type', { target: at('textbox', name), element: name, text: `${name} value` });
  await call('browser_fill_form', {
    fields: FIELDS.slice(3, 8).map((name) => ({
      target: at('textbox', name),
      element: name,
      name,
      type: 'textbox',
      value: 'x',
    })),
  });
  await call('browser_click', { target: at('checkbox', 'Agree'), element: 'Agree' });
  await call('browser_select_option', {
    target: at('combobox', 'Country'),
    element: 'Country',
    values: ['Germany'],
  });
  await call('browser_click', { target: at('button', 'Send'), element: 'Send' });
  await call('browser_wait_for', { text: 'Thank you' });
  await call('browser_navigate', { url: `${site.origin}/table` });
  const rows = (await call('browser_snapshot')).text;
  for (const n of [1, 2, 3])
    await call('browser_click', { target: find(rows, 'button', `Mark ${n}`), element: `Mark ${n}` });
  await call('browser_snapshot');
  await call('browser_evaluate', { function: '() => document.title' });
  await call('browser_navigate', { url: site.doc });
  await call('browser_snapshot');
  await call('browser_press_key', { key: 'End' });
  await call('browser_console_messages');
  await call('browser_network_requests');
  await call('browser_take_screenshot');
  if (calls !== 23) throw new Error(`the flow has ${calls} calls`);
  return client.characters - before;
}

/** Rounds of single calls for each repetition. */
const ROUNDS = 5;
/** Starts for each repetition: one takes as long as the machine pleases. */
const STARTS = 3;

interface Latency {
  readonly click: number[];
  readonly type: number[];
  readonly navigate: number[];
  readonly snapshot: number[];
}

/** Both at once and in turns, round by round: what the machine does besides then slows both. */
async function latencies(origin: string, rounds: number): Promise<Map<string, Latency>> {
  const clients = CONTENDERS.map((contender) => ({ contender, client: new Client(contender) }));
  const times = new Map<string, Latency>();
  try {
    for (const { contender, client } of clients) {
      await client.initialize();
      await round(client, contender, origin); // not counted
      times.set(contender.name, { click: [], type: [], navigate: [], snapshot: [] });
    }
    for (let i = 0; i < rounds; i++) {
      for (const { contender, client } of i % 2 ? clients.toReversed() : clients) {
        const taken = await round(client, contender, origin);
        const all = times.get(contender.name)!;
        for (const key of Object.keys(all) as (keyof Latency)[]) all[key].push(...taken[key]);
      }
    }
  } finally {
    for (const { client } of clients) await client.close();
  }
  return times;
}

async function round(client: Client, { find }: Contender, origin: string): Promise<Latency> {
  const { ms: navigate } = await client.call('browser_navigate', { url: `${origin}/small` });
  const target = find((await client.call('browser_snapshot')).text, 'button', 'Press me');
  const click: number[] = [];
  for (let n = 0; n < 3; n++) click.push((await client.call('browser_click', { target, element: 'b' })).ms);
  await client.call('browser_navigate', { url: `${origin}/form` });
  const field = find((await client.call('browser_snapshot')).text, 'textbox', 'Field 1');
  const { ms: type } = await client.call('browser_type', { target: field, element: 'f', text: 'words' });
  await client.call('browser_navigate', { url: `${origin}/table` });
  const { ms: snapshot } = await client.call('browser_snapshot');
  return { click, type: [type], navigate: [navigate], snapshot: [snapshot] };
}

interface Figures {
  readonly list: number;
  readonly flow: number;
  readonly flowMs: number;
  readonly filed: number;
  readonly memory: { server: number; browser: number };
}

/** A start and a page, and the end. */
async function firstPage(contender: Contender, origin: string): Promise<number> {
  const began = performance.now();
  const client = new Client(contender);
  try {
    await client.initialize();
    await client.call('browser_navigate', { url: `${origin}/small` });
    return performance.now() - began;
  } finally {
    await client.close();
  }
}

async function measure(contender: Contender, site: { origin: string; doc: string }): Promise<Figures> {
  const client = new Client(contender);
  try {
    await client.initialize();
    await client.call('browser_navigate', { url: `${site.origin}/small` });
    const tools = JSON.parse(await client.request('tools/list')) as { result: { tools: unknown } };
    const flowBegan = performance.now();
    const characters = await flow(client, contender, site);
    const flowMs = performance.now() - flowBegan;
    const filed = client.filed();
    const memory = client.memory();
    return {
      list: JSON.stringify(tools.result.tools).length,
      flow: characters,
      flowMs,
      filed,
      memory,
    };
  } finally {
    await client.close();
  }
}

/** Five pages that answer after 300 ms each, in five contexts: together, and one after the other. */
async function contexts(): Promise<{ together: number; apart: number }> {
  const server = createServer((_, response) =>
    setTimeout(() => response.setHeader('content-type', 'text/html').end('<title>x</title>x'), 300),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const client = new Client(CONTENDERS[0]!);
  const names = ['a', 'b', 'c', 'd', 'e'];
  try {
    await client.initialize();
    for (const name of names) await client.call('browser_context_create', { name });
    const visit = (context: string) => client.call('browser_navigate', { url, context });
    await Promise.all(names.map(visit));
    let began = performance.now();
    await Promise.all(names.map(visit));
    const together = performance.now() - began;
    began = performance.now();
    for (const name of names) await visit(name);
    return { together, apart: performance.now() - began };
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
}

// --------------------------------------------------------------------------------------------------- report

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Measured {
  readonly runs: readonly Figures[];
  /** To the first page. */
  readonly starts: readonly number[];
  readonly times: Latency;
}

const ROWS: readonly [string, (one: Measured) => readonly number[]][] = [
  ['characters of tools/list', ({ runs }) => runs.map((one) => one.list)],
  ['characters of the 23-call flow', ({ runs }) => runs.map((one) => one.flow)],
  ['characters in files the flow points to', ({ runs }) => runs.map((one) => one.filed)],
  ['time of the flow, ms', ({ runs }) => runs.map((one) => one.flowMs)],
  ['click, ms', ({ times }) => times.click],
  ['type, ms', ({ times }) => times.type],
  ['navigate, ms', ({ times }) => times.navigate],
  ['snapshot of 500 rows, ms', ({ times }) => times.snapshot],
  ['spawn to first page, ms', ({ starts }) => starts],
  ['memory of the server, MB', ({ runs }) => runs.map((one) => one.memory.server)],
  ['memory of the browser, MB', ({ runs }) => runs.map((one) => one.memory.browser)],
];

async function measureAll(repetitions: number, site: { origin: string; doc: string }): Promise<Measured[]> {
  // What is kept from an earlier use, compiled code and a database, is there as it is in life.
  for (let i = 0; i < 2; i++) for (const one of CONTENDERS) await firstPage(one, site.origin);
  const starts = CONTENDERS.map((): number[] => []);
  for (let i = 0; i < repetitions * STARTS; i++)
    for (const [place, one] of CONTENDERS.entries()) starts[place]!.push(await firstPage(one, site.origin));
  const runs = CONTENDERS.map((): Figures[] => []);
  for (let i = 0; i < repetitions; i++)
    for (const [place, one] of CONTENDERS.entries()) runs[place]!.push(await measure(one, site));
  const times = await latencies(site.origin, repetitions * ROUNDS);
  return CONTENDERS.map(({ name }, place) => ({
    runs: runs[place]!,
    starts: starts[place]!,
    times: times.get(name)!,
  }));
}

async function run(repetitions: number): Promise<void> {
  const site = await servePages();
  const [ours, theirs] = await measureAll(repetitions, site).finally(site.close);
  say(
    `\nMedian of ${repetitions} interleaved runs, of ${repetitions * STARTS} starts and of ${repetitions * ROUNDS} rounds for single calls. Documentation page: ${site.doc.split('/').at(-1)}.\n`,
  );
  say('| | viewpoint-mcp | @playwright/mcp | ratio |\n|---|---|---|---|');
  const ratios = new Map<string, number>();
  for (const [name, get] of ROWS) {
    const [mine, other] = [median(get(ours!)), median(get(theirs!))];
    ratios.set(name, mine / other);
    say(`| ${name} | ${mine.toFixed(0)} | ${other.toFixed(0)} | ${(mine / other).toFixed(2)} |`);
  }
  const parallel = await contexts();
  say(
    `\nFive contexts, pages of 300 ms: ${parallel.together.toFixed(0)} ms together, ${parallel.apart.toFixed(0)} ms one after the other.\n`,
  );
  const bars: [string, number][] = [
    ['characters of the 23-call flow', 0.15],
    ['click, ms', 0.4],
    ['snapshot of 500 rows, ms', 1],
    ['spawn to first page, ms', 0.8],
  ];
  for (const [name, most] of bars) {
    const ratio = ratios.get(name)!;
    say(`${ratio <= most ? 'held  ' : 'MISSED'} ${name}, at most ${most}: ${ratio.toFixed(2)}`);
  }
}

const { values } = parseArgs({ options: { repetitions: { type: 'string', default: '5' } } });
await run(Number(values.repetitions));
