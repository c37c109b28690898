/** One contract for all drivers: what the engine may rely on, wherever the browser comes from. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { QUIET_ARGS, startEngine, testDriver } from '../../../../test/kit/browser.ts';
import { freePort } from '../../../../test/kit/free-port.ts';
import { type Grid, lackingGrid, startGrid } from '../../../../test/kit/grid.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { leftOver } from '../../../../test/kit/process-tree.ts';
import { Fault } from '../../../kernel/fault.ts';
import { makeLog, silentLog } from '../../../kernel/log.ts';
import { navigate } from '../actions/navigate.ts';
import { isAlive } from '../launch/end-process.ts';
import { findBrowser } from '../launch/find-browser.ts';
import { loadPlaywright } from '../launch/load-playwright.ts';
import type { BrowserHandle, Driver } from './driver.ts';
import { gridDriver } from './grid.ts';
import { cdpDriver, playwrightServerDriver } from './remote.ts';

const found = await findBrowser({ env: process.env });
const PROGRAM = found!.path;
const ARGS = [...QUIET_ARGS, '--no-sandbox'];
const noGrid = await lackingGrid();

let pages: Pages;
before(async () => {
  pages = await startPages();
});
/** What lasts longer than one test, ended in the end. */
const closings: (() => unknown)[] = [];
after(async () => {
  for (const close of closings) await close();
  await pages.close();
});

interface Rig {
  readonly driver: Driver;
  /** The same driver where nobody answers. */
  readonly unreachable: Driver;
  readonly owned: boolean;
  /** Ends the browser of a handle by force. */
  kill(handle: BrowserHandle): Promise<void>;
  /** Whether the browser of a handle that was closed still runs. */
  isLeft(pid: number): Promise<boolean>;
}

async function pidOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')!.id;
}

const killed = async ({ browser }: BrowserHandle) => void process.kill(await pidOf(browser), 'SIGKILL');
const cleanup = { after: (fn: () => unknown) => void closings.push(fn) };

/** The news that it is gone, at most ten seconds later. */
const disconnected = (browser: Browser) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('nobody told that the browser is gone')), 10_000);
    browser.once('disconnected', () => {
      clearTimeout(timer);
      resolve();
    });
  });

function contract(name: string, make: () => Promise<Rig>, options: { skip?: string | undefined } = {}): void {
  describe(name, { skip: options.skip ?? false }, () => {
    let rig: Rig;
    before(async () => {
      rig = await make();
    });

    test('opens a browser in which contexts are isolated', async (t) => {
      const handle = await rig.driver.open({ context: {} });
      t.after(() => handle.close());
      assert.ok(handle.browser.isConnected());
      assert.equal(handle.owned, rig.owned);
      const [one, two] = [await handle.browser.newContext(), await handle.browser.newContext()];
      const page = await one.newPage();
      await page.goto(pages.url('/set-cookie'));
      assert.equal((await one.cookies()).length, 1);
      assert.deepEqual(await two.cookies(), []);
      await one.close();
    });

    test('carries an engine: navigation, tabs, evaluation, a picture', async (t) => {
      const kit = await startEngine({ driver: rig.driver });
      t.after(() => kit.close());
      await kit.engine.createContext('own');
      const tab = await kit.engine.tab();
      await navigate(tab, pages.url('/form.html'));
      assert.match(await tab.title(), /\S/);
      assert.equal(await tab.page.evaluate('1 + 1'), 2);
      assert.ok((await tab.page.screenshot()).length > 1000);
    });

    test('close ends what is ours and leaves what is not, and may come twice', async () => {
      const handle = await rig.driver.open({ context: {} });
      const pid = await pidOf(handle.browser);
      await handle.close();
      await handle.close();
      assert.equal(handle.browser.isConnected(), false);
      assert.equal(await rig.isLeft(pid), !rig.owned);
    });

    test('a browser that dies is heard of, and calls in flight fail', async (t) => {
      const handle = await rig.driver.open({ context: {} });
      t.after(() => handle.close());
      const page = await (await handle.browser.newContext()).newPage();
      const heard = disconnected(handle.browser);
      const hanging = page.evaluate('new Promise(() => {})');
      const failed = assert.rejects(hanging, /closed|disconnected|crashed/);
      await rig.kill(handle);
      await Promise.all([heard, failed]);
    });

    test('what cannot be reached is a fault that says so, without secrets', async () => {
      await assert.rejects(rig.unreachable.open({ context: {} }), (thrown: unknown) => {
        assert.ok(thrown instanceof Fault, String(thrown));
        assert.match(thrown.code, /^BROWSER_(UNREACHABLE|NOT_FOUND)$/);
        assert.doesNotMatch(thrown.message, /hunter2/);
        return true;
      });
    });
  });
}

