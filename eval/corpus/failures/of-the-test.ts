/** The test or its waiting is at fault. */
import { answers, later, of, SAVE } from './failing-test.ts';

export const selectors = of('selector_broken', [
  ['a button with a new name', SAVE, `await page.getByRole('button', { name: 'Submit order' }).click();`],
  ['an id that is gone', SAVE, `await page.locator('#save-btn').click();`],
  ['a class of another style sheet', SAVE, `await page.locator('.btn-primary').click();`],
  ['a test id that was dropped', SAVE, `await page.getByTestId('save').click();`],
  ['a label that was renamed', SAVE, `await page.getByLabel('Full name').fill('Ann');`],
  ['a placeholder that became a label', SAVE, `await page.getByPlaceholder('Your mail').fill('a@b.c');`],
  [
    'two buttons alike',
    `${SAVE}<button>Save changes</button>`,
    `await page.getByRole('button', { name: 'Save changes' }).click();`,
  ],
  ['a selector with a mistake', SAVE, `await page.locator('form > > button').click();`],
  ['a link that is a button now', SAVE, `await page.getByRole('link', { name: 'Save changes' }).click();`],
  [
    'a list that is no table any more',
    '<ul><li>Ann</li><li>Ben</li></ul>',
    `await page.locator('table tr:nth-child(2) td').click();`,
  ],
  [
    'a select that is a list now',
    '<div role=listbox aria-label=Size><div role=option>Small</div></div>',
    `await page.getByLabel('Size').selectOption('small');`,
  ],
  [
    'a frame with another name',
    '<iframe srcdoc="<button>Pay</button>" name=payment></iframe>',
    `await page.frameLocator('iframe[name=checkout]').getByRole('button').click();`,
  ],
  [
    'an asserted element with another id',
    '<p id=total-sum>12.00</p>',
    `await expect(page.locator('#total')).toHaveText('12.00');`,
  ],
  [
    'an asserted test id',
    '<p data-testid=price>12.00</p>',
    `await expect(page.getByTestId('total')).toBeVisible();`,
  ],
  [
    'rows alike that are asserted',
    '<p class=row>a</p><p class=row>b</p>',
    `await expect(page.locator('.row')).toHaveText('a');`,
  ],
  [
    'a path through wrappers',
    '<main><section><div><button>Go</button></div></section></main>',
    `await page.locator('main > div > button').click();`,
  ],
  [
    'a heading of another level',
    '<h2>Account</h2>',
    `await page.getByRole('heading', { level: 1 }).click();`,
  ],
]);

export const timing = of('timing_flaky', [
  [
    'a button that comes later',
    `<div id=box></div>${later(1800, `box.innerHTML = '<button>Continue</button>'`)}`,
    `await page.getByRole('button', { name: 'Continue' }).click();`,
  ],
  [
    'a button that is enabled later',
    `<button disabled id=b>Pay</button>${later(4000, 'b.disabled = false')}`,
    `await page.getByRole('button', { name: 'Pay' }).click();`,
  ],
  [
    'a field that is read-only for a while',
    `<input aria-label=City readonly id=c>${later(4000, 'c.readOnly = false')}`,
    `await page.getByLabel('City').fill('Bern');`,
  ],
  [
    'an overlay that goes later',
    `<button>Open</button><div id=o style="position:fixed;inset:0;background:#fff8">Welcome</div>${later(4000, 'o.remove()')}`,
    `await page.getByRole('button', { name: 'Open' }).click();`,
  ],
  [
    'words that are still loading',
    `<p id=s>Loading…</p>${later(4000, `s.textContent = '12 results'`)}`,
    `await expect(page.locator('#s')).toHaveText('12 results');`,
  ],
  [
    'a bar that still moves',
    `<div role=progressbar aria-label=Import></div><div id=d></div>${later(4000, `d.innerHTML = '<a href=#>Download</a>'`)}`,
    `await page.getByRole('link', { name: 'Download' }).click();`,
  ],
  [
    'a counter that counts on',
    `<p id=n>0</p><script>let i = 0; setInterval(() => { n.textContent = ++i }, 120)</script>`,
    `await expect(page.locator('#n')).toHaveText('50');`,
  ],
  [
    'an element that moves',
    `<style>@keyframes m { to { margin-left: 400px } } button { animation: m .3s infinite alternate linear }</style><button>Catch</button>`,
    `await page.getByRole('button').click();`,
  ],
  [
    'a page that goes on by itself',
    `<p>Wait</p>${later(150, `location.href = '?next'`)}`,
    `await page.waitForTimeout(100); await page.evaluate(() => new Promise((r) => setTimeout(r, 1500)));`,
  ],
  [
    'a row that is drawn anew',
    `<ul><li id=r>Row</li></ul><script>setInterval(() => { r.replaceWith(r.cloneNode(true)) }, 1)</script>`,
    `const row = await page.$('#r'); await page.waitForTimeout(100); await row!.click();`,
  ],
  [
    'a menu that is not open yet',
    `<button>Menu</button><ul id=m hidden><li><a href=#>Settings</a></li></ul>${later(4000, 'm.hidden = false')}`,
    `await page.locator('#m a').click();`,
  ],
  [
    'a toast that comes late',
    `<button id=b>Copy</button><div id=t role=status></div><script>b.onclick = () => setTimeout(() => { t.textContent = 'Copied to clipboard' }, 1400)</script>`,
    `await page.getByRole('button').click(); await expect(page.getByText('Copied to clipboard')).toBeVisible();`,
  ],
  [
    'a spinner that does not go in time',
    `<div id=s role=progressbar aria-label=Busy>Please wait</div>${later(5000, 's.remove()')}`,
    `await page.locator('#s').waitFor({ state: 'hidden' });`,
  ],
  [
    'a dialog behind an animation',
    `<dialog id=d><button>Agree</button></dialog>${later(1900, 'd.showModal()')}`,
    `await page.getByRole('button', { name: 'Agree' }).click();`,
  ],
  [
    'a value that is saved in the end',
    `<output id=o>Saving…</output>${later(4000, `o.textContent = 'Saved'`)}`,
    `await expect(page.locator('#o')).toContainText('Saved at');`,
  ],
  [
    'a condition that comes late',
    `<script>setTimeout(() => { window.ready = true }, 5000)</script>`,
    `await page.waitForFunction(() => (window as never as { ready: boolean }).ready, undefined, { timeout: 1200 });`,
  ],
  [
    'a search that waits before it asks',
    `<input aria-label=Find id=q><ul id=l></ul><script>q.oninput = () => setTimeout(() => { l.innerHTML = '<li>Apple pie</li>' }, 1400)</script>`,
    `await page.getByLabel('Find').fill('app'); await expect(page.getByText('Apple pie')).toBeVisible();`,
  ],
]);

