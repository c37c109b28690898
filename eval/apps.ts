/**
 * Real applications that nobody here wrote: jobs done in each through our server and through @playwright/mcp, and what
 * the answers were worth. `npm run eval -- apps --help`
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../src/engines/browser/launch/find-browser.ts';
import { freePort } from '../test/kit/free-port.ts';
import { doJob, type Outcome } from './apps/agent.ts';
import type { App, World } from './apps/app.ts';
import { bring } from './apps/bring.ts';
import { Client, type Contender, OURS, THEIRS } from './apps/contender.ts';
import { APPS } from './apps/list/index.ts';
import { Observer } from './apps/observer.ts';
import { barsOf, complaints, HEAD, type JobRow, rowOf } from './apps/report.ts';
import { say } from './options.ts';

const HELP = `npm run eval -- apps [options]

Brings each application into a cache, starts it twice on loopback, does its jobs through our server and through
@playwright/mcp, asks the application itself whether they are done, and prints a table with the bars.

  --list           the applications and their jobs
  --only APP       only this application; may be repeated
  --job WORDS      only jobs whose name contains these words
  --cache FOLDER   where packages are kept (default ~/.cache/sensorium-eval)
  --out FOLDER     where the details of each job go, a JSON file for each application (default CACHE/results)
  --verbose        print every call and answer of ours

right    the application itself holds what the job was for
early    what the step was for, or the next one needs, came after the answer
false    "Nothing … changed", and a second client of the browser saw that it had
untold   what the step was for was on the page and not in the answer
lost     what a step needs is in no outline, or what it is for never came
`;

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    job: { type: 'string', default: '' },
    cache: {
      type: 'string',
      default: join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sensorium-eval'),
    },
    out: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const out = values.out ?? join(values.cache, 'results');

/** One of the two, with an application of its own. */
interface Stand {
  readonly contender: Contender;
  readonly client: Client;
  readonly world: World;
  close(): Promise<void>;
}

async function standOf(contender: Contender, app: App, packages: string, browser: string): Promise<Stand> {
  const data = mkdtempSync(join(tmpdir(), `eval-${app.name}-`));
  const running = await app.start({ packages, data });
  const devtools = await freePort();
  const client = new Client(contender, browser, devtools);
  await client.initialize();
  client.initialized();
  const page = new Observer(devtools);
  const json = async (path: string, init?: RequestInit) =>
    (await fetch(new URL(path, running.url), init)).json() as Promise<unknown>;
  return {
    contender,
    client,
    world: { ...running, packages, data, page, json },
    close: async () => {
      page.close();
      await client.close();
      await running.stop();
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Both at once and in turns, job by job: what the machine does besides then slows both. */
async function evaluate(app: App, browser: string): Promise<JobRow[]> {
  const packages = await bring(app, values.cache);
  const stands: Stand[] = [];
  try {
    for (const contender of [OURS, THEIRS]) stands.push(await standOf(contender, app, packages, browser));
    // A start of the browser is no opening of a page.
    for (const { client } of stands) await client.call('browser_navigate', { url: 'about:blank' });
    const rows: JobRow[] = [];
    for (const [place, job] of app.jobs.filter(({ name }) => name.includes(values.job)).entries()) {
      const done = new Map<Contender, Outcome>();
      for (const { contender, client, world } of place % 2 ? stands.toReversed() : stands)
        done.set(contender, await doJob(job, contender, client, world));
      const row = { app: app.name, job: job.name, ours: done.get(OURS)!, theirs: done.get(THEIRS)! };
      rows.push(row);
      if (values.verbose) for (const { call, answer } of row.ours.transcript) say(`> ${call}\n${answer}`);
      for (const line of complaints(row)) say(`  ${line}`);
      if (!row.theirs.isRight) say(`  (theirs wrong: ${job.name}: ${row.theirs.wrong})`);
    }
    return rows;
  } finally {
    for (const stand of stands) await stand.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

async function run(apps: readonly App[]): Promise<void> {
  const browser = await findBrowser({ env: process.env });
  if (!browser) throw new Error('No browser was found; install Chrome or Chromium.');
  mkdirSync(out, { recursive: true });
  const all: JobRow[] = [];
  const table: string[] = [];
  for (const app of apps) {
    say(`${app.name} (${app.kind})`);
    try {
      const rows = await evaluate(app, browser.path);
      writeFileSync(join(out, `${app.name}.json`), JSON.stringify(rows, undefined, 1));
      all.push(...rows);
      table.push(rowOf(app.name, rows));
    } catch (error) {
      process.exitCode = 1;
      table.push(`| ${app.name} | could not be tried |`);
      say(`  ${app.name} could not be tried: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  say(
    `\nEach figure: ${OURS.name} / ${THEIRS.name}.\n\n${HEAD}\n${table.join('\n')}\n${rowOf('in all', all)}\n`,
  );
  const bars = barsOf(all);
  for (const { name, isHeld, value } of bars) say(`${isHeld ? 'held  ' : 'MISSED'} ${name}: ${value}`);
  writeFileSync(join(out, 'bars.json'), JSON.stringify(bars, undefined, 1));
  say(`\nDetails: ${out}`);
  if (bars.some(({ isHeld }) => !isHeld)) process.exitCode = 1;
}

if (values.help) say(HELP);
else if (values.list)
  for (const { name, kind, jobs } of APPS)
    say(`${name} (${kind})\n${jobs.map((job) => `  ${job.name}`).join('\n')}`);
else {
  const unknown = values.only?.find((name) => !APPS.some((app) => app.name === name));
  if (unknown)
    throw new Error(
      `There is no application "${unknown}"; there are ${APPS.map(({ name }) => name).join(', ')}.`,
    );
  await run(values.only ? APPS.filter(({ name }) => values.only!.includes(name)) : APPS);
}
