import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzeRig } from '../../../../test/kit/analyze-rig.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';

const css = `@layer base, theme;
@layer base { .card { color: red !important; padding: 1px } }
@layer theme { .card { color: blue; padding: 2px } }
body { font-size: 20px; color: gray }
.card { margin: 4px; colour: green; color: black }
#one { margin-left: 8px }
@media (min-width: 10px) { p.card { border: 1px solid red } }
`;

const rig = new AnalyzeRig({
  '/': `<!doctype html><title>Cards</title><link rel=icon href="data:,"><link rel=stylesheet href=/style.css>
<p id=one class=card style="padding: 3px" data-kind=first>The first <b>card</b> <i hidden>x</i></p>
<p class=card hidden>Second</p>
<div style="overflow:hidden;width:50px;height:20px;position:relative"><span id=out style="position:absolute;left:200px;top:0">Out</span></div>
<button id=under style="position:absolute;left:300px;top:300px">Under</button>
<div id=veil style="position:absolute;left:290px;top:290px;width:200px;height:200px;background:white"></div>
<button aria-label="Close it" id=zero style="width:0;height:0;padding:0;border:0;overflow:hidden">x</button>
<input type=password value="hunter2 is my word" id=pass>
<x-open></x-open><x-closed></x-closed>
<iframe src=/inner name=kid></iframe><iframe src="{{other}}/inner" id=far></iframe>
<script>
customElements.define('x-open', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<em class=deep>open one</em>'; } });
customElements.define('x-closed', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<style>.deep { color: green }</style><em class=deep>closed one</em>'; } });
getComputedStyle = () => { throw new Error('not for you'); };
</script>`,
  '/style.css': (_request, response) => void response.setHeader('content-type', 'text/css').end(css),
  '/inner': '<!doctype html><title>Inner</title><em class=deep>in the frame</em>',
});

// biome-ignore lint/suspicious/noExplicitAny: a test asserts on whatever came back
type Any = any;

verifies('gasoline: analyze dom', async () => {
  await rig.open('/');
  const { matches, match_count: count } = await rig.look('dom', { selector: '#one', max_depth: 1 });
  assert.equal(count, 1);
  const [one] = matches;
  assert.deepEqual([one.tag, one.role, one.text, one.visible], ['p', 'paragraph', 'The first card', true]);
  assert.deepEqual(one.attributes, {
    id: 'one',
    class: 'card',
    style: 'padding: 3px',
    'data-kind': 'first',
  });
  assert.ok(one.box.width > 100 && one.box.height > 20);
  assert.deepEqual(
    one.children.map(({ tag }: Any) => tag),
    ['b', 'i'],
  );
  const { matches: cards } = await rig.look('dom', { selector: '.card', properties: ['display', 'color'] });
  assert.deepEqual(
    cards.map(({ computed, css_rules: rules }: Any) => [computed.display, computed.color, rules]),
    [
      ['block', 'rgb(255, 0, 0)', undefined],
      ['none', 'rgb(255, 0, 0)', undefined],
    ],
  );
  assert.equal(cards[1].not_visible_because, 'it has display: none');
});

test('rules come in the order of the cascade, with what is overridden and where they stand', async () => {
  await rig.open('/');
  const { matches } = await rig.look('dom', { selector: '#one' });
  const [{ css_rules: rules, computed }] = matches;
  const sheet = rig.site.url('/style.css');
  const told = rules.map(({ selector, source, layer, media, inherited_from: from }: Any) =>
    [selector, source?.replace(sheet, 'css'), layer ?? media ?? from].filter(Boolean).join(' '),
  );
  assert.equal(told[0].split(' ')[0], 'style');
  assert.deepEqual(told.slice(1), [
    '#one css:6:1',
    'p.card css:7:28 (min-width: 10px)',
    '.card css:5:1',
    '.card css:3:16 theme',
    '.card css:2:15 base',
    'body css:4:1 1',
  ]);
  const states = (at: number) =>
    Object.fromEntries(
      rules[at].declarations.map((one: Any) => [
        one.property,
        one.overridden ? 'overridden' : one.invalid ? 'invalid' : 'counts',
      ]),
    );
  assert.deepEqual(states(0), { padding: 'counts' });
  assert.deepEqual(states(1), { 'margin-left': 'counts' });
  // Of the shorthand three sides are left.
  assert.deepEqual(states(3), { margin: 'counts', colour: 'invalid', color: 'overridden' });
  assert.deepEqual(states(4), { color: 'overridden', padding: 'overridden' });
  assert.deepEqual(states(5), { color: 'counts', padding: 'overridden' });
  assert.deepEqual(states(6), { 'font-size': 'counts', color: 'overridden' });
  assert.equal(computed.color, 'rgb(255, 0, 0)');
  assert.equal(computed['margin-left'], '8px');
});

test('why something is not seen', async () => {
  await rig.open('/');
  const why = async (selector: string) =>
    (await rig.look('dom', { selector })).matches[0].not_visible_because;
  assert.match(await why('#out'), /outside of div, which hides/);
  assert.equal(await why('#under'), 'div#veil covers it');
  assert.equal(await why('#zero'), 'its box is 0 × 0');
  assert.equal(await why('#one i'), 'it has display: none');
  assert.equal(await why('#one b'), undefined);
  const { matches } = await rig.look('dom', { selector: '#zero' });
  assert.deepEqual([matches[0].role, matches[0].name], ['button', 'Close it']);
});

test('shadow roots, closed ones too, and frames', async () => {
  await rig.open('/');
  const texts = async (args: object) =>
    (await rig.look('dom', { selector: '.deep', ...args })).matches.map(({ text, shadow, frame }: Any) =>
      `${text} ${shadow ?? ''} ${frame ?? ''}`.trim(),
    );
  assert.deepEqual(await texts({}), ['open one open', 'closed one closed']);
  assert.deepEqual(await texts({ frame: 0 }), ['in the frame  0']);
  assert.deepEqual(await texts({ frame: 'kid' }), ['in the frame  0']);
  assert.deepEqual(await texts({ frame: '#far' }), ['in the frame  1']);
  assert.equal((await texts({ frame: 'all' })).length, 4);
  const { matches } = await rig.look('dom', { selector: 'x-closed' });
  assert.equal(matches.length, 1);
  const styled = await rig.look('dom', { selector: '.deep', include_styles: true });
  assert.equal(styled.matches[1].css_rules[0].selector, '.deep');
  const none = await rig.call('dom', { selector: '.deep', frame: 7 });
  assert.deepEqual([none.isError, none.data.code], [true, 'ELEMENT_NOT_FOUND']);
});

test('other selectors than CSS, none found, secrets', async () => {
  await rig.open('/');
  const { matches } = await rig.look('dom', { selector: 'text=Under' });
  assert.equal(matches[0].attributes.id, 'under');
  const role = await rig.look('dom', { selector: "getByRole('button', { name: 'Under' })" });
  assert.equal(role.matches[0].attributes.id, 'under');
  assert.equal((await rig.look('dom', { selector: 'text=open one' })).matches[0].shadow, 'open');
  assert.equal((await rig.look('dom', { selector: '.nothing' })).match_count, 0);
  const secret = JSON.stringify(await rig.look('dom', { selector: '#pass' }));
  assert.doesNotMatch(secret, /hunter2/);
});
