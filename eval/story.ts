/** Whether the true cause of a fault is told from nothing but the record. `npm run eval -- story --help` */
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findBrowser } from '../src/engines/browser/launch/find-browser.ts';
import { bring } from './apps/bring.ts';
import { say } from './options.ts';
import { BLIND, FAULTS, LATE, type ShopFault } from './story/faults.ts';
import {
  type Asking,
  type LinkScore,
  ofLibrary,
  ofShop,
  scoreLinks,
  sendLabelled,
} from './story/link-truth.ts';
import { trySdk } from './story/otel.ts';
import { PEERS, tryPeer } from './story/peers.ts';
import { type Stand, startStand } from './story/stand.ts';

const HELP = `npm run eval -- story [options]

Starts a shop of Express, PostgreSQL, Redis and React on loopback, breaks it in one way at a time, presses a button in
its page, and looks whether explain names the true cause. Then how many links from requests to queries are right.

  --only NAME      only this fault; may be repeated
  --links-only     only the links
  --faults-only    only the faults
  --peers-only     only what other tools show of the same faults
  --otel-only      only the shop with OpenTelemetry's own instrumentation
  --readme         put what wire_exchanges and explain say of n+1 into the README
  --verbose        print the whole answers
  --cache FOLDER   where packages are kept (default ~/.cache/sensorium-eval)
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    'links-only': { type: 'boolean', default: false },
    'faults-only': { type: 'boolean', default: false },
    'peers-only': { type: 'boolean', default: false },
    'otel-only': { type: 'boolean', default: false },
    readme: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    cache: {
      type: 'string',
      default: join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sensorium-eval'),
    },
    help: { type: 'boolean', default: false },
  },
});

const SHOP = {
  name: 'story-shop',
  npm: ['express@5.1.0', 'pg@8.16.3', 'redis@5.8.2', 'ws@8.18.3', 'react@18.3.1', 'react-dom@18.3.1'],
};

/** Shares of the faults, and the bars of the links. */
const BARS = { first: 34 / 40, three: 38 / 40, certain: 0.99, traced: 0.97, single: 0.9, eight: 0.5 };
const USUAL_MS = 900;

interface Row {
  readonly fault: ShopFault;
  readonly isFirst: boolean;
  readonly isAmongThree: boolean;
  readonly line: string;
  readonly text: string;
  readonly ms: number;
}

async function tryFault(stand: Stand, fault: ShopFault): Promise<Row> {
  if (fault.hasBefore) {
    await stand.turn('');
    await stand.call('browser_navigate', { url: stand.url });
    await stand.call('browser_click', { target: `#${fault.deed}`, element: fault.deed });
    await sleep(USUAL_MS);
  }
  await stand.turn(fault.name);
  const id = `fault ${fault.name}`;
  await stand.call('browser_navigate', { url: 'about:blank' });
  if (fault.deed === '') await boundary(stand, 'start', id);
  await stand.call('browser_navigate', { url: stand.url });
  if (fault.deed !== '') {
    await boundary(stand, 'start', id);
    await stand.call('browser_click', { target: `#${fault.deed}`, element: fault.deed }).catch(() => '');
  }
  await sleep(fault.wait ?? USUAL_MS);
  await boundary(stand, 'end', id);
  const started = performance.now();
  const text = await stand.call('explain', { test_id: id });
  const ms = performance.now() - started;
  const [line = '', ...rest] = text.split('\n');
  const also = rest.slice(rest.indexOf('Also:') + 1).filter((one) => one.startsWith('- '));
  if (values.verbose) say(`\n### ${fault.name}\n${text}\n`);
  const isFirst = fault.cause.test(line);
  const isAmongThree =
    isFirst || (rest.includes('Also:') && also.slice(0, 2).some((one) => fault.cause.test(one)));
  return { fault, isFirst, isAmongThree, line, text, ms };
}

const boundary = (stand: Stand, end: 'start' | 'end', id: string) =>
  stand.call('configure', { action: `test_boundary_${end}`, test_id: id });

async function faults(modules: string): Promise<boolean> {
  const stand = await startStand(modules, { needsBrowser: true });
  try {
    const wanted = [...FAULTS, ...LATE, ...BLIND].filter(
      ({ name }) => values.only === undefined || values.only.includes(name),
    );
    const rows: Row[] = [];
    for (const fault of wanted) {
      const row = await tryFault(stand, fault);
      rows.push(row);
      say(
        `${row.isFirst ? '1st ' : row.isAmongThree ? 'top3' : 'MISS'} ${fault.name.padEnd(18)} ${row.ms.toFixed(0).padStart(5)} ms  ${row.line.slice(0, 150)}`,
      );
    }
    const first = rows.filter(({ isFirst }) => isFirst).length;
    const three = rows.filter(({ isAmongThree }) => isAmongThree).length;
    const times = rows.map(({ ms }) => ms).toSorted((one, other) => one - other);
    say(
      `first line ${first} of ${rows.length}, first three ${three} of ${rows.length}; explain p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(0)} ms`,
    );
    return first >= rows.length * BARS.first && three >= rows.length * BARS.three;
  } finally {
    await stand.close();
  }
}