const isLeft = async (pid: number) => (await leftOver([pid], 10_000)).length > 0;

contract('local', async () => ({
  driver: testDriver(),
  unreachable: testDriver({ executablePath: '/nowhere/chromium' }),
  owned: true,
  kill: killed,
  isLeft,
}));

contract('cdp', async () => {
  let child: ChildProcess | undefined;
  let folder = '';
  const endpoint = async () => {
    if (child && child.exitCode === null && child.signalCode === null) return address(folder);
    await rm(folder, { recursive: true, force: true });
    folder = await mkdtemp(join(tmpdir(), 'cdp-'));
    const args = [...ARGS, '--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
    // Not its page for new tabs: Playwright waits for ever when that changes while it attaches.
    child = spawn(PROGRAM, [...args, 'about:blank'], { stdio: 'ignore', detached: true });
    return address(folder);
  };
  closings.push(async () => {
    if (child?.pid && isAlive(child.pid)) process.kill(-child.pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  return {
    driver: { kind: 'cdp', open: async (options) => cdpDriver({ endpoint: await endpoint() }).open(options) },
    unreachable: cdpDriver({ endpoint: `http://user:hunter2@127.0.0.1:${await freePort()}/?token=hunter2` }),
    owned: false,
    kill: killed,
    isLeft: async (pid) => isAlive(pid),
  };
});

/** Chromium writes its port into a file once it listens. */
async function address(folder: string): Promise<string> {
  for (let i = 0; i < 200; i++) {
    const text = await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [port, path] = text.split('\n');
    if (port && path) return `ws://127.0.0.1:${port}${path}`;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('Chromium opened no DevTools port');
}

contract('playwright: a browser server', async () => {
  const { chromium } = await loadPlaywright();
  const launch = () =>
    chromium.launchServer({ executablePath: PROGRAM, args: ARGS, headless: true, host: '127.0.0.1' });
  let server = await launch();
  closings.push(() => server.close());
  const open: Driver['open'] = async (options) => {
    if (server.process().exitCode !== null || server.process().signalCode !== null) server = await launch();
    return playwrightServerDriver({ endpoint: server.wsEndpoint() }).open(options);
  };
  return {
    driver: { kind: 'playwright', open },
    unreachable: playwrightServerDriver({ endpoint: `ws://127.0.0.1:${await freePort()}/hunter2` }),
    owned: false,
    kill: killed,
    isLeft: async (pid) => isAlive(pid),
  };
});

test('playwright: a browser that was shared by bind shows the pages of its owner', async (t) => {
  const { chromium } = await loadPlaywright();
  const mine = await chromium.launch({ executablePath: PROGRAM, args: ARGS, headless: true });
  t.after(() => mine.close());
  const page = await (await mine.newContext()).newPage();
  await page.goto(pages.url('/form.html'));
  const { endpoint } = await mine.bind('theirs', { host: '127.0.0.1', port: 0 });
  const kit = await startEngine({ driver: playwrightServerDriver({ endpoint }) });
  const tab = await kit.engine.tab();
  assert.equal(tab.url, pages.url('/form.html'));
  await kit.close();
  const named = await playwrightServerDriver({ endpoint: 'theirs' }).open({ context: {} });
  assert.equal(named.firstContext?.pages()[0]?.url(), pages.url('/form.html'));
  await named.close();
  await assert.rejects(playwrightServerDriver({ endpoint: 'nobodys' }).open({ context: {} }), {
    code: 'BROWSER_UNREACHABLE',
  });
  assert.ok(mine.isConnected());
  assert.equal(page.isClosed(), false, 'the pages of the owner stay');
});

test('playwright: run-server launches what it is told and ends it with the connection', async (t) => {
  const cli = join(import.meta.dirname, '../../../../node_modules/playwright-core/cli.js');
  const args = [cli, 'run-server', '--port', '0', '--host', '127.0.0.1', '--unsafe'];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill('SIGKILL'));
  let said = '';
  for await (const chunk of server.stdout) {
    said += String(chunk);
    if (/ws:\S+/.test(said)) break;
  }
  const endpoint = /ws:\S+/.exec(said)![0];
  const launch = { executablePath: PROGRAM, args: ARGS, headless: true };
  const handle = await playwrightServerDriver({ endpoint, launch }).open({ context: {} });
  const pid = await pidOf(handle.browser);
  await handle.close();
  assert.equal(await isLeft(pid), false);
});

if (noGrid) test('grid', { skip: noGrid }, () => {});
else {
  let grid: Grid;
  const gridOf = async () => {
    grid ??= await startGrid(cleanup);
    return { address: grid.address, log: silentLog, binary: PROGRAM, args: ARGS };
  };

  /** The grid counts a slot as free a moment after it answered. */
  const allFree = async () => {
    for (let i = 0; i < 100 && (await grid.sessions()) > 0; i++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(await grid.sessions(), 0);
  };

  contract('grid', async () => ({
    driver: gridDriver(await gridOf()),
    unreachable: gridDriver({
      ...(await gridOf()),
      address: `http://user:hunter2@127.0.0.1:${await freePort()}`,
    }),
    owned: true,
    kill: killed,
    isLeft,
  }));

  test('grid: closing gives the slot back, also after the browser died', async () => {
    const handle = await gridDriver(await gridOf()).open({ context: {} });
    assert.equal(await grid.sessions(), 1);
    const heard = disconnected(handle.browser);
    await killed(handle);
    await heard;
    await handle.close();
    await allFree();
  });

  test('grid: when it is full, that is said with the length of its queue, and nothing stays behind', async (t) => {
    const settings = await gridOf();
    const handles = await Promise.all([1, 2].map(() => gridDriver(settings).open({ context: {} })));
    t.after(() => Promise.all(handles.map((handle) => handle.close())));
    const said = Promise.withResolvers<void>();
    const log = makeLog('debug', (line) => /came too late was given back/.test(line) && said.resolve());
    await assert.rejects(
      gridDriver({ ...settings, log, timeout: 2_000 }).open({ context: {} }),
      (thrown: unknown) => {
        assert.ok(thrown instanceof Fault);
        assert.equal(thrown.code, 'QUEUE_FULL');
        assert.ok(Number(thrown.data.limit) >= 1, `queue of ${thrown.data.limit}`);
        assert.match(thrown.hint, /All 2 of its slots/);
        return true;
      },
    );
    await Promise.all(handles.map((handle) => handle.close()));
    // The session that was asked for comes now, and is given back at once.
    await said.promise;
    await allFree();
  });

  test('grid: a version or browser that no node offers is refused, with what there is, and holds no slot', async () => {
    const settings = await gridOf();
    for (const [wanted, offered] of [
      [{ browserVersion: '99' }, /chrome \d+\.\S+ on linux/i],
      [{ browserName: 'MicrosoftEdge' }, /chrome on linux/i],
      [{ platformName: 'windows' }, /chrome on linux/i],
    ] as const) {
      await assert.rejects(
        gridDriver({ ...settings, ...wanted }).open({ context: {} }),
        (thrown: unknown) => {
          assert.ok(thrown instanceof Fault);
          assert.equal(thrown.code, 'GRID_OFFERS_OTHERS');
          assert.match(thrown.hint, offered);
          return true;
        },
      );
    }
    await allFree();
  });

  test('grid: the first numbers of a version are enough, also where the node does not say its own', async (t) => {
    const settings = await gridOf();
    const any = await gridDriver(settings).open({ context: {} });
    t.after(() => any.close());
    const [browserVersion] = any.browser.version().split('.');
    const same = await gridDriver({ ...settings, browserVersion }).open({ context: {} });
    t.after(() => same.close());
    assert.equal(same.browser.version(), any.browser.version());
  });
}
