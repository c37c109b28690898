/**
 * Random calls on every page, and kills in the middle of calls: everything is answered in time, nothing breaks,
 * nothing is left behind. A few in the normal run; SENSORIUM_FULL=1 makes it 200 calls a page and 50 kills.
 */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { Chance } from '../../eval/corpus/random.ts';
import { toolsets } from '../../src/toolsets/index.ts';
import { type BrowserKit, browserKit } from '../kit/browser-kit.ts';
import { randomArguments } from '../kit/random-arguments.ts';

const isFull = process.env.SENSORIUM_FULL === '1';
const CALLS = isFull ? 200 : 6;
const KILLS = isFull ? 50 : 3;
const SEED = Number(process.env.SENSORIUM_SEED ?? 20_261_115);
/** Waits are short in these tests, so that a call over this has hung. */
const LIMIT_MS = 20_000;

const PAGES = [
  ...['index', 'form', 'iframes', 'shadow', 'dialogs', 'drag', 'upload', 'downloads', 'popups'],
  ...['scroll', 'requests', 'worker', 'csp', 'noisy'],
].map((name) => `/${name}.html`);
const ALL_PAGES = [...PAGES, '/table.html?rows=500', '/slow?ms=300', '/status?code=500'];

const FLAGS = [
  ...['--caps', 'extra,vision,pdf,network,storage,testing,devtools,config'],
  ...['--timeout-action', '700', '--timeout-navigation', '2000', '--timeout-settle', '200'],
];

async function start(t: TestContext): Promise<BrowserKit> {
  const kit = await browserKit(t, [...FLAGS, '--call-timeout', '15'], {
    env: { SENSORIUM_TIMEOUT_EXPECT: '300' },
  });
  return kit;
}

async function allTools() {
  const names = [
    'browser',
    ...'find extra vision pdf network storage testing devtools config'
      .split(' ')
      .map((one) => `browser-${one}`),
  ];
  const loaded = await Promise.all(
    Object.entries(toolsets)
      .filter(([name]) => names.includes(name))
      .map(([, load]) => load()),
  );
  // Installing would ask the world.
  return loaded.flatMap(({ tools }) => [...tools]).filter(({ name }) => name !== 'browser_install');
}

async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${what} did not answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

test(`${CALLS} random calls on each of ${ALL_PAGES.length} pages`, { timeout: 1_800_000 }, async (t) => {
  const kit = await start(t);
  const tools = await allTools();
  const random = new Chance(SEED);
  const codes = new Map<string, number>();
  for (const [n, path] of ALL_PAGES.entries()) {
    // Whatever state the calls before have left, a fresh browser has none of it.
    if (isFull || n % 6 === 5) await within(LIMIT_MS, 'a fresh start', kit.call('browser_close'));
    while ((await kit.call('browser_handle_dialog', { accept: false })).text.startsWith('Dismissed'));
    await kit.call('browser_network_state_set', { state: 'online' });
    await kit.call('browser_unroute');
    await kit.call('browser_tabs', { action: 'new' });
    await within(LIMIT_MS, path, kit.ok('browser_navigate', { url: kit.pages.url(path) }));
    for (let i = 0; i < CALLS; i++) {
      const tool = random.pick(tools);
      const args = randomArguments(random, tool, { url: kit.pages.url(random.pick(ALL_PAGES)) });
      const what = `${tool.name} ${JSON.stringify(args)} on ${path}, call ${i}, seed ${SEED}`;
      const { text, isError } = await within(LIMIT_MS, what, kit.call(tool, args));
      const code = isError ? (/^([A-Z_]+): /.exec(text)?.[1] ?? text) : 'ok';
      assert.ok(code !== 'INTERNAL', `${what}\n${kit.logged.at(-1)}`);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  assert.ok((codes.get('ok') ?? 0) > CALLS, `hardly any call worked: ${JSON.stringify([...codes])}`);
  assert.ok(codes.size > 3, `hardly any call failed: ${JSON.stringify([...codes])}`);
  t.diagnostic(JSON.stringify(Object.fromEntries(codes)));
});

test(`${KILLS} kills of the browser in the middle of calls`, { timeout: 900_000 }, async (t) => {
  const kit = await start(t);
  const engine = await kit.engine();
  const random = new Chance(SEED);
  const slow = () =>
    kit.call('browser_evaluate', { function: '() => new Promise((done) => setTimeout(done, 5000))' });
  const inFlight = [
    () => kit.call('browser_navigate', { url: kit.pages.url('/hang') }),
    slow,
    () => kit.call('browser_wait_for', { time: 3 }),
    () => kit.call('browser_click', { target: '#slow' }),
    () => kit.call('browser_snapshot'),
    () => kit.call('browser_take_screenshot', { fullPage: true }),
  ];
  for (let i = 0; i < KILLS; i++) {
    const opened = await within(
      LIMIT_MS,
      `the start of round ${i}`,
      kit.call('browser_navigate', { url: kit.pages.url('/index.html') }),
    );
    assert.ok(!opened.isError, `round ${i}: ${opened.text}`);
    const { pid } = await engine.browser();
    const calls = [random.pick(inFlight)(), kit.call('browser_evaluate', { function: '1', tab: 0 })];
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 150)));
    process.kill(pid!, 'SIGKILL');
    const answers = await within(LIMIT_MS, `the calls of round ${i}`, Promise.all(calls));
    for (const { text } of answers)
      assert.doesNotMatch(text, /^INTERNAL/, `round ${i}: ${kit.logged.at(-1)}`);
  }
  assert.ok(!(await kit.call('browser_navigate', { url: kit.pages.url('/index.html') })).isError);
});
