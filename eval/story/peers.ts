/** The same faults seen with tools that stop at the browser: whether their answers hold anything that tells of the cause. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RawClient } from '../../bench/raw-client.ts';
import type { ShopFault } from './faults.ts';
import type { Stand } from './stand.ts';

const modules = resolve(import.meta.dirname, '../../.bench/node_modules');
const MOST_REQUESTS = 40;

interface Peer {
  readonly name: string;
  arguments(browser: string): string[];
  readonly open: (url: string) => readonly [tool: string, args: object];
  readonly run: (code: string) => readonly [tool: string, args: object];
  /** Everything that it can say of what happened. */
  look(call: Call): Promise<string>;
}

type Call = (tool: string, args?: object) => Promise<string>;

/** Its first page; the other one takes no notice. */
const PAGE = { pageId: 1 };

/** The details of so many requests of a list, by the numbers that it gives them. */
async function detailed(
  call: Call,
  list: string,
  numbers: RegExp,
  tool: string,
  name: string,
  more: object = {},
) {
  // The page and its scripts hold words of every fault.
  const told = list.split('\n').filter((line) => !/(\.js|:\d+\/) /.test(line));
  const found = [...told.join('\n').matchAll(numbers)]
    .map(([, number]) => Number(number))
    .slice(-MOST_REQUESTS);
  const details: string[] = [];
  for (const number of found) details.push(await call(tool, { ...PAGE, ...more, [name]: number }));
  return details.join('\n');
}

export const PEERS: readonly Peer[] = [
  {
    name: 'chrome-devtools-mcp',
    arguments: (browser) => [
      join(modules, 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
      ...['--headless', '--isolated', '--executablePath', browser, '--chromeArg=--no-sandbox'],
      '--no-usage-statistics',
    ],
    open: (url) => ['navigate_page', { ...PAGE, type: 'url', url }],
    run: (code) => ['evaluate_script', { ...PAGE, function: `() => { ${code} }` }],
    look: async (call) => {
      const list = await call('list_network_requests', PAGE);
      const bodies = await detailed(call, list, /reqid=(\d+) /g, 'get_network_request', 'reqid');
      return [await call('list_console_messages', PAGE), list, bodies].join('\n');
    },
  },
  {
    name: '@playwright/mcp',
    arguments: (browser) => [
      join(modules, '@playwright/mcp/cli.js'),
      ...['--headless', '--isolated', '--no-sandbox', '--executable-path', browser],
    ],
    open: (url) => ['browser_navigate', { url }],
    run: (code) => ['browser_evaluate', { function: `() => { ${code} }` }],
    look: async (call) => {
      const list = await call('browser_network_requests', { static: true });
      const ask = (more: object) =>
        detailed(call, list, /^(\d+)\. /gm, 'browser_network_request', 'index', more);
      const bodies = `${await ask({})}\n${await ask({ part: 'response-body' })}`;
      const lines = await call('browser_console_messages', { level: 'debug' });
      return [lines, list, bodies, await call('browser_snapshot')].join('\n');
    },
  },
];

/** By fault, whether anything told of it. */
export async function tryPeer(
  peer: Peer,
  stand: Stand,
  faults: readonly ShopFault[],
  browser: string,
): Promise<ReadonlyMap<string, boolean>> {
  const home = mkdtempSync(join(tmpdir(), 'story-peer-'));
  const client = new RawClient(peer.arguments(browser), home, home);
  const call: Call = async (name, args = {}) => {
    const line = await client.request('tools/call', { name, arguments: args });
    const { result, error } = JSON.parse(line) as {
      result?: { content: { text?: string }[]; isError?: boolean };
      error?: { message: string };
    };
    const said = result?.content.map((block) => block.text ?? '').join('\n') ?? error?.message ?? '';
    // A tool that was asked wrongly shows nothing, and that must not count.
    if (error || (result?.isError && !said.includes('net::'))) throw new Error(`${name}: ${said}`);
    return said;
  };
  const shown = new Map<string, boolean>();
  try {
    await client.initialize();
    client.initialized();
    for (const fault of faults) {
      const press = `document.getElementById(${JSON.stringify(fault.deed)})?.click()`;
      if (fault.hasBefore) {
        await stand.turn('');
        await call(...peer.open(stand.url));
        await call(...peer.run(press));
        await sleep(500);
      }
      await stand.turn(fault.name);
      await call(...peer.open('about:blank'));
      await call(...peer.open(stand.url));
      if (fault.deed !== '') await call(...peer.run(press));
      await sleep(fault.wait ?? 900);
      const said = await peer.look(call);
      shown.set(fault.name, fault.cause.test(said) || fault.sign?.test(said) === true);
    }
  } finally {
    client.child.stdin.end();
    client.child.kill();
  }
  return shown;
}
