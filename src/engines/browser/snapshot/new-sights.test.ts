import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { linesOf, newSights } from './new-sights.ts';

test('what came to a page and to its frame is told as a test finds it, the loudest first', async (t) => {
  const started = await startEngine();
  t.after(() => started.close());
  const { id, page } = await started.engine.tab();
  await page.setContent('<h1>Shop</h1><button>Buy</button><iframe name="pay" srcdoc="<p>Card</p>"></iframe>');
  const before = await linesOf(page);
  assert.deepEqual(await newSights({ id, page }, before), []);
  await page.evaluate(`
    document.body.insertAdjacentHTML(
      'beforeend',
      '<button>Again</button><button>Twice</button><button>Twice</button><p role=alert>Sold</p><p>at 12:30</p>',
    );
    document.querySelector('iframe').contentDocument.body.insertAdjacentHTML('beforeend', '<h2>Paid</h2>');
  `);
  const told = (await newSights({ id, page }, before)).map(({ locator }) => locator);
  assert.deepEqual(told, [
    "getByText('Sold', { exact: true })",
    "getByRole('button', { name: 'Again', exact: true })",
    `locator('iframe[name="pay"]').contentFrame().getByRole('heading', { name: 'Paid', exact: true })`,
  ]);
});
