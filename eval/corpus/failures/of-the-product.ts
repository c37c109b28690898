/** The product is at fault. */
import { answers, loads, of, SAVE } from './failing-test.ts';

export const bugs = of('real_bug', [
  [
    'a handler that throws',
    '<button id=b>Add</button><p id=o></p><script>b.onclick = () => { undefined.push(1); o.textContent = "Added" }</script>',
    `await page.getByRole('button').click(); await expect(page.locator('#o')).toHaveText('Added');`,
  ],
  [
    'a script that throws at the start',
    '<div id=app></div><script>const user = null; app.innerHTML = "<button>" + user.name</script>',
    `await page.getByRole('button', { name: 'Ann' }).click();`,
  ],
  [
    'a server that fails',
    loads('api/orders', `state.textContent = '3 orders'`),
    `await expect(page.locator('#state')).toHaveText('3 orders');`,
    { routes: { 'api/orders': answers(500) } },
  ],
  [
    'a page that fails',
    '',
    `await page.goto(at); await page.getByRole('button', { name: 'Login' }).click();`,
    { isBare: true, routes: { '': answers(500, '<h1>Internal Server Error</h1>', 'text/html') } },
  ],
  [
    'a rejected promise',
    '<p id=o>-</p><script>Promise.reject(new TypeError("rows is not iterable"))</script>',
    `await expect(page.locator('#o')).toHaveText('7 rows');`,
  ],
  [
    'a page that says so',
    '<h1>Something went wrong</h1><p>Try again</p>',
    `await page.getByRole('button', { name: 'Pay' }).click();`,
  ],
  [
    'a number that is none',
    '<p id=total>Total: NaN</p>',
    `await expect(page.locator('#total')).toHaveText('Total: 30.00');`,
  ],
  [
    'an object in the place of words',
    '<p id=who>Hello [object Object]</p>',
    `await expect(page.locator('#who')).toHaveText('Hello Ann');`,
  ],
  [
    'errors that the test collects',
    '<script>setTimeout(() => { throw new RangeError("page 0") }, 50)</script>',
    `const errors: string[] = []; page.on('pageerror', (e) => errors.push(String(e))); await page.reload(); await page.waitForTimeout(400); expect(errors).toEqual([]);`,
  ],
  [
    'a status that is asserted',
    SAVE,
    `const answer = await page.request.get(at + 'api/x'); expect(answer.status()).toBe(200);`,
    { routes: { 'api/x': answers(500) } },
  ],
  [
    'an endpoint that is gone',
    loads('api/orders', `state.textContent = '3 orders'`),
    `await expect(page.locator('#state')).toHaveText('3 orders');`,
    { routes: { 'api/orders': answers(404) } },
  ],
  [
    'a valid order that is refused',
    '<button id=b>Order</button><p id=o></p><script>b.onclick = async () => { const r = await fetch("api/order", { method: "POST" }); o.textContent = r.ok ? "Thanks" : "" }</script>',
    `await page.getByRole('button').click(); await expect(page.getByText('Thanks')).toBeVisible();`,
    { routes: { 'api/order': answers(422, '{"error":"qty"}') } },
  ],
  [
    'a widget that does not draw',
    '<div id=chart></div><script>class Chart { draw() { this.ctx.fill() } } setTimeout(() => { new Chart().draw(); chart.innerHTML = "<svg role=img aria-label=Sales></svg>" }, 30)</script>',
    `await expect(page.getByRole('img', { name: 'Sales' })).toBeVisible();`,
  ],
  [
    'a form that does not send',
    '<form id=f><button>Send</button></form><script>f.onsubmit = (e) => { e.preventDefault(); sendForm(f) }</script>',
    `await page.getByRole('button').click(); await expect(page.getByText('Sent')).toBeVisible();`,
  ],
  [
    'a crash of a component',
    '<div id=root></div><script>try { null.x } catch (e) { root.textContent = "An error occurred: " + e.message }</script>',
    `await page.getByRole('link', { name: 'Profile' }).click();`,
  ],
  [
    'a server without a table',
    '',
    `await page.goto(at); await expect(page.getByRole('heading')).toHaveText('Users');`,
    {
      isBare: true,
      routes: { '': answers(500, '<h1>Error</h1><pre>relation "users" does not exist</pre>', 'text/html') },
    },
  ],
  [
    'a listener that throws late',
    '<button id=b>Go</button><script>b.onclick = () => setTimeout(() => { JSON.parse("{") }, 100)</script>',
    `await page.getByRole('button').click(); await page.waitForURL('**/done', { timeout: 1500 });`,
  ],
]);
