import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { startPages } from '../../../../test/kit/pages.ts';
import { evaluate } from '../actions/evaluate.ts';
import { navigate } from '../actions/navigate.ts';
import { screenshot } from '../actions/screenshot.ts';
import { setViewport } from './viewport.ts';

test('a size stays for the documents that follow, whatever pictures were taken before', async () => {
  const [pages, { engine, close }] = await Promise.all([startPages(), startEngine()]);
  try {
    const tab = await engine.tab();
    await navigate(tab, pages.url('/'));
    await screenshot(tab);
    await setViewport(tab, { width: 640, height: 360 });
    await navigate(tab, pages.url('/form.html'));
    const size = '[innerWidth, innerHeight, screen.width, screen.height]';
    assert.deepEqual((await evaluate(tab, size)).value, [640, 360, 640, 360]);
    const { width, height } = await screenshot(tab);
    assert.deepEqual([width, height], [640, 360]);
  } finally {
    await close();
    await pages.close();
  }
});
