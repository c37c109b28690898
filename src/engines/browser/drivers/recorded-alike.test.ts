/**
 * One walk through the same pages with every driver: what is recorded must be the same item by item, but for what
 * the driver says that it cannot see.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { testDriver } from '../../../../test/kit/browser.ts';
import { type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { lackingGrid } from '../../../../test/kit/grid.ts';
import { attachedDriver, overGrid, servedDriver } from '../../../../test/kit/other-drivers.ts';
import { lessee, startPool } from '../../../../test/kit/pool.ts';
import { assertAlike, plain, ROUTES, type Seen } from '../../../../test/kit/recorded-walk.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { BLIND_SPOTS, type BlindSpot } from '../../../contract/blind-spots.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { type } from '../actions/keyboard.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import type { BrowserEngine } from '../browser-engine.ts';
import type { Driver } from './driver.ts';

const noGrid = await lackingGrid();

let site: Site;
let local: readonly Seen[];
const closings: (() => unknown)[] = [];
const scope = { after: (close: () => unknown) => void closings.unshift(close) };
before(async () => {
  site = await startSite(ROUTES as never);
  const rig = await startCapture();
  local = await recorded(rig, rig.engine);
  await rig.close();
});
after(async () => {
  for (const close of closings) await close();
  await site.close();
});

/** Does the walk in a fresh context, and gives what was recorded of its tab. */
async function recorded(rig: Pick<CaptureRig, 'arrivals' | 'capture'>, engine: BrowserEngine) {
  await engine.createContext('walk');
  const tab = await engine.tab();
  await navigate(tab, site.url('/'));
  await type(tab, '#name', 'Ada');
  await click(tab, '#go');
  await tab.page.waitForSelector('#done:text("walked")');
  // The page says such things a moment later; once it has been left, it cannot.
  if (!rig.capture.cannot.includes('timings')) {
    for (const kind of ['mark', 'change']) {
      const isIt = ({ stream, data }: Evidence) => stream === 'performance' && data.kind === kind;
      await rig.arrivals.first(isIt, `the ${kind} of the walk`);
    }
  }
  await navigate(tab, site.url('/second'));
  await tab.page.waitForFunction('performance.getEntriesByName("first-contentful-paint").length > 0');
  await rig.capture.settled();
  await (await engine.context('walk')).closeTab(tab.id);
  await rig.capture.settled();
  return plain(
    rig.arrivals.all.filter(({ where }) => where.page === tab.id),
    site,
  );
}

function alike(
  name: string,
  cannot: readonly BlindSpot[],
  driver: () => Promise<Driver>,
  skip: string | false = false,
) {
  test(name, { skip }, async () => {
    const rig = await startCapture({}, { driver: await driver() });
    try {
      const items = await recorded(rig, rig.engine);
      assert.deepEqual(rig.capture.cannot, cannot);
      assertAlike(items, local, cannot);
      assert.deepEqual(rig.complaints, []);
    } finally {
      await rig.close();
    }
  });
}

describe('recorded as with a browser of our own', () => {
  test('the walk itself leaves something in every stream', () => {
    const streams = new Set(local.map(({ stream }) => stream));
    const all = new Set(Object.values(BLIND_SPOTS).flatMap(({ streams: own }) => own));
    assert.deepEqual([...streams].sort(), [...all].sort());
  });

  alike('local, once more', [], async () => testDriver());

  alike('local with a profile', [], async () => {
    const folder = await mkdtemp(join(tmpdir(), 'alike-'));
    closings.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
    return testDriver({ userDataDir: folder });
  });

  test('an instance of the pool', async (t) => {
    const rig = await startCapture();
    t.after(() => rig.close());
    const { pool } = await startPool(t, {}, {}, { observe: rig.capture });
    const { engine } = await pool.open({}, lessee('s1'));
    assertAlike(await recorded(rig, engine), local, rig.capture.cannot);
    assert.deepEqual(rig.capture.cannot, []);
  });

  alike('a DevTools endpoint', [], () => attachedDriver(scope));
  alike('a Playwright server', ['requests of workers'], () => servedDriver(scope));
  alike('a grid', [], () => overGrid(scope), noGrid);

  // Playwright drives Firefox and WebKit of its own make only, which are not to be had here; they and tabs that an
  // extension shares are heard of by these events.
  alike(
    'Playwright’s events alone',
    [
      'console values',
      'browser reports',
      'rejections',
      'request details',
      'requests of workers',
      'socket handshakes',
      'navigation details',
      'people',
      'vitals',
      'timings',
      'storage',
    ],
    async () => {
      const driver = testDriver();
      const open: Driver['open'] = async (options) => ({
        ...(await driver.open(options)),
        hasOwnDevTools: false,
      });
      return { kind: 'local', open };
    },
  );
});
