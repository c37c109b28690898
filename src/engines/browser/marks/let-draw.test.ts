import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startEngine } from '../../../../test/kit/browser.ts';
import type { DrawWord } from '../../../contract/marks.ts';
import { letDraw } from './let-draw.ts';
import { lookOnly } from './overlay.page.ts';

test('it costs a page nothing: nothing is in it before, and nothing is left after', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  await tab.page.setContent('<title>Page</title><main><input><button>Buy</button></main>');
  const session = await tab.page.context().newCDPSession(tab.page);
  await session.send('Performance.enable');
  const cost = async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const counted = ['Nodes', 'Frames', 'Documents', 'JSEventListeners', 'LayoutObjects'];
    return Object.fromEntries(
      metrics.filter(({ name }) => counted.includes(name)).map(({ name, value }) => [name, value]),
    );
  };
  await tab.page.locator('html').count(); // Playwright is in the page from its first use on
  const before = await cost();
  const heard: DrawWord['say'][] = [];
  const drawing = letDraw(tab, {
    begin: () => ({ question: 'What?', waiting: [], answers: [], marks: [], nextNumber: 1 }),
    async heard({ say }) {
      heard.push(say);
      return say === 'done' ? 'over' : 'more';
    },
    signal: new AbortController().signal,
  });
  for (let now = before; now['Frames'] === before['Frames']; now = await cost());
  await tab.page.mouse.move(20, 20);
  await tab.page.mouse.down();
  await tab.page.mouse.move(120, 90);
  await tab.page.mouse.up();
  await tab.page.keyboard.press('Enter');
  await tab.page.keyboard.press('Escape');
  await drawing;
  assert.deepEqual(heard, ['mark', 'done']);
  const end = Date.now() + 10_000;
  let after = await cost();
  while (!isDeepStrictEqual(after, before) && Date.now() < end) after = await cost(); // once all is collected
  assert.deepEqual(after, before);
});

test('what is drawn and written while pictures are taken is not lost, and does not hit the page', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  await tab.page.setContent(
    '<style>button { position: fixed; inset: 0 }</style><button onclick="document.title += \'hit \'">Buy</button>',
  );
  const texts: string[] = [];
  const begin = () => ({ question: '', waiting: [], answers: [], marks: [], nextNumber: 1 });
  const drawing = letDraw(tab, {
    begin,
    async heard(word) {
      if (word.say === 'mark') texts.push(word.mark.text);
      return word.say === 'done' ? 'over' : 'more';
    },
    signal: new AbortController().signal,
  });
  await tab.page.locator('[popover=manual]').waitFor({ state: 'attached' });
  const { mouse, keyboard } = tab.page;
  for (const view of ['nothing', 'marks'] as const) {
    await tab.cdp.run(lookOnly, view);
    await mouse.move(20, 20);
    await mouse.down();
    await mouse.move(120, 90);
    await mouse.up();
    await keyboard.type(`of ${view} `);
    await tab.cdp.run(lookOnly, view === 'nothing' ? 'marks' : 'nothing');
    await keyboard.type('and on');
    await tab.cdp.run(lookOnly, 'all');
    await keyboard.press('Enter');
  }
  await keyboard.press('Escape');
  await drawing;
  assert.deepEqual(texts, ['of nothing and on', 'of marks and on']);
  assert.equal(await tab.page.title(), '');
});

test('whoever gives up takes it away', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  const over = new AbortController();
  const begin = () => ({ question: '', waiting: [], answers: [], marks: [], nextNumber: 1 });
  const drawing = letDraw(tab, { begin, heard: async () => 'more', signal: over.signal });
  await tab.page.locator('[popover=manual]').waitFor({ state: 'attached' });
  over.abort(new Error('enough'));
  await assert.rejects(drawing, /enough/);
  assert.equal(await tab.page.locator('[popover=manual]').count(), 0);
});
