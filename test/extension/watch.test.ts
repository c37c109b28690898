/** Pages that a person lets the extension watch: what is seen, what never is, and that a page cannot meddle. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import type { ActionData } from '../../src/contract/action-data.ts';
import { ExtensionServer } from '../kit/extension-server.ts';
import type { OwnBrowser, OwnPage } from '../kit/own-browser.ts';
import { type Site, startSite } from '../kit/site.ts';

const ICON = '<link rel=icon href="data:,">';
const strict = (_: unknown, response: ServerResponse) => {
  response.setHeader(
    'content-security-policy',
    "default-src 'none'; script-src 'nonce-a'; sandbox allow-scripts",
  );
  response.setHeader('content-type', 'text/html');
  response.end(`${ICON}<script nonce=a>console.log('strict page')</script>`);
};

/** Turns everything around that a script could use to hear of us or to lie to us. */
const HOSTILE = `${ICON}<title>Hostile</title><button id=b>Buy</button><script>
window.heard = [];
const hear = (name) => function () { heard.push(name); throw new Error('meddled with ' + name); };
const before = ['log', 'warn'].map((name) => console[name].toString())
  .concat(fetch.toString(), WebSocket.toString(), Function.prototype.toString.toString(), Proxy.toString());
window.looksNative = before.every((text) => /^function \\w+\\(\\) \\{ \\[native code\\] \\}$/.test(text));
Error.prepareStackTrace = hear('prepareStackTrace');
Array.prototype.toJSON = Object.prototype.toJSON = hear('toJSON');
JSON.stringify = hear('stringify');
EventTarget.prototype.dispatchEvent = hear('dispatchEvent');
window.CustomEvent = hear('CustomEvent');
Date.now = hear('now');
Object.getOwnPropertyDescriptor = hear('descriptor');
Reflect.apply = hear('apply');
String.prototype.slice = hear('slice');
const trap = new Proxy({}, { ownKeys: hear('ownKeys'), get: hear('get'), getOwnPropertyDescriptor: hear('trap') });
console.log('from a hostile page', { get secret() { hear('getter')(); } }, trap);
delete Object.prototype.toJSON; delete Array.prototype.toJSON;
</script>`;

/** Events that say what never happened. */
const SPOOF = `(() => {
  const node = document.createElement('i');
  const send = (target, event) => EventTarget.prototype.dispatchEvent.call(target, event);
  node.addEventListener('heard', () => { window.wasHeard = true; });
  for (const name of ['sensorium', 'sensorium-late', 'words', 'flush']) {
    send(document, new MouseEvent(name, { relatedTarget: node }));
    send(document, new CustomEvent(name, { detail: '[{"say":"console","at":1,"api":"log","args":["forged"],"isCut":false,"stack":""}]' }));
  }
  send(node, new CustomEvent('words', { detail: '[{"say":"console","at":1,"api":"log","args":["forged"],"isCut":false,"stack":""}]' }));
  const box = document.getElementById('name');
  box.value = 'typed by a script';
  for (const type of ['keydown', 'input', 'change', 'contextmenu', 'dblclick']) send(box, new Event(type, { bubbles: true }));
  send(window, new ErrorEvent('error', { message: 'forged error', error: new Error('forged error') }));
  document.querySelector('button').click();
})()`;

const FORM = `${ICON}<title>Form</title><input id=name aria-label=Name><input id=secret type=password>
<input id=card aria-label=Number><button>Pay</button>`;

let site: Site;
let server: ExtensionServer;
let browser: OwnBrowser;
const closings: (() => unknown)[] = [];
before(async () => {
  const scope = { after: (close: () => unknown) => void closings.unshift(close) };
  site = await startSite({
    '/hostile': HOSTILE,
    '/form': FORM,
    '/strict': strict,
    '/frames': `${ICON}<title>Frames</title><iframe src="{{other}}/inner"></iframe>`,
    '/inner': `${ICON}<script>console.log('in a frame')</script><button>Inner</button>`,
    '/ungranted': `${ICON}<script>console.log('nobody granted this'); fetch('/inner')</script>`,
    '/around': `${ICON}<iframe src="http://127.0.0.1:{{port}}/inner?around"></iframe>`,
    '/blank': ICON,
    '/slow': (_, response) => void response.end('{"token":"hunter2","name":"Ada"}'),
  });
  scope.after(() => site.close());
  server = await ExtensionServer.start(scope);
  ({ browser } = await server.browser(scope, ['http://127.0.0.1/*']));
});
after(async () => {
  for (const close of closings) await close();
});

