import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertContract, type CaptureRig, startCapture } from '../../../../test/kit/capture.ts';
import { type Site, startSite } from '../../../../test/kit/site.ts';

const PAGE = '<!doctype html><title>Kept</title><link rel=icon href=data:,>';

const LOOK_AROUND = `(async () => {
  const own = Object.getOwnPropertyDescriptor(window, 'localStorage');
  const frame = document.createElement('iframe');
  frame.sandbox.add('allow-scripts');
  frame.srcdoc = "<script>try { localStorage } catch ({ name }) { parent.postMessage(name, '*') }</script>";
  const refused = new Promise((done) => addEventListener('message', ({ data }) => done(data)));
  document.body.append(frame);
  let full = '';
  try {
    localStorage.setItem('full', 'x'.repeat(6e6));
  } catch ({ name }) {
    full = name;
  }
  localStorage.setItem('object', { toString: () => 'as text' });
  return {
    names: Object.keys(window).filter((name) => /sensorium/i.test(name)),
    isOwn: localStorage instanceof Storage && own.configurable && own.enumerable,
    refused: await refused,
    full,
    text: localStorage.getItem('object'),
  };
})()`;

describe('what pages keep in the browser', () => {
  let rig: CaptureRig;
  let site: Site;
  before(async () => {
    site = await startSite({ '/': PAGE });
    rig = await startCapture();
  });
  after(async () => {
    await rig.close();
    await site.close();
  });

  const changes = () =>
    rig.all('storage').map(({ data }) => [data.area, data.change, data.key, data.value, data.isWithheld]);
  const told = (key: string) => rig.first('storage', (data) => data.key === key, key);

  it('is told change by change, whichever way it is written, but for secrets', async () => {
    const { page } = await rig.engine.tab();
    await page.goto(site.url('/'));
    await page.evaluate(() => {
      localStorage.setItem('cart', '{"items":1,"password":"hunter2"}');
      localStorage.setItem('cart', '{"items":1,"password":"hunter2"}');
      localStorage.setItem('authToken', 'hunter2');
      localStorage.removeItem('cart');
      localStorage.removeItem('never there');
      sessionStorage.setItem('step', '2');
      sessionStorage.clear();
      sessionStorage.clear();
    });
    await page.evaluate(() => {
      localStorage.theme = 'dark';
    });
    const theme = await told('theme');
    await page.evaluate(() => {
      localStorage.theme = 'light';
      localStorage.last = 'x'.repeat(5000);
    });
    const { data } = await told('last');
    await rig.capture.settled();
    assert.deepEqual(changes(), [
      ['local', 'set', 'cart', '{"items":1,"password":"[redacted]"}', undefined],
      ['local', 'set', 'authToken', undefined, true],
      ['local', 'removed', 'cart', undefined, undefined],
      ['session', 'set', 'step', '2', undefined],
      ['session', 'cleared', undefined, undefined, undefined],
      ['local', 'set', 'theme', 'dark', undefined],
      ['local', 'set', 'theme', 'light', undefined],
      ['local', 'set', 'last', 'x'.repeat(1000), undefined],
    ]);
    assert.deepEqual([data.size, theme.data.url], [5000, site.url('/')]);
    assertContract(rig.evidence);
    await page.close();
  });

  it('is told once, by the page that has changed it', async () => {
    const context = await rig.engine.context();
    const [one, two] = [(await context.newTab()).page, (await context.newTab()).page];
    for (const page of [one, two]) {
      await page.goto(site.url('/'));
      await page.evaluate('localStorage.length');
    }
    const before = rig.all('storage').length;
    await one.evaluate(`localStorage.by = 'the first'`);
    const first = await told('by');
    await two.evaluate(`localStorage.length; new Promise((done) => setTimeout(done, 400))`);
    await two.evaluate(`localStorage.answer = 'the second'`);
    const second = await told('answer');
    assert.notEqual(first.where.page, second.where.page);
    assert.equal(rig.all('storage').length, before + 2);
  });

  it('changes nothing for the page', async () => {
    const { page } = await (await rig.engine.context()).newTab();
    await page.goto(site.url('/'));
    const seen = await page.evaluate(LOOK_AROUND);
    assert.deepEqual(seen, {
      names: [],
      isOwn: true,
      refused: 'SecurityError',
      full: 'QuotaExceededError',
      text: 'as text',
    });
    await told('object');
    assert.deepEqual(
      rig.all('storage', ({ key }) => key === 'full'),
      [],
    );
  });
});
