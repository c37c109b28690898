import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { hideInput, showInput } from './show-input.page.ts';
import { drawInput } from './show-input.ts';

test('what scripts do is not drawn, and nothing is left in the end', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  await tab.page.setContent('<input>');
  const drawn = () => tab.page.locator('html > div[aria-hidden=true]').count();
  const stop = await drawInput(tab);
  await tab.cdp.run(showInput); // a second time changes nothing
  await tab.page.evaluate(`document.querySelector('input').dispatchEvent(
    new KeyboardEvent('keydown', { key: 'x', bubbles: true }))`);
  assert.equal(await drawn(), 0);
  await tab.page.locator('input').press('x');
  assert.equal(await drawn(), 1);
  await stop();
  assert.equal(await drawn(), 0);
  await tab.page.locator('input').press('y');
  assert.equal(await drawn(), 0);
  await tab.cdp.run(hideInput);
});
