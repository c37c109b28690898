/** What a person shows their agents out of their own browser: words, pictures and marks, from the real popup. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { eventually, type OwnPage } from '../kit/own-browser.ts';
import { type PairedApp, press, startPairedApp } from '../kit/paired-app.ts';
import type { Cleanup } from '../kit/scratch.ts';
import { type Site, startSite } from '../kit/site.ts';
import { startAgent } from '../kit/web-app.ts';

const PAGE = `<link rel=icon href="data:,"><title>Shop</title><h1>Kettles</h1>
<button id="buy" style="position:absolute;left:100px;top:100px;width:160px;height:60px">Buy now</button>`;

const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

let site: Site;
let all: PairedApp;
let agent: Awaited<ReturnType<typeof startAgent>>;
let page: OwnPage;
const closings: (() => unknown)[] = [];
before(async () => {
  const scope: Cleanup = { after: (close: () => unknown) => void closings.unshift(close) };
  const strict = (_: unknown, response: import('node:http').ServerResponse) => {
    response.setHeader(
      'content-security-policy',
      "default-src 'none'; script-src 'none'; style-src 'unsafe-inline'",
    );
    response.setHeader('content-type', 'text/html');
    response.end(PAGE);
  };
  site = await startSite({ '/': PAGE, '/drawn': PAGE, '/strict': strict });
  scope.after(() => site.close());
  // No site is granted: that the person asks for it is enough.
  all = await startPairedApp(scope, []);
  agent = await startAgent(all.app, all.app.key);
  page = await all.browser.open(site.url('/'));
});
after(async () => {
  for (const close of closings) await close();
});

const annotations = async () => {
  const { content } = await agent.call('analyze', { what: 'annotations' });
  return content.map(({ text = '' }) => text).join('\n');
};
const handed = (words: string) => `document.getElementById('handed').textContent === '${words}'`;

test('a note reaches the agents, with the page that it is about, and is told with the next answer', async () => {
  await agent.call('browser_navigate', { url: site.url('/') });
  const popup = await all.browser.popupOver(page);
  assert.equal(await popup.evaluate(`document.getElementById('send').disabled`), true);
  await popup.evaluate(`{ const note = document.getElementById('note');
    note.value = 'Why is this price wrong? ${SECRET}'; note.dispatchEvent(new Event('input')); }`);
  await popup.evaluate(press('send'));
  await popup.until(handed('Your agents have it.'));
  const { content } = await agent.call('browser_snapshot');
  const next = content.map(({ text = '' }) => text).join('\n');
  assert.match(next, /A person shows you .*Why is this price wrong/s);
  const kept = await annotations();
  assert.match(kept, /Why is this price wrong/);
  assert.match(kept, new RegExp(site.url('/')));
  assert.doesNotMatch(next + kept, new RegExp(SECRET));

  const file = /"file": ?"(shown-[^"]+)"/.exec(kept)?.[1];
  const answer = { what: 'annotations', correlation_id: file, reply: 'The tax was left out.', done: true };
  const { content: told } = await agent.call('analyze', answer);
  assert.match(JSON.stringify(told), /the person sees it in their browser/);
  const answers = `document.getElementById('answers').textContent`;
  await popup.until(`${answers}.includes('The tax was left out. (done)')`);
  assert.match(await popup.evaluate(answers), /^Why is this price wrong/);
});

test('a picture of the page comes along', async () => {
  const popup = await all.browser.popupOver(page);
  await popup.evaluate(press('picture'));
  await popup.until(handed('Your agents have it.'));
  const path = /"screenshot": ?"([^"]+-plain\.png)"/.exec(await annotations())?.[1];
  assert.ok(path);
  assert.equal((await readFile(path)).toString('latin1', 1, 4), 'PNG');
});

for (const path of ['/drawn', '/strict'])
  test(`what is drawn on ${path} reaches the agents, with the element below; the page hears of none of it`, async () => {
    const own = await all.browser.open(site.url(path));
    await own.evaluate(`window.heard = []; for (const type of ['pointerdown', 'keydown', 'input', 'click'])
      addEventListener(type, (event) => heard.push(event.type), true);`);
    const popup = await all.browser.popupOver(own);
    await popup.evaluate(press('draw')).catch(() => {}); // it closes at once
    await own.until(`Boolean(document.querySelector('div[popover=manual]'))`);
    assert.equal(await own.evaluate(`document.querySelector('div[popover=manual]').shadowRoot`), null);
    const mouse = (type: string, x: number, y: number) =>
      own.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', buttons: 1, clickCount: 1 });
    await mouse('mousePressed', 95, 95);
    await mouse('mouseMoved', 200, 150);
    await mouse('mouseMoved', 265, 165);
    await mouse('mouseReleased', 265, 165);
    const key = async (name: string) => {
      const code = { Enter: 13, Escape: 27 }[name];
      const one = {
        key: name,
        code: name,
        windowsVirtualKeyCode: code,
        ...(name === 'Enter' && { text: '\r' }),
      };
      await own.send('Input.dispatchKeyEvent', { type: 'keyDown', ...one });
      await own.send('Input.dispatchKeyEvent', { type: 'keyUp', ...one });
    };
    for (const text of 'Make it bigger') await own.send('Input.dispatchKeyEvent', { type: 'char', text });
    await key('Enter');
    await key('Escape');
    await own.until(`!document.querySelector('div[popover=manual]')`);
    let kept = '';
    await eventually(async () => {
      kept = (await annotations()).replaceAll('": "', '":"');
      return kept.includes(`"page_url":"${site.url(path)}"`);
    }, 'the agents have it');
    assert.match(kept, /Make it bigger/);
    assert.match(kept, /"selector":"[^"]*#buy"/);
    assert.match(kept, /"picture":"[^"]+-marked\.png"/);
    assert.deepEqual(await own.evaluate('heard'), []);
  });
