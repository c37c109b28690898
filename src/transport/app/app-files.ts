import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuse } from '../http-answer.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Nothing but our own files runs or is loaded, and no text becomes markup: not even by mistake. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // For the address of the page's own worker, and nothing else.
  'trusted-types worker',
].join('; ');

/** On every answer of the app. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The page's own files. Only what was there at the start is served: no name leads anywhere else. */
export class AppFiles {
  readonly #files: ReadonlyMap<string, Buffer>;

  constructor(from: string = import.meta.url) {
    this.#files = filesOf(from);
  }

  get isBuilt(): boolean {
    return this.#files.has('index.html');
  }

  send(response: ServerResponse, path: string): void {
    const name = path === '/app/' ? 'index.html' : path.slice('/app/'.length);
    const bytes = this.#files.get(name);
    if (!bytes) {
      refuse(response, { status: 404, message: 'The app has no such file.', headers: SAFE_HEADERS });
      return;
    }
    const isNamedByContent = name !== 'index.html';
    response.writeHead(200, {
      ...SAFE_HEADERS,
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Content-Length': bytes.length,
      'Cache-Control': isNamedByContent ? 'private, max-age=31536000, immutable' : 'no-store',
    });
    response.end(bytes);
  }
}

/** Beside the built program, or where the build puts them. */
function filesOf(from: string): ReadonlyMap<string, Buffer> {
  for (const place of ['../app/', './app/', '../../../dist/app/']) {
    const folder = fileURLToPath(new URL(place, from));
    try {
      const names = readdirSync(folder);
      if (!names.includes('index.html')) continue;
      return new Map(names.map((name) => [name, readFileSync(`${folder}${name}`)]));
    } catch {
      // The next place.
    }
  }
  return new Map();
}