export const assertions = of('assertion_failed', [
  ['another number', '<p id=n>3 items</p>', `await expect(page.locator('#n')).toHaveText('4 items');`],
  [
    'another title',
    '<h1>Welcome back</h1>',
    `await expect(page.getByRole('heading')).toHaveText('Welcome');`,
  ],
  [
    'words that are not there',
    '<h1>Cart</h1><p>Your cart is empty</p>',
    `await expect(page.getByText('Your basket is empty')).toBeVisible();`,
  ],
  ['a count', '<ul><li>a<li>b<li>c</ul>', `await expect(page.getByRole('listitem')).toHaveCount(5);`],
  [
    'an attribute',
    '<a href=/help>Help</a>',
    `await expect(page.getByRole('link')).toHaveAttribute('href', '/support');`,
  ],
  [
    'a value of a field',
    '<input aria-label=Qty value=1>',
    `await expect(page.getByLabel('Qty')).toHaveValue('2');`,
  ],
  [
    'a box that is not checked',
    '<label><input type=checkbox> News</label>',
    `await expect(page.getByLabel('News')).toBeChecked();`,
  ],
  ['an address', '<p>Here</p>', `await expect(page).toHaveURL(/dashboard/);`],
  ['a page title', '<title>Shop</title>', `await expect(page).toHaveTitle('Store');`],
  [
    'a list that is compared',
    '<p>a</p><p>b</p>',
    `expect(await page.getByRole('paragraph').allTextContents()).toEqual(['b', 'a']);`,
  ],
  [
    'a sum',
    '<p id=a>2</p><p id=b>2</p>',
    `const [a, b] = [await page.locator('#a').innerText(), await page.locator('#b').innerText()]; expect(Number(a) + Number(b)).toBe(5);`,
  ],
  [
    'something that should be hidden',
    '<p>Secret offer</p>',
    `await expect(page.getByText('Secret offer')).toBeHidden();`,
  ],
  [
    'a class',
    '<button class="btn">Go</button>',
    `await expect(page.getByRole('button')).toHaveClass(/active/);`,
  ],
  [
    'a style',
    '<p style="color:red">Red</p>',
    `await expect(page.getByText('Red')).toHaveCSS('color', 'rgb(0, 0, 255)');`,
  ],
  [
    'an outline',
    '<ul><li>One</li></ul>',
    `await expect(page.getByRole('list')).toMatchAriaSnapshot('- list:\\n  - listitem: Two');`,
  ],
  [
    'an object',
    SAVE,
    `const answer = await page.request.get(at + 'api/me'); expect(await answer.json()).toEqual({ name: 'Ben' });`,
    { routes: { 'api/me': answers(200, '{"name":"Ann"}') } },
  ],
  ['a truth', '<p>ok</p>', `expect(await page.getByText('ok').isHidden()).toBeTruthy();`],
]);
