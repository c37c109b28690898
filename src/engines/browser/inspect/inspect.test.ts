import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { inspectElements } from './inspect-elements.ts';
import { type AxeResults, runAxe } from './run-axe.ts';

const HTML =
  '<html lang=en><title>x</title><main><h1>x</h1><style>b { color: red }</style><b id=b>Bold</b><input id=i></main></html>';

const COLORS = [
  '#767676',
  '#777',
  'rgb(119 119 119 / 90%)',
  'oklch(0.6 0.1 200)',
  'color(display-p3 1 0 0)',
  'hsl(60 100% 50%)',
];
const COLORFUL = `<!doctype html><html lang=en><title>x</title><style>.before::before { content: 'x'; color: pink }
.hidden { display: none } .far { position: absolute; left: -9999px } .over { position: relative; top: -1em; background: #0008 }</style>
<main><h1>x</h1>${COLORS.flatMap((color) =>
  COLORS.map(
    (behind) => `<p style="color:${color};background:${behind}">Words <a href="#x">that stand</a></p>`,
  ),
).join(
  '',
)}<p class=before style="opacity:.4">Words</p><p class=hidden><img src=x></p><p class=far><button></button></p>
<p>Under</p><p class=over>Over it</p><select><option>One</select></main></html>`;

/** Every rule, what came of it, and why; in whichever world it was asked. */
const toldOf = ({ violations, incomplete, passes }: AxeResults) =>
  [violations, incomplete, passes].map((results) =>
    results.map(({ id, nodes }) => [
      id,
      nodes.map(({ target, any, all, none }) => [
        target,
        // Here undefined parts of it come over, from there they do not.
        [...any, ...all, ...none].map(({ message, data }) => [message, JSON.stringify(data)]),
      ]),
    ]),
  );

test('what is kept while axe-core runs changes nothing of what it finds', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  await tab.page.setContent(COLORFUL);
  const ask = { selector: undefined, tags: ['wcag2a', 'wcag2aa'], isFresh: true, withPasses: true };
  const { results } = await runAxe(tab, ask);
  const again = await runAxe(tab, ask);
  const { default: axe } = await import('axe-core');
  await tab.page.evaluate(axe.source);
  const bare = (await tab.page.evaluate(
    `axe.run({ runOnly: { type: 'tag', values: ${JSON.stringify(ask.tags)} } })`,
  )) as AxeResults;
  assert.ok(bare.violations.some(({ id, nodes }) => id === 'color-contrast' && nodes.length > 10));
  assert.deepEqual(toldOf(results), toldOf(bare));
  assert.deepEqual(toldOf(again.results), toldOf(bare));
});

test('elements with their rules, and what axe-core finds, of a page in a browser', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  await tab.page.goto(`data:text/html,${encodeURIComponent(HTML)}`);
  const { matches, count } = await inspectElements(tab, '#b', { depth: 0 });
  assert.equal(count, 1);
  assert.match(JSON.stringify(matches), /"property":"color","value":"red"/);
  const wanted = { selector: undefined, tags: undefined, isFresh: false };
  const { results, isCached } = await runAxe(tab, wanted);
  assert.equal(isCached, false);
  assert.ok(results.violations.some(({ id }) => id === 'label'));
  assert.equal((await runAxe(tab, wanted)).isCached, true);
});
