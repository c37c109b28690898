import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { inHaste, startEngine, type TestEngine } from '../../../../test/kit/browser.ts';
import { click } from '../actions/pointer.ts';
import { waitOurselves } from './own-waiting.ts';

let started: TestEngine;

before(async () => {
  started = await startEngine();
});
after(() => started?.close());

const page = (body: string) => `data:text/html,${encodeURIComponent(body)}`;

test('Playwright has it where it is looked for', async () => {
  const tab = await started.engine.tab();
  assert.ok(tab.waitsItself, 'this version of Playwright waits elsewhere');
  const remote = Object.create(tab.page, { _connection: { value: {} } }) as typeof tab.page;
  assert.equal(waitOurselves(remote), false);
});

test('what comes under the pointer before the click takes it not: the click waits', async () => {
  const tab = await started.engine.tab();
  await tab.page.goto(
    page(`<button onclick="document.title = 'pressed'">Press</button><div id=over hidden
      style="position:fixed;inset:0">wait</div><script>addEventListener('mousemove', () => {
        over.hidden = false;
        setTimeout(() => over.hidden = true, 200);
      }, { once: true })</script>`),
  );
  await click(tab, 'text=Press');
  assert.equal(await tab.page.title(), 'pressed');
});

test('an element that is taken away while it is being clicked is gone, and not merely not ready', async () => {
  const tab = await started.engine.tab();
  await tab.page.goto(
    page(`<main><button style="position:relative">Press</button></main><script>
      const main = document.querySelector('main');
      let at = 0;
      const move = () => {
        if (!document.contains(main)) return;
        main.firstChild.style.left = (at = (at + 37) % 400) + 'px'; // nowhere twice, also when frames are left out
        requestAnimationFrame(move);
      };
      move();
      const replace = () => main.innerHTML = '<button>Press</button>';
    </script>`),
  );
  const { found } = await tab.snapshots.find({ role: 'button', name: 'Press' });
  await inHaste(tab, { action: 2_000 }, async () => {
    const clicking = assert.rejects(click(tab, found[0]!.ref!), { code: 'REF_GONE' });
    await tab.page.evaluate('void setTimeout(replace, 300)');
    await clicking;
  });
});
