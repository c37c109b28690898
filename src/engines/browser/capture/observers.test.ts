import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine, testDriver } from '../../../../test/kit/browser.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { Arrivals } from '../../../../test/kit/waiting.ts';
import type { Evidence } from '../../../contract/evidence.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { silentLog } from '../../../kernel/log.ts';
import type { Driver } from '../drivers/driver.ts';
import { Observers } from './capture.ts';

/** A browser that is heard of by Playwright's events alone. */
function byEvents(): Driver {
  const driver = testDriver();
  return {
    kind: 'local',
    open: async (options) => ({ ...(await driver.open(options)), hasOwnDevTools: false }),
  };
}

test('two browsers go into one record, and each says what it cannot show while it runs', async (t) => {
  const site = await startSite({ '/': '<script>console.log(location.hash)</script>' });
  t.after(() => site.close());
  const seen = new Arrivals<Evidence>();
  const observers = new Observers({
    clock: systemClock(),
    log: silentLog,
    sink: (evidence) => seen.push(evidence),
    putBody: async () => ({ blob: '', length: 0, stored: 0 }),
  });
  const plain = await startEngine({ observe: observers.of('plain'), instance: 'plain' });
  t.after(() => plain.close());
  const blind = await startEngine({
    observe: observers.of('blind'),
    instance: 'blind',
    driver: byEvents(),
  });
  t.after(() => blind.close());
  assert.deepEqual(observers.cannot(['vitals']), [], 'nothing runs yet');
  for (const { engine } of [plain, blind]) {
    const tab = await engine.tab();
    await tab.page.goto(site.url(`/#${engine.instance}`));
    const { where } = await seen.first(
      ({ stream, data }) => stream === 'console' && data.message === `#${engine.instance}`,
      'the line',
    );
    assert.deepEqual(where, { instance: engine.instance, context: 'default', page: tab.id });
  }
  assert.deepEqual(observers.cannot(['vitals']), [{ instance: 'blind', words: ['Vitals are not measured'] }]);
  assert.deepEqual(observers.cannot(['flow']), []);
  await observers.settled();
  await blind.engine.close();
  assert.deepEqual(observers.cannot(['vitals']), []);
});
