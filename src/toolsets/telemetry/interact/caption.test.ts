import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { Captions } from './caption.ts';

test('a caption stays on the pages that follow, is hidden from readers of the page, and goes', async (t) => {
  const site = await startSite({ '/': '<title>A</title><p>a', '/b': '<title>B</title><p>b' });
  t.after(() => site.close());
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  const captions = new Captions();
  const count = () => tab.page.locator('html > div[aria-hidden=true]').count();
  await tab.page.goto(site.url('/'));
  await captions.show(tab, 'one');
  await captions.show(tab, 'two');
  assert.equal(await count(), 1);
  assert.ok(!(await tab.page.innerText('body')).includes('two'));
  await tab.page.goto(site.url('/b'));
  await tab.page.locator('html > div[aria-hidden=true]').waitFor({ state: 'attached' });
  await captions.show(tab, '');
  assert.equal(await count(), 0);
});
