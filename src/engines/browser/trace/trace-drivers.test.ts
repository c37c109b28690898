/** A trace is taken and read whoever started the browser. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { startCapture } from '../../../../test/kit/capture.ts';
import { lackingGrid } from '../../../../test/kit/grid.ts';
import { attachedDriver, overGrid, servedDriver } from '../../../../test/kit/other-drivers.ts';
import { lessee, startPool } from '../../../../test/kit/pool.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';
import { navigate, reload } from '../actions/navigate.ts';
import type { BrowserEngine } from '../browser-engine.ts';
import type { Driver } from '../drivers/driver.ts';
import { PageTrace } from './page-trace.ts';
import { TraceReader } from './read-trace.ts';
import { whileSlow } from './throttle.ts';

const { signal } = new AbortController();
const noGrid = await lackingGrid();
let site: Site;
before(async () => {
  site = await startSite({
    '/': `<!doctype html><title>Traced</title><link rel=icon href="data:,"><h1>A large paint</h1>
      <script src="/busy.js"></script>`,
    '/busy.js': 'for (const end = performance.now() + 80; performance.now() < end; );',
  });
});
after(() => site.close());

async function traced(t: TestContext, engine: BrowserEngine): Promise<void> {
  const tab = await engine.tab();
  await navigate(tab, site.url('/'));
  const trace = await PageTrace.start(tab);
  await whileSlow(tab, await engine.context(tab.host.context), { cpu: 2 }, () => reload(tab, { signal }));
  await tab.page.waitForTimeout(300); // late paints belong to it
  const path = join(await scratch(t), 'trace.json');
  await writeFile(
    path,
    trace.end((value) => value),
  );
  const reader = new TraceReader();
  t.after(() => reader.end());
  const { url, metrics, scripts, insights } = await reader.read(path, signal);
  assert.equal(url, site.url('/'));
  assert.ok(metrics.lcp_ms! > 0, JSON.stringify(metrics));
  assert.ok(insights.length > 10);
  assert.ok(
    scripts.some((one) => one.url === site.url('/busy.js')),
    JSON.stringify(scripts),
  );
}

function tracedOver(name: string, driver: (t: TestContext) => Promise<Driver>, skip: string | false = false) {
  test(name, { skip }, async (t) => {
    const rig = await startCapture({}, { driver: await driver(t) });
    try {
      await traced(t, rig.engine);
    } finally {
      await rig.close();
    }
  });
}

tracedOver('a DevTools endpoint', attachedDriver);
tracedOver('a Playwright server', servedDriver);
tracedOver('a grid', overGrid, noGrid);

test('an instance of the pool', async (t) => {
  const { pool } = await startPool(t, {});
  const { engine } = await pool.open({}, lessee('s1'));
  await traced(t, engine);
});
