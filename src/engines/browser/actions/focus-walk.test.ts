import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { walkFocus } from './focus-walk.ts';

test('the focus goes through shadow roots and comes round', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  const html =
    '<button id=a>A</button><div id=host><template shadowrootmode=open><button id=b>B</button></template></div><input name=c>';
  await tab.page.goto(`data:text/html,${encodeURIComponent(html)}`);
  const { order, focus_trap: trap, unreachable_by_keyboard: unreached } = await walkFocus(tab, {});
  assert.equal(order.length, 3);
  assert.deepEqual([trap, unreached], [undefined, []]);
});
