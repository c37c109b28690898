/** A third set, written by somebody who had not read the rules. */
import { answers, drops, type FailingTest, hangs, later, of } from './failing-test.ts';

const TODO =
  '<main><h1>Tasks</h1><input aria-label="New task"><button type=button>Add task</button><ul><li>Milk</li></ul><footer>1 item left</footer></main>';
const INBOX =
  '<nav><a href="#in">Inbox</a><a href="#sent">Sent</a></nav><table><tr><td>Ann<td>Hello<td><button type=button>Archive</button></tr><tr><td>Ben<td>Hi<td><button type=button>Archive</button></tr></table>';

export const thirdSet: readonly FailingTest[] = [
  ...of('selector_broken', [
    ['third: a test id that was dropped', TODO, `await page.getByTestId('add-task').click();`],
    ['third: two that fit', INBOX, `await page.getByRole('button', { name: 'Archive' }).click();`],
    [
      'third: a renamed button awaited',
      TODO,
      `await page.getByRole('button', { name: 'Create' }).waitFor({ timeout: 1200 });`,
    ],
    ['third: nth that is not there', INBOX, `await page.getByRole('row').nth(7).click();`],
    [
      'third: a chain of classes',
      INBOX,
      `await page.locator('.inbox .row.unread >> button.archive').hover();`,
    ],
  ]),
  ...of('timing_flaky', [
    [
      'third: shown after the time',
      `<p id=s>Saving…</p>${later(4000, `s.textContent = 'Saved'`)}`,
      `await expect(page.locator('#s')).toHaveText('Saved');`,
    ],
    [
      'third: a button that is enabled later',
      `<button disabled id=b>Pay</button>${later(5000, 'b.disabled = false')}`,
      `await page.getByRole('button', { name: 'Pay' }).click();`,
    ],
    [
      'third: a list that is rendered anew all the time',
      '<div id=l></div><script>setInterval(() => { l.innerHTML = "<button>Open</button>" }, 5)</script>',
      `const b = await page.$('button'); await page.waitForTimeout(60); await b!.click();`,
    ],
    [
      'third: something that never stands still',
      '<style>@keyframes m{from{margin-left:0}to{margin-left:300px}}button{animation:m .4s infinite alternate linear}</style><button>Catch</button>',
      `await page.getByRole('button', { name: 'Catch' }).click();`,
    ],
    [
      'third: a spinner above the page',
      `<button>Export</button><div id=o role=progressbar aria-label=Loading style="position:fixed;inset:0;background:#fff9"></div>${later(6000, 'o.remove()')}`,
      `await page.getByRole('button', { name: 'Export' }).click();`,
    ],
  ]),
  ...of('network_flaky', [
    ['third: a name that does not resolve', TODO, `await page.goto('http://no-such-host.invalid/');`],
    [
      'third: a fetch that is cut',
      `<p id=p>Loading rates</p><script>fetch('api/rates').then((r) => r.json()).then((d) => { p.textContent = 'EUR ' + d.eur }).catch(() => {})</script>`,
      `await expect(page.getByText('EUR 1.1')).toBeVisible();`,
      { routes: { 'api/rates': drops } },
    ],
    [
      'third: an answer that never comes',
      TODO,
      `await Promise.all([page.waitForResponse('**/api/tasks', { timeout: 1200 }), page.evaluate(() => { fetch('api/tasks') })]);`,
      { routes: { 'api/tasks': hangs } },
    ],
    [
      'third: too many requests',
      `<p id=p>…</p><script>fetch('api/feed').then((r) => { if (r.ok) p.textContent = 'Feed' })</script>`,
      `await expect(page.locator('#p')).toHaveText('Feed');`,
      { routes: { 'api/feed': answers(429, '{"error":"slow down"}') } },
    ],
    ['third: offline', TODO, `await page.context().setOffline(true); await page.reload();`],
  ]),
  ...of('assertion_failed', [
    ['third: other text', TODO, `await expect(page.locator('footer')).toHaveText('2 items left');`],
    ['third: other number of rows', INBOX, `await expect(page.getByRole('row')).toHaveCount(3);`],
    [
      'third: an attribute',
      '<a href="/v1/docs" id=d>Docs</a>',
      `await expect(page.locator('#d')).toHaveAttribute('href', '/v2/docs');`,
    ],
    ['third: the address', TODO, `await expect(page).toHaveURL(/dashboard/);`],
    [
      'third: an object',
      TODO,
      `const found = await page.evaluate(() => ({ tasks: document.querySelectorAll('li').length, done: 0 })); expect(found).toEqual({ tasks: 1, done: 1 });`,
    ],
  ]),
  ...of('environment', [
    ['third: nothing listens', TODO, `await page.goto('http://127.0.0.1:59931/');`],
    [
      'third: a program that is not there',
      TODO,
      `(await import('node:child_process')).execFileSync('psql-of-the-tests', ['-c', 'select 1']);`,
    ],
    [
      'third: a variable that is not set',
      TODO,
      `if (!process.env.E2E_USER_PASSWORD) throw new Error('E2E_USER_PASSWORD is not set');`,
    ],
    [
      'third: a browser that is not installed',
      TODO,
      `const { chromium } = await import('@playwright/test'); await chromium.launch({ executablePath: '/opt/none/chrome' });`,
    ],
    ['third: a package that is not installed', TODO, `const name = '@acme/fixtures'; await import(name);`],
  ]),
  ...of('real_bug', [
    [
      'third: a handler that throws',
      '<button id=b>Add</button><p id=n>0</p><script>b.onclick = () => { n.textContent = window.store.items.length }</script>',
      `await page.getByRole('button', { name: 'Add' }).click(); await expect(page.locator('#n')).toHaveText('1');`,
    ],
    [
      'third: 500 of an API',
      `<button id=b>Save</button><p id=p></p><script>b.onclick = async () => { const r = await fetch('api/save', { method: 'POST' }); if (r.ok) p.textContent = 'Saved' }</script>`,
      `await page.getByRole('button', { name: 'Save' }).click(); await expect(page.getByText('Saved')).toBeVisible();`,
      { routes: { 'api/save': answers(500, '{"error":"duplicate key value violates unique constraint"}') } },
    ],
    [
      'third: an overlay of the framework',
      '<div id=root></div><script>const e = new Error("Minified React error #31"); root.remove(); setTimeout(() => { throw e })</script>',
      `await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();`,
    ],
    [
      'third: a rejected promise',
      `<button id=b>Load</button><ul id=l></ul><script>b.onclick = async () => { const r = await fetch('api/list'); const d = await r.json(); l.innerHTML = d.rows.map((x) => '<li>' + x).join('') }</script>`,
      `await page.getByRole('button', { name: 'Load' }).click(); await expect(page.getByRole('listitem')).toHaveCount(2);`,
      { routes: { 'api/list': answers(200, '{"items":[1,2]}') } },
    ],
    [
      'third: a chunk of the build that fails to parse',
      `<div id=root></div><script src="app.js"></script>`,
      `await expect(page.getByText('Welcome')).toBeVisible();`,
      { routes: { 'app.js': answers(200, 'const root = {;', 'text/javascript') } },
    ],
  ]),
];
