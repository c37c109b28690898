/** Real pages on loopback for browser tests: the files of test/fixtures/pages and a few answers made on the spot. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { Arrivals } from './waiting.ts';

export interface Pages {
  /** http://127.0.0.1:port */
  readonly origin: string;
  /** The same server under another name, so another origin. */
  readonly otherOrigin: string;
  url(path: string): string;
  /** What was asked for so far, as `GET /form.html`. */
  readonly requests: readonly string[];
  /** Resolves when a request such as `GET /hang` has come, now or later. */
  asked(request: string): Promise<string>;
  close(): Promise<void>;
}

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'pages');

const MIME: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

type Answer = (url: URL, request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const ANSWERS: Readonly<Record<string, Answer>> = {
  /** Answers after `ms` milliseconds. */
  '/slow': (url, _request, response) => {
    const timer = setTimeout(
      () => send(response, 200, 'text/html', '<title>Slow</title><p>late'),
      delay(url),
    );
    response.on('close', () => clearTimeout(timer));
  },
  /** Never answers. */
  '/hang': () => {},
  /** Breaks the connection. */
  '/broken': (_url, request) => void request.socket.destroy(),
  '/status': (url, _request, response) => {
    const status = Number(url.searchParams.get('code') ?? 404);
    send(
      response,
      status,
      'text/html',
      status === 204 ? '' : `<title>${status}</title><h1>Status ${status}</h1>`,
    );
  },
  '/redirect': (url, _request, response) => {
    response.writeHead(302, { location: url.searchParams.get('to') ?? '/' }).end();
  },
  '/download': (url, _request, response) => {
    const name = url.searchParams.get('name') ?? 'report.csv';
    response.setHeader('content-disposition', `attachment; filename="${name}"`);
    send(response, 200, 'text/csv', 'a,b\n1,2\n');
  },
  '/set-cookie': (url, _request, response) => {
    const name = url.searchParams.get('name') ?? 'seen';
    response.setHeader('set-cookie', `${name}=${url.searchParams.get('value') ?? '1'}; Path=/; Max-Age=3600`);
    send(response, 200, 'text/html', '<title>Cookie</title>');
  },
  /** What came in, as JSON. */
  '/echo': async (_url, request, response) => {
    const body = await bodyOf(request);
    const { method, url, headers } = request;
    send(response, 200, 'application/json', JSON.stringify({ method, url, headers, body }));
  },
  '/table.html': (url, _request, response) => {
    const rows = Number(url.searchParams.get('rows') ?? 500);
    send(response, 200, 'text/html; charset=utf-8', table(rows));
  },
};

export async function startPages(): Promise<Pages> {
  const seen = new Arrivals<string>();
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (request.url?.startsWith('/together')) together(request.url, response, waiting);
    else answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    otherOrigin: `http://localhost:${port}`,
    url: (path) => `${origin}${path}`,
    requests: seen.all,
    asked: (request) => seen.first((one) => one === request, request),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Answers only when so many requests wait at the same time. */
function together(url: string, response: ServerResponse, waiting: ServerResponse[]): void {
  waiting.push(response);
  if (waiting.length < Number(url.split('count=')[1])) return;
  for (const each of waiting.splice(0)) send(each, 200, 'text/html', '<title>Together</title>');
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
  const made = ANSWERS[url.pathname];
  if (made) return made(url, request, response);
  const path = normalize(url.pathname === '/' ? '/index.html' : url.pathname);
  const text = await readFile(join(FOLDER, path), 'utf8').catch(() => undefined);
  if (text === undefined) return send(response, 404, 'text/html', '<title>404</title><h1>Not found</h1>');
  if (path === '/csp.html') {
    response.setHeader('content-security-policy', "default-src 'none'; script-src 'self'; style-src 'self'");
  }
  const other = `http://localhost:${url.port}`;
  send(response, 200, MIME[extname(path)] ?? 'application/octet-stream', text.replaceAll('{{other}}', other));
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.statusCode = status;
  response.setHeader('content-type', type);
  response.end(body);
}

const delay = (url: URL) => Number(url.searchParams.get('ms') ?? 300);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

function table(rows: number): string {
  const row = (n: number) =>
    `<tr><td>${n}</td><td>Customer ${n}</td><td>customer${n}@example.org</td><td><a href="/customers/${n}">Open</a></td><td><button onclick="this.textContent='Done'">Mark</button></td></tr>`;
  const body = Array.from({ length: rows }, (_, index) => row(index + 1)).join('\n');
  return `<!doctype html><html lang="en"><title>Customers</title><h1>Customers</h1>
<table><thead><tr><th>No</th><th>Name</th><th>Mail</th><th>Link</th><th>Mark</th></tr></thead><tbody>${body}</tbody></table></html>`;
}
