/** The web app of a real `sensorium app`, opened in a real browser, on a record that a real page made. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { plainBrowser } from './browser.ts';
import { rpc } from './http.ts';
import { initialize, request } from './json-rpc.ts';
import type { Cleanup } from './scratch.ts';
import { type Site, startSite } from './site.ts';
import { type ServerProcess, type StartOptions, startServer } from './start-server.ts';

export interface RunningApp {
  readonly process: ServerProcess;
  /** http://localhost:port */
  readonly origin: string;
  readonly key: string;
  /** Logs in whoever opens it first. */
  readonly link: string;
}

export async function startWebApp(
  t: Cleanup,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<RunningApp> {
  const process = await startServer(t, 'sensorium', ['app', '--port', '0', '--headless', ...args], options);
  const fact = async (name: string) => {
    const pattern = new RegExp(`^ +${name} +(\\S+)$`);
    const line = await process.lines
      .first((one) => pattern.test(one), name)
      .catch((cause) => {
        throw new Error(process.stderr, { cause });
      });
    return pattern.exec(line)?.[1] ?? '';
  };
  const link = await fact('App');
  return { process, link, origin: new URL(link).origin, key: await fact('Key') };
}

/** Opens the app by its link and waits until it shows something. */
export async function openApp(
  t: Cleanup,
  link: string,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly browser: Browser }> {
  const browser = await plainBrowser();
  t.after(() => browser.close());
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(link);
  return { page, browser };
}

const LIMIT_MS = 20_000;

/** Waits until an expression holds in the page. Playwright's own way needs `eval`, which the app's policy forbids. */
export async function until(page: Page, expression: string): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!(await page.evaluate(expression))) {
    if (Date.now() > end) throw new Error(`Never came true: ${expression}`);
    await page.waitForTimeout(50);
  }
}

/** An agent that calls tools over HTTP with a key, as one session. */
export async function startAgent({ origin }: Pick<RunningApp, 'origin'>, key: string) {
  const url = `${origin}/mcp`;
  const begun = await rpc(url, initialize(1), { key });
  const session = String(begun.headers['mcp-session-id']);
  const headers = { 'mcp-session-id': session };
  await rpc(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, { key, headers });
  let id = 1;
  return {
    session,
    async call(name: string, args: Record<string, unknown> = {}) {
      const { answer, text } = await rpc(url, request(++id, 'tools/call', { name, arguments: args }), {
        key,
        headers,
      });
      if (!answer?.result) throw new Error(`${name}: ${text}`);
      return answer.result as { content: { text?: string }[]; isError?: boolean };
    },
  };
}

/** A shop whose order fails: a request that answers 500, an error, lines on the console and a socket. */
export async function startShop(t: Cleanup): Promise<Site> {
  const json = (status: number, value: unknown) => ({ status, text: JSON.stringify(value) });
  const answers: Readonly<Record<string, ReturnType<typeof json>>> = {
    '/api/cart': json(200, { items: [{ id: 7, name: 'Kettle', price: 39.9 }], currency: 'EUR' }),
    '/api/order': json(500, { error: 'OUT_OF_STOCK', detail: 'Kettle is out of stock', trace: [1, 2, 3] }),
  };
  const routes = Object.fromEntries(
    Object.entries(answers).map(([path, { status, text }]) => [
      path,
      (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(text),
    ]),
  );
  const site = await startSite({ '/': SHOP, '/shop.js': SHOP_SCRIPT, ...routes });
  t.after(() => site.close());
  return site;
}

const SHOP = `<!doctype html><title>Shop</title><h1>Kettles</h1>
<button id="buy">Buy now</button><p id="said"></p><script src="/shop.js"></script>`;

const SHOP_SCRIPT = `console.info('shop is ready');
fetch('/api/cart').then((answer) => answer.json()).then((cart) => console.log('cart', cart));
const socket = new WebSocket(location.origin.replace('http', 'ws') + '/live');
socket.onopen = () => { socket.send('hello'); socket.send(JSON.stringify({ watch: 'stock' })); };
async function order() {
  console.warn('ordering without a voucher');
  const answer = await fetch('/api/order', { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 7, count: 1 }) });
  const { error } = await answer.json();
  document.getElementById('said').textContent = 'Sorry';
  throw new Error('Order failed: ' + error);
}
document.getElementById('buy').onclick = () => { order(); };`;
