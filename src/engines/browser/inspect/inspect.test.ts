import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { inspectElements } from './inspect-elements.ts';
import { runAxe } from './run-axe.ts';

const HTML =
  '<html lang=en><title>x</title><main><h1>x</h1><style>b { color: red }</style><b id=b>Bold</b><input id=i></main></html>';

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