async function links(modules: string): Promise<boolean> {
  const ways: readonly (readonly [string, number, boolean, number, Asking, string?])[] = [
    ['with traceparent, eight at a time', 8, true, BARS.traced, ofShop],
    ['without, one at a time', 1, false, BARS.single, ofShop],
    ['without, eight at a time', 8, false, BARS.eight, ofShop],
    ...[1, 2, 3].map(
      (seed) =>
        [`another application, seed ${seed}`, 8, false, BARS.eight, ofLibrary(seed), 'library.cjs'] as const,
    ),
  ];
  let isHeld = true;
  for (const [name, atOnce, isTraced, bar, ask, application] of ways) {
    const stand = await startStand(modules, { needsBrowser: false, ...(application && { application }) });
    let sent: Awaited<ReturnType<typeof sendLabelled>>;
    const kept = join(values.cache, 'story-record');
    try {
      await stand.turn('');
      sent = await sendLabelled(stand, ask, 200, atOnce, isTraced);
      await sleep(1500);
      await stand.keep(kept);
    } finally {
      await stand.close();
    }
    const score: LinkScore = await scoreLinks(kept, sent);
    const { precision, counts } = score;
    say(
      `${name}: ${score.queries} queries, recall ${score.recall.toFixed(3)} (bar ${bar}); precision certain ${precision.certain.toFixed(3)} of ${counts.certain}, likely ${precision.likely.toFixed(3)} of ${counts.likely}, possible ${precision.possible.toFixed(3)} of ${counts.possible}`,
    );
    isHeld &&= score.recall >= bar && (counts.certain === 0 || precision.certain >= BARS.certain);
  }
  return isHeld;
}

/** What tools that stop at the browser show of the same faults. */
async function peers(modules: string): Promise<boolean> {
  const browser = await findBrowser({ env: process.env });
  if (!browser) throw new Error('No browser was found; install Chrome or Chromium.');
  const all = [...FAULTS, ...LATE, ...BLIND].filter(
    ({ name }) => values.only === undefined || values.only.includes(name),
  );
  for (const peer of PEERS) {
    const stand = await startStand(modules, { needsBrowser: false });
    try {
      const shown = await tryPeer(peer, stand, all, browser.path);
      const names = (isShown: boolean) => [...shown].flatMap(([name, is]) => (is === isShown ? [name] : []));
      say(`${peer.name}: ${names(true).length} of ${all.length}: ${names(true).join(', ')}`);
      say(`  not: ${names(false).join(', ')}`);
    } finally {
      await stand.close();
    }
  }
  return true;
}

const SDK = { name: 'story-otel', npm: ['@opentelemetry/auto-instrumentations-node@0.78.0'] };
const INSTRUMENTED = ['http', 'express', 'pg', 'redis'];

async function otel(modules: string): Promise<boolean> {
  const counts = await trySdk(modules, await bring(SDK, values.cache));
  say(`spans by OpenTelemetry: ${[...counts].map(([scope, count]) => `${scope} ${count}`).join(', ')}`);
  return INSTRUMENTED.every((name) => counts.has(`@opentelemetry/instrumentation-${name}`));
}

const README = resolve(import.meta.dirname, '../README.md');
const PLACE = /(<!-- put here by npm run eval -- story --readme -->\n)[\s\S]*?(<!-- end -->)/;
/** As people mostly have them. */
const TAPS = { shop: 3000, db: 6543 };
const MOST_COLUMNS = 150;

/** The README shows what was really said. */
async function readme(modules: string): Promise<boolean> {
  const stand = await startStand(modules, { needsBrowser: true, taps: TAPS });
  try {
    const [fault] = FAULTS.filter(({ name }) => name === 'n+1');
    if (!fault) return false;
    await stand.turn(fault.name);
    const since = new Date().toISOString();
    await (await fetch(`${stand.url}/api/orders`)).text();
    await sleep(USUAL_MS);
    const asked = await stand.call('wire_exchanges', { port: TAPS.db, since, limit: 3 });
    const [, count, ms] = /^(\d+)× .*? \| ([\d.]+) ms together/m.exec(asked) ?? [];
    if (count === undefined) throw new Error(`no statement was asked more than once:\n${asked}`);
    const { text } = await tryFault(stand, fault);
    const said = [
      '**You:** my orders page is slow. What does the service really send to Postgres?',
      '',
      `**Agent:** *add-port-rule* on port ${TAPS.db}, in front of the database. Point \`DATABASE_URL\` at it and reload the page.`,
      `*wire_exchanges* \`{port: ${TAPS.db}}\`:`,
      ...quoted(asked),
      `The page asks for the customer of each order by itself: ${count} queries after the first one, ${ms} ms together.`,
      '',
      '**You:** and from the click on?',
      '',
      `**Agent:** *add-port-rule* for the service, too, *browser_click* "orders", *explain*:`,
      ...quoted(text),
    ];
    const whole = readFileSync(README, 'utf8');
    if (!PLACE.test(whole)) throw new Error('README.md has no place for it');
    const lines = said.map((line) => `${`> ${line}`.trimEnd()}\n`).join('');
    writeFileSync(
      README,
      whole.replace(PLACE, (_, begin: string, end: string) => begin + lines + end),
    );
    return true;
  } finally {
    await stand.close();
  }
}

/** Without the marks of what others said, and the calls that only the evaluation makes. */
function quoted(answer: string): string[] {
  const lines = answer
    .split('\n')
    .filter((line) => !/^<\/?(page|wire) /.test(line) && !/ call (configure|browser_)/.test(line));
  return ['```', ...lines.map((line) => line.slice(0, MOST_COLUMNS)), '```'];
}

if (values.help) say(HELP);
else {
  const modules = await bring(SHOP, values.cache);
  const {
    readme: isReadme,
    'peers-only': isPeers,
    'otel-only': isOtel,
    'links-only': isLinks,
    'faults-only': isFaults,
  } = values;
  const parts: (() => Promise<boolean>)[] = isReadme
    ? [() => readme(modules)]
    : isPeers
      ? [() => peers(modules)]
      : [
          ...(isLinks || isOtel ? [] : [() => faults(modules)]),
          ...(isFaults || isOtel ? [] : [() => links(modules)]),
          ...(isFaults || isLinks ? [] : [() => otel(modules)]),
        ];
  for (const part of parts) if (!(await part())) process.exitCode = 1;
}
