/** The same walk of a person, seen over DevTools and seen by the extension: the record is the same item by item. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Evidence } from '../../src/contract/evidence.ts';
import { assertContract, startCapture } from '../kit/capture.ts';
import { ExtensionServer } from '../kit/extension-server.ts';
import { assertAlike, plain, ROUTES } from '../kit/recorded-walk.ts';
import { type Site, startSite } from '../kit/site.ts';
import type { Arrivals } from '../kit/waiting.ts';

type Send = (method: string, params?: object) => Promise<unknown>;

/** By mouse and keyboard. */
async function walk(send: Send, site: Site, arrivals: Arrivals<Evidence>): Promise<void> {
  const evaluate = async <T>(expression: string) =>
    (
      (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) as {
        result: { value: T };
      }
    ).result.value;
  const click = async (selector: string) => {
    const place = `(() => { const { x, y, width, height } = document.querySelector('${selector}').getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 }; })()`;
    const at = await evaluate<{ x: number; y: number }>(place);
    for (const type of ['mousePressed', 'mouseReleased'])
      await send('Input.dispatchMouseEvent', { ...at, type, button: 'left', clickCount: 1 });
  };
  const isOf = (path: string, stream: string, kind: string) => (item: Evidence) =>
    item.stream === stream &&
    ['url', 'kind'].every((name) => name in item.data) &&
    JSON.stringify(item.data).includes(`"${site.url(path)}"`) &&
    JSON.stringify(item.data).includes(`"kind":"${kind}"`);
  await send('Page.navigate', { url: site.url('/') });
  await arrivals.first(isOf('/', 'navigation', 'document'), 'the first document');
  await arrivals.first(isOf('/', 'performance', 'snapshot'), 'how it loaded');
  await click('#name');
  for (const text of 'Ada') await send('Input.dispatchKeyEvent', { type: 'char', text });
  await click('#go');
  await arrivals.first(isOf('/', 'performance', 'mark'), 'the mark of the walk');
  await arrivals.first(isOf('/', 'performance', 'change'), 'what the click changed');
  await evaluate('new Promise((done) => setTimeout(done, 300))');
  await send('Page.navigate', { url: site.url('/second') });
  await arrivals.first(isOf('/second', 'performance', 'snapshot'), 'how the second loaded');
}

test('what a person does, and what pages do, is recorded alike over DevTools and by the extension', async (t) => {
  const site = await startSite(ROUTES as never);
  t.after(() => site.close());
  const rig = await startCapture();
  t.after(() => rig.close());
  const { page } = await rig.engine.tab();
  const cdp = await page.context().newCDPSession(page);
  await walk((method, params) => cdp.send(method as never, params as never), site, rig.arrivals);
  await rig.capture.settled();
  await page.close();
  await rig.capture.settled();
  const local = plain(rig.arrivals.all, site);

  const server = await ExtensionServer.start(t);
  const { browser } = await server.browser(t);
  const own = await browser.open('about:blank');
  await walk((method, params) => own.send(method, params), site, server.arrivals);
  await server.watched?.settled();
  await browser.send('Target.closeTarget', { targetId: own.target });
  await server.arrivals.first(
    ({ stream, data }) => stream === 'navigation' && data.kind === 'closed',
    'its end',
  );
  await server.watched?.settled();
  assertContract(server.arrivals.all);
  const cannot = server.watched?.cannot ?? [];
  assertAlike(plain(server.arrivals.all, site), local, cannot);
  assert.deepEqual(server.complaints, []);
});