const isLine = (words: string) => (item: (typeof server.arrivals.all)[number]) =>
  item.stream === 'console' && item.data.message.includes(words);
const line = (words: string) => server.arrivals.first(isLine(words), words);

/** All of a page has been told once this line of its has. */
async function end(page: OwnPage, words: string): Promise<void> {
  await page.evaluate(`console.log('${words}')`);
  await line(words);
  await server.watched?.settled();
}

async function typeInto(page: OwnPage, id: string, words: string): Promise<void> {
  await page.evaluate(`document.getElementById('${id}').focus()`);
  for (const text of words) await page.send('Input.dispatchKeyEvent', { type: 'char', text });
}

test('a page that turns everything around neither hears of us nor keeps us from seeing', async () => {
  const page = await browser.open(site.url('/hostile'));
  const told = await line('from a hostile page');
  assert.equal(
    told.stream === 'console' && told.data.message,
    'from a hostile page {"secret":"[getter]"} Proxy(Object)',
  );
  assert.deepEqual(await page.evaluate('heard'), []);
  assert.equal(await page.evaluate('looksNative'), true);
  assert.deepEqual(await page.evaluate(`Object.keys(window).filter((name) => /sensorium/i.test(name))`), []);
  assert.equal(await page.evaluate(`document.documentElement.outerHTML.includes('<i>')`), false);
});

test('what a script only pretends is no deed of a person, and no word of ours', async () => {
  const page = await browser.open(site.url('/form'));
  await page.until(`document.readyState === 'complete'`);
  await page.evaluate(SPOOF);
  await end(page, 'after the spoof');
  const here = server.arrivals.all.filter(({ data }) => 'url' in data && data.url === site.url('/form'));
  assert.equal(await page.evaluate('window.wasHeard'), undefined);
  assert.ok(!server.lines.includes('forged'));
  assert.deepEqual(
    here.filter(({ stream }) => stream === 'exception'),
    [],
  );
  const deeds = here.filter(({ stream }) => stream === 'action').map(({ data }) => data as ActionData);
  assert.deepEqual(
    deeds.map(({ type, source }) => [type, source]),
    [['click', 'page']],
  );
});

test('what is typed into secret fields never leaves the page; the rest is there', async () => {
  const page = await browser.open(site.url('/form?typed'));
  await page.until(`document.readyState === 'complete'`);
  await typeInto(page, 'name', 'Ada');
  await typeInto(page, 'secret', 'hunter2');
  await typeInto(page, 'card', '4111111111111111');
  await page.evaluate(`fetch('/slow?token=abcdef').then((answer) => answer.text())`);
  await end(page, 'after typing');
  const all = JSON.stringify(server.arrivals.all);
  assert.match(all, /"value":"Ada"/);
  const secrets = /hunter2|4111111111111111|abcdef/;
  assert.doesNotMatch(all, secrets);
  assert.doesNotMatch([...server.bodies.values()].join('\n'), secrets);
  assert.match([...server.bodies.values()].join('\n'), /"name":"Ada"/);
});

test('a strict policy of the page does not matter', async () => {
  await browser.open(site.url('/strict'));
  await line('strict page');
});

test('sites that nobody granted are not watched, nor their frames, nor in frames', async () => {
  const other = await browser.open(`${site.otherOrigin}/ungranted`);
  await other.until(`document.readyState === 'complete'`);
  const around = await browser.open(`${site.otherOrigin}/around`);
  await around.until(`document.readyState === 'complete'`);
  const page = await browser.open(site.url('/frames'));
  await page.until(`document.readyState === 'complete'`);
  await end(page, 'after all frames');
  const text = JSON.stringify(server.arrivals.all.map(({ data }) => data));
  assert.deepEqual(
    text.match(/.{0,60}(nobody granted this|in a frame|inner\?around|\/ungranted).{0,60}/g),
    null,
  );
});
