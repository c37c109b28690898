import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { BrowserContext } from 'playwright-core';

export interface Posting {
  readonly url: string;
  readonly file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
  readonly timeoutMs: number;
  /** So many bytes of the answer are read. */
  readonly most: number;
}

export interface Posted {
  readonly status: number;
  readonly body: Buffer;
  /** There was more, and nobody has read it. */
  readonly isCut: boolean;
  /** It came packed although that was not asked for, and is still. */
  readonly packing: string | undefined;
}

interface Bound {
  readonly most: number;
  isCut: boolean;
}

/** Playwright reads an answer of any length, and unpacks it at any cost; so its requests are bound where Node makes them. */
const bounds = new AsyncLocalStorage<Bound>();
let isWatching = false;

/** Posts a file with the cookies, the proxy and the certificates of a context. */
export async function postFile(
  context: BrowserContext,
  { url, file, timeoutMs: timeout, most }: Posting,
): Promise<Posted> {
  if (!isWatching) subscribe('http.client.request.created', (message) => bind(message as Created));
  isWatching = true;
  const bound: Bound = { most, isCut: false };
  const headers = { 'accept-encoding': 'identity' };
  const answer = await bounds.run(bound, () =>
    context.request.post(url, { multipart: { file }, headers, timeout }),
  );
  const body = await answer.body();
  const packing = answer.headers()['content-encoding'];
  await answer.dispose();
  return { status: answer.status(), body, isCut: bound.isCut, packing };
}

interface Created {
  readonly request: ClientRequest;
}

function bind({ request }: Created): void {
  const bound = bounds.getStore();
  if (bound) request.prependOnceListener('response', (response: IncomingMessage) => shorten(response, bound));
}

/** Ends an answer for its reader after so many bytes. */
function shorten(response: IncomingMessage, bound: Bound): void {
  // The reader goes by this; who reads the raw headers still sees it.
  delete response.headers['content-encoding'];
  const push = response.push.bind(response);
  let left = bound.most;
  response.push = (piece: Buffer | null) => {
    if (bound.isCut) return false;
    if (piece === null || piece.length <= left) {
      left -= piece?.length ?? 0;
      return push(piece);
    }
    bound.isCut = true;
    push(piece.subarray(0, left));
    push(null);
    response.once('end', () => response.destroy());
    return false;
  };
}
