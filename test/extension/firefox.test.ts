/** The edition for Firefox, in Debian's own: it is paired and watches; it drives nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExtensionServer } from '../kit/extension-server.ts';
import { eventually } from '../kit/own-browser.ts';
import { OwnFirefox } from '../kit/own-firefox.ts';
import { press, says } from '../kit/paired-app.ts';
import { startSite } from '../kit/site.ts';

const PAGE = `<!doctype html><link rel=icon href="data:,"><title>Shop</title>
<input id=name aria-label=Name><input id=secret type=password><button id=go>Buy</button><script>
document.getElementById('go').onclick = async () => {
  console.warn('ordering', { count: 1 });
  await fetch('/order', { method: 'POST', body: '{"kettle":1}', headers: { 'content-type': 'application/json' } });
  const xhr = new XMLHttpRequest(); xhr.open('GET', '/asked'); xhr.send();
  setTimeout(function failing() { throw new TypeError('Order failed'); });
};
</script>`;

test('it watches in Firefox what it watches in Chrome', async (t) => {
  const json = (_: unknown, response: import('node:http').ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ordered":true}');
  };
  const site = await startSite({ '/': PAGE, '/order': json, '/asked': json });
  t.after(() => site.close());
  const server = await ExtensionServer.start(t);
  const firefox = await OwnFirefox.start(t);
  const popup = await firefox.popup();
  await popup.until(says('not paired'));
  assert.equal(await popup.evaluate('typeof chrome.debugger'), 'undefined');
  await popup.evaluate(`(() => { const port = document.getElementById('port');
    port.value = '${server.port}'; port.dispatchEvent(new Event('change')); })()`);
  await popup.until(`chrome.storage.local.get('port').then(({ port }) => port === ${server.port})`);
  await popup.evaluate(press('pair'));
  await popup.until(says('sensorium pair'));
  await server.pair(await popup.evaluate<string>(`document.getElementById('code').textContent`));
  await popup.until(says('Connected to Sensorium'));
  assert.equal(await popup.evaluate(`document.getElementById('driving').hidden`), true);
  await popup.until(`chrome.scripting.getRegisteredContentScripts().then((all) => all.length === 2)`);

  const page = await firefox.open(site.url('/'));
  await page.click('#go');
  const { arrivals } = server;
  const failed = await arrivals.first(({ stream }) => stream === 'exception', 'the exception');
  await eventually(
    () => arrivals.all.some(({ stream, data }) => stream === 'request' && data.url === site.url('/asked')),
    'the last request',
  );
  await server.watched?.settled();
  assert.ok(failed.stream === 'exception');
  const [location] = failed.data.stack ?? [];
  assert.equal(failed.data.message, 'Order failed');
  assert.deepEqual([location?.url, location?.function], [site.url('/'), 'failing']);
  assert.deepEqual(server.lines, ['ordering {"count":1}']);
  const said = arrivals.all.find(({ stream }) => stream === 'console');
  assert.ok(said?.stream === 'console');
  assert.equal(said.data.location?.url, site.url('/'), JSON.stringify(said.data));
  const order = arrivals.all.find(
    ({ stream, data }) => stream === 'request' && data.url === site.url('/order'),
  );
  assert.ok(order?.stream === 'request');
  assert.deepEqual([order.data.method, order.data.status], ['POST', 200]);
  const bodies = [...server.bodies.values()];
  assert.ok(bodies.includes('{"kettle":1}') && bodies.includes('{"ordered":true}'), bodies.join('\n'));
  const clicked = arrivals.all.find(({ stream }) => stream === 'action');
  assert.ok(clicked?.stream === 'action' && clicked.data.type === 'click');
  assert.ok(arrivals.all.some(({ stream, data }) => stream === 'navigation' && data.kind === 'document'));
  const failures = firefox.failures.all.filter((line) => line.includes('moz-extension:'));
  assert.deepEqual([server.complaints, failures], [[], []]);
});
