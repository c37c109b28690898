/** What is around both is at fault. */
import { answers, drops, hangs, loads, of, SAVE } from './failing-test.ts';

export const network = of('network_flaky', [
  ['a connection that is cut', '', 'await page.goto(at);', { isBare: true, routes: { '': drops } }],
  [
    'a page that never comes',
    '',
    'await page.goto(at, { timeout: 1500 });',
    { isBare: true, routes: { '': hangs } },
  ],
  ['an offline browser', SAVE, 'await page.context().setOffline(true); await page.reload();'],
  [
    'a gateway without a server',
    loads('api/orders', `state.textContent = '3 orders'`),
    `await expect(page.locator('#state')).toHaveText('3 orders');`,
    { routes: { 'api/orders': answers(502, 'bad gateway', 'text/plain') } },
  ],
  [
    'a service that is away',
    loads('api/orders', `state.textContent = '3 orders'`),
    `await expect(page.getByText('3 orders')).toBeVisible();`,
    { routes: { 'api/orders': answers(503) } },
  ],
  [
    'a gateway that waited too long',
    loads('api/list', `document.body.innerHTML += '<button>Export</button>'`),
    `await page.getByRole('button', { name: 'Export' }).click();`,
    { routes: { 'api/list': answers(504) } },
  ],
  [
    'too many requests',
    loads('api/list', `document.body.innerHTML += '<a href=#>Next</a>'`),
    `await page.getByRole('link', { name: 'Next' }).click();`,
    { routes: { 'api/list': answers(429) } },
  ],
  [
    'a call whose connection is reset',
    loads('api/orders', `state.textContent = '3 orders'`),
    `await expect(page.locator('#state')).toHaveText('3 orders');`,
    { routes: { 'api/orders': drops } },
  ],
  [
    'a call that hangs',
    loads('api/orders', `state.textContent = '3 orders'`),
    `await expect(page.locator('#state')).toHaveText('3 orders');`,
    { routes: { 'api/orders': hangs } },
  ],
  [
    'a script that does not arrive',
    '<div id=app></div><script src=app.js></script>',
    `await page.getByRole('button', { name: 'Start' }).click();`,
    { routes: { 'app.js': drops } },
  ],
  [
    'an answer that is waited for',
    '<button id=b>Load</button><script>b.onclick = () => fetch("api/slow").catch(() => {})</script>',
    `const answer = page.waitForResponse('**/api/slow', { timeout: 1500 }); await page.getByRole('button').click(); await answer;`,
    { routes: { 'api/slow': hangs } },
  ],
  [
    'a request of the test itself',
    SAVE,
    `await page.request.get(at + 'api/x');`,
    { routes: { 'api/x': drops } },
  ],
  [
    'a request of the test that hangs',
    SAVE,
    `await page.request.post(at + 'api/x', { timeout: 1200 });`,
    { routes: { 'api/x': hangs } },
  ],
  [
    'a status that is asserted',
    SAVE,
    `const answer = await page.request.get(at + 'api/x'); expect(answer.status()).toBe(200);`,
    { routes: { 'api/x': answers(503) } },
  ],
  [
    'a chunk that cannot be loaded',
    '<main id=m></main><script type=module>await import("./chunk.js"); m.innerHTML = "<button>Chart</button>"</script>',
    `await page.getByRole('button', { name: 'Chart' }).click();`,
    { routes: { 'chunk.js': drops } },
  ],
  [
    'a body that breaks off',
    loads('api/part', `await r.json(); state.textContent = 'ready'`),
    `await expect(page.locator('#state')).toHaveText('ready');`,
    {
      routes: {
        'api/part': (_request, response) => {
          response.writeHead(200, { 'content-length': '100' });
          response.write('{');
          setTimeout(() => response.destroy(), 50);
        },
      },
    },
  ],
  [
    'a rejection that nobody caught',
    '<p id=p>Start</p><script>fetch("api/x").then((r) => r.json()).then(() => { p.textContent = "Done" })</script>',
    `await expect(page.locator('#p')).toHaveText('Done');`,
    { routes: { 'api/x': drops } },
  ],
]);

export const environment = of('environment', [
  [
    'a server that is not started',
    '',
    `await page.goto('http://127.0.0.1:9/'.replace(':9', ':59999'));`,
    { isBare: true },
  ],
  ['a host without a name', '', `await page.goto('http://staging.invalid/');`, { isBare: true }],
  [
    'a browser that is not installed',
    '',
    `const { chromium } = await import('@playwright/test'); await chromium.launch({ executablePath: '/opt/none/chrome' });`,
    { isBare: true },
  ],
  [
    'a fixture file that is missing',
    SAVE,
    `const { readFileSync } = await import('node:fs'); readFileSync('fixtures/users.json');`,
  ],
  [
    'a file to upload that is missing',
    '<input type=file aria-label=File>',
    `await page.getByLabel('File').setInputFiles('files/none.pdf');`,
  ],
  [
    'a variable that is not set',
    '<input aria-label=Password type=password>',
    `await page.getByLabel('Password').fill(process.env.E2E_PASSWORD!);`,
  ],
  [
    'a module that is not installed',
    SAVE,
    `const { faker } = await import('@faker-js/none' as string); faker.name();`,
  ],
  ['a base address that is not set', '', `await page.goto('/login');`, { isBare: true }],
  [
    'a port that is taken',
    SAVE,
    `const { createServer } = await import('node:net'); const port = Number(new URL(at).port); await new Promise((done, fail) => createServer().on('error', fail).listen(port, '127.0.0.1', () => done(0)));`,
  ],
  [
    'a page that crashes',
    SAVE,
    `await Promise.all([page.goto('chrome://crash').catch(() => {}), page.waitForEvent('crash')]); await page.getByRole('button').click();`,
  ],
  [
    'a browser that is gone',
    SAVE,
    `await page.context().browser()!.close(); await page.getByRole('button').click();`,
  ],
  [
    'a picture that was never taken here',
    '<h1>Shop</h1>',
    `await expect(page).toHaveScreenshot('front.png');`,
  ],
  [
    'a state of a sign-in that is missing',
    '',
    `await page.goto(at);`,
    { isBare: true, before: `test.use({ storageState: 'auth/user.json' });` },
  ],
  [
    'a folder without rights',
    SAVE,
    `const { writeFileSync } = await import('node:fs'); writeFileSync('/proc/report.json', '{}');`,
  ],
  [
    'a certificate that nobody trusts',
    '',
    `const { createServer } = await import('node:tls'); const server = createServer({}).listen(0); await new Promise((done) => server.once('listening', done)); try { await page.goto('https://127.0.0.1:' + (server.address() as { port: number }).port); } finally { server.close(); }`,
    { isBare: true },
  ],
  [
    'a database that is away',
    SAVE,
    `const { connect } = await import('node:net'); await new Promise((done, fail) => connect(59998, '127.0.0.1').on('connect', done).on('error', fail));`,
  ],
  [
    'a program that is not there',
    SAVE,
    `const { execFileSync } = await import('node:child_process'); execFileSync('pg_dump_none');`,
  ],
]);
