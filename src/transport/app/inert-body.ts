import type { ServerResponse } from 'node:http';
import { SAFE_HEADERS } from './app-files.ts';

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
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'private, max-age=3600',
    'Content-Type': isPicture ? type : 'application/octet-stream',
    'Content-Disposition': isPicture ? 'inline' : 'attachment; filename="body.bin"',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}
