/** A second set, written after the rules and not used to change them. */
import { answers, drops, type FailingTest, hangs, later, of } from './failing-test.ts';

const CARD =
  '<section aria-label=Checkout><h2>Checkout</h2><label>Card number <input inputmode=numeric></label><button type=button class="MuiButton-root">Place order</button></section>';

export const secondSet: readonly FailingTest[] = [
  ...of('selector_broken', [
    [
      'second: waitForSelector of a class',
      CARD,
      `await page.waitForSelector('.checkout__submit', { timeout: 1200 });`,
    ],
    ['second: xpath that no longer fits', CARD, `await page.locator('//form/div[2]/button').click();`],
    [
      'second: a tab of another name',
      '<div role=tablist><button role=tab>Overview</button><button role=tab>Billing</button></div>',
      `await page.getByRole('tab', { name: 'Payments' }).click();`,
    ],
    [
      'second: an alt text',
      '<img alt="Company logo" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=9 height=9>',
      `await page.getByAltText('Acme').click();`,
    ],
  ]),
  ...of('timing_flaky', [
    [
      'second: polled too short',
      `<p id=p>queued</p>${later(6000, `p.textContent = 'done'`)}<script>let n = 0; setInterval(() => { document.title = 'Tick ' + ++n }, 100)</script>`,
      `await expect(page).toHaveTitle('Tick 90');`,
    ],
    [
      'second: a skeleton',
      `<div role=status>Loading your orders</div>${later(6000, `document.body.innerHTML = '<button>Reorder</button>'`)}`,
      `await page.getByRole('button', { name: 'Reorder' }).click();`,
    ],
    [
      'second: a modal above',
      `<button>Edit</button><div id=m style="position:fixed;inset:0;background:#0005"><p>Cookies?</p></div>${later(6000, 'm.remove()')}`,
      `await page.getByRole('button', { name: 'Edit' }).click();`,
    ],
    [
      'second: a select that fills later',
      `<select aria-label=City disabled id=s><option>…</select>${later(6000, `s.disabled = false`)}`,
      `await page.getByLabel('City').selectOption('Bern');`,
    ],
  ]),
  ...of('network_flaky', [
    [
      'second: XHR that is cut',
      `<p id=p>Total: –</p><script>const x = new XMLHttpRequest(); x.open('GET', 'api/total'); x.onload = () => { p.textContent = 'Total: 5' }; x.send();</script>`,
      `await expect(page.getByText('Total: 5')).toBeVisible();`,
      { routes: { 'api/total': drops } },
    ],
    [
      'second: aborted by a route',
      CARD,
      `await page.route('**/api/**', (r) => r.abort('connectionreset')); await page.evaluate(() => fetch('api/pay').catch(() => {})); await expect(page.getByText('Paid')).toBeVisible();`,
    ],
    [
      'second: an API that waits',
      CARD,
      `const r = await page.request.get(at + 'api/slow', { timeout: 1000 }); expect(r.ok()).toBeTruthy();`,
      { routes: { 'api/slow': hangs } },
    ],
    [
      'second: 503 of a page',
      '',
      `await page.goto(at); await page.getByRole('link', { name: 'Account' }).click();`,
      { isBare: true, routes: { '': answers(503, '<h1>Service Unavailable</h1>', 'text/html') } },
    ],
  ]),
  ...of('assertion_failed', [
    [
      'second: a soft one',
      '<h1>Cart (2)</h1>',
      `await expect.soft(page.getByRole('heading')).toHaveText('Cart (3)');`,
    ],
    [
      'second: contains',
      '<p id=m>Hello Ann</p>',
      `await expect(page.locator('#m')).toContainText('Goodbye');`,
    ],
    [
      'second: greater than',
      '<ul><li>a</ul>',
      `expect(await page.getByRole('listitem').count()).toBeGreaterThan(3);`,
    ],
    [
      'second: polled value',
      '<p id=n>4</p>',
      `await expect.poll(() => page.locator('#n').innerText(), { timeout: 1000 }).toBe('5');`,
    ],
  ]),
  ...of('environment', [
    [
      'second: a JSON file',
      CARD,
      `const data = (await import('node:fs')).readFileSync('data/users.json', 'utf8'); JSON.parse(data);`,
    ],
    [
      'second: token of the environment',
      CARD,
      `await page.getByLabel('Card number').fill(process.env.TEST_CARD as string);`,
    ],
    ['second: API server that is off', CARD, `await page.request.get('http://127.0.0.1:59997/health');`],
    ['second: no disk rights', CARD, `await page.screenshot({ path: '/proc/1/shot.png' });`],
  ]),
  ...of('real_bug', [
    [
      'second: a reducer that throws',
      '<button id=b>Remove</button><ul id=l><li>x</ul><script>b.onclick = () => { const s = { items: null }; l.innerHTML = s.items.map((i) => i) }</script>',
      `await page.getByRole('button').click(); await expect(page.getByRole('listitem')).toHaveCount(0);`,
    ],
    [
      'second: 500 of a form',
      '<form method=post action=save><button>Save</button></form>',
      `await page.getByRole('button').click(); await expect(page.getByText('Saved')).toBeVisible();`,
      { routes: { save: answers(500, '<h1>Whoops</h1>', 'text/html') } },
    ],
    [
      'second: an error boundary',
      '<div id=r>x</div><script>r.innerHTML = "<h2>Unexpected error</h2><pre>Cannot read properties of undefined</pre>"</script>',
      `await expect(page.getByRole('heading')).toHaveText('Profile');`,
    ],
    [
      'second: rejected by nobody',
      '<p id=p>0</p><script>(async () => { await Promise.resolve(); missingFunction() })()</script>',
      `await expect(page.locator('#p')).toHaveText('1');`,
    ],
  ]),
];
