import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { SAFE_HEADERS } from './app-files.ts';

const INERT = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Pictures that hold nothing but pixels; SVG is a document and can hold scripts. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

/**
 * What a server or a page once sent, as something that can only be looked at: a picture of pixels, or else bytes
 * without a type that a browser would open, and in a sandbox if it does all the same.
 */
export function sendBody(response: ServerResponse, bytes: Uint8Array, mimeType: string | undefined): void {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const isPicture = PICTURES.has(type);
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'Content-Security-Policy': INERT,
    'Cache-Control': 'private, max-age=3600',
    'Content-Type': isPicture ? type : 'application/octet-stream',
    'Content-Disposition': isPicture ? 'inline' : 'attachment; filename="body.bin"',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}

/** A picture that was made here, to be kept as a file. */
export function sendFile(response: ServerResponse, bytes: Uint8Array, mimeType: string): void {
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'Content-Security-Policy': INERT,
    'Cache-Control': 'no-store',
    'Content-Type': mimeType,
    'Content-Disposition': 'attachment',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}

/** A page to be kept as a file: what opened it here, in the app's own origin, could still not run. */
export function sendPage(response: ServerResponse, pieces: Iterable<string>): void {
  const day = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  response.writeHead(200, {
    ...SAFE_HEADERS,
    'Content-Security-Policy': INERT,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Disposition': `attachment; filename="sensorium-report-${day}.html"`,
  });
  Readable.from(pieces)
    .on('error', () => response.destroy())
    .pipe(response);
}
