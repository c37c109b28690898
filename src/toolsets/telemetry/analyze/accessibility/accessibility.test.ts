import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../../test/kit/analyze-rig.ts';
import { verifies } from '../../../../../test/requirements/verifies.ts';

let timesStyled = 0;

const rig = new AnalyzeRig({
  '/': `<!doctype html><html lang=en><title>Bad</title><link rel=icon href="data:,"><main><h1>Bad page</h1>
<div id=part><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><button id=empty></button></div>
<p style="color:#bbb;background:#fff">Pale words</p>
<p style="background-image:linear-gradient(white,black);color:gray">On a picture</p>
<x-card></x-card></main><iframe src=/inner title=Inner></iframe><iframe src="{{other}}/inner" title=Far></iframe>
<script>customElements.define('x-card', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<input id=inshadow>'; } });</script></html>`,
  '/inner': '<!doctype html><html lang=en><title>Inner</title><main><input id=nolabel></main></html>',
  '/strict': (_request, response) => {
    response
      .setHeader('content-security-policy', "default-src 'none'")
      .setHeader('content-type', 'text/html');
    response.end('<!doctype html><html lang=en><title>Strict</title><main><h1>x</h1><input></main></html>');
  },
  '/sandbox': (_request, response) => {
    response.setHeader('content-security-policy', 'sandbox').setHeader('content-type', 'text/html');
    response.end('<!doctype html><html lang=en><title>Sandbox</title><main><h1>x</h1><input></main></html>');
  },
  '/styled': `<!doctype html><html lang=en><title>Styled</title><link rel=icon href="data:,"><link rel=stylesheet href="{{other}}/far.css">
<main><h1>x</h1><input id=shown><input id=hidden style="display:none"></main></html>`,
  '/far.css': (_request, response) => {
    timesStyled++;
    response.writeHead(200, {
      'content-type': 'text/css',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    });
    response.end('h1 { color: green }');
  },
  '/keys': `<!doctype html><html lang=en><title>Keys</title><link rel=icon href="data:,"><main><h1>Keys</h1>
<a id=one href="#x">One</a><br><a id=two href="#y" style="outline:none">Two</a><br><button id=three>Three</button>
<div id=card onclick="1" style="cursor:pointer">Only for a mouse</div><button id=first tabindex=3>Jumps</button></main></html>`,
  '/trap': `<!doctype html><html lang=en><title>Trap</title><link rel=icon href="data:,"><main><h1>Trap</h1>
<button id=a>A</button><button id=b>B</button><button id=c>C</button>
<script>b.onkeydown = (event) => { if (event.key === 'Tab') { event.preventDefault(); a.focus(); } };</script></main></html>`,
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;
const idsOf = (list: Any[]) => list.map(({ id }: Any) => id).toSorted();

verifies('gasoline: analyze accessibility', async () => {
  await rig.open('/');
  const found = await rig.look('accessibility');
  assert.deepEqual(idsOf(found.violations), ['button-name', 'color-contrast', 'image-alt', 'label']);
  assert.ok(idsOf(found.incomplete).includes('color-contrast'), 'what axe is not sure of is told too');
  assert.deepEqual([found.counts.violations, found.cached], [4, undefined]);
  const of = (id: string) => found.violations.find((one: Any) => one.id === id);
  const paths = of('label').nodes.map(({ path }: Any) => path);
  assert.equal(paths.length, 3, 'in the shadow root, the frame and the frame of another process');
  assert.ok(
    paths.some((path: string) => path.includes('x-card >>> #inshadow')),
    paths.join(),
  );
  assert.ok(paths.filter((path: string) => /^iframe.* >>> #nolabel$/.test(path)).length === 2, paths.join());
  const [node] = of('image-alt').nodes;
  assert.match(node.fix, /alt attribute/);
  assert.ok(node.checks.some(({ id }: Any) => id === 'has-alt'));
  assert.match(of('image-alt').help_url, /^https:/);
  assert.deepEqual(of('image-alt').wcag, ['wcag111']);
});

test('a part of the page, and the tags that are wanted', async () => {
  await rig.open('/');
  const part = await rig.look('accessibility', { scope: '#part' });
  assert.deepEqual(idsOf(part.violations), ['button-name', 'image-alt']);
  const alias = await rig.look('accessibility', { selector: '#part', tags: ['cat.text-alternatives'] });
  assert.deepEqual(idsOf(alias.violations), ['image-alt']);
  const none = await rig.call('accessibility', { scope: '#nothing' });
  assert.deepEqual([none.isError, none.data.code], [true, 'ELEMENT_NOT_FOUND']);
});

test('results are kept until the page changes', async () => {
  await rig.open('/');
  assert.equal((await rig.look('accessibility')).cached, undefined);
  assert.equal((await rig.look('accessibility')).cached, true);
  assert.equal((await rig.look('accessibility', { force_refresh: true })).cached, undefined);
  assert.equal((await rig.look('accessibility', { scope: '#part' })).cached, undefined);
  await rig.look('accessibility');
  await rig.act('execute_js', { script: "document.querySelector('img').alt = 'A picture'" });
  const changed = await rig.look('accessibility');
  assert.deepEqual([changed.cached, idsOf(changed.violations).includes('image-alt')], [undefined, false]);
});

test('a policy of the page forbids nothing', async () => {
  await rig.open('/strict');
  assert.ok(idsOf((await rig.look('accessibility')).violations).includes('label'));
});

test('styles are those of the moment, and none is loaded again', async () => {
  timesStyled = 0;
  await rig.open('/styled');
  const shown = (found: Any) =>
    found.violations.flatMap(({ nodes }: Any) => nodes.map(({ path }: Any) => path));
  assert.deepEqual(shown(await rig.look('accessibility')), ['#shown']);
  await rig.act('execute_js', { script: "shown.style.display = 'none'; hidden.style.display = ''; 1" });
  assert.deepEqual(shown(await rig.look('accessibility')), ['#hidden']);
  assert.equal(timesStyled, 1);
});

test('what cannot be looked at is no page without violations', async () => {
  await rig.open('/strict');
  const unknown = await rig.call('accessibility', { tags: ['wcag2a', 'wcag9'] });
  assert.equal(unknown.isError, true);
  assert.match(JSON.stringify(unknown.data), /wcag9.*best-practice.*wcag22aa/);
  await rig.open('/sandbox');
  const refused = await rig.call('accessibility');
  assert.deepEqual(
    [refused.isError, refused.data.code],
    [true, 'SCRIPTS_REFUSED'],
    JSON.stringify(refused.data),
  );
  assert.equal((await rig.look('dom', { selector: 'h1' })).match_count, 1);
});

test('Tab is really pressed: order, rings, what is never reached, traps', async () => {
  await rig.open('/keys');
  const { by_tab: walk } = await rig.look('accessibility', { press_tab: true });
  assert.deepEqual(walk.order, ['button#first Jumps', 'a#one One', 'a#two Two', 'button#three Three']);
  assert.deepEqual(walk.without_focus_ring, ['a#two Two']);
  assert.deepEqual(walk.positive_tabindex, ['button#first Jumps']);
  assert.deepEqual(walk.unreachable_by_keyboard, ['div#card Only for a mouse']);
  assert.equal(walk.out_of_order.length, 1);
  assert.equal(walk.focus_trap, undefined);
  await rig.open('/trap');
  const trapped = (await rig.look('accessibility', { press_tab: true })).by_tab;
  assert.deepEqual(trapped.focus_trap, ['button#a A', 'button#b B']);
  assert.deepEqual(trapped.unreachable_by_keyboard, ['button#c C']);
  const { data } = await rig.tools.call('observe', { what: 'actions' });
  const keys = data.entries.filter(({ type }: Any) => type === 'keypress');
  assert.deepEqual(keys, [], 'nobody has done that');
});
