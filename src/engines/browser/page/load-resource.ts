import type { Aside } from '../capture/devtools.ts';

const PIECE = 2 ** 20;
/**
 * The browser itself gathers all of it before it gives a byte, without a bound and without a word of how much there is;
 * a server that never stops would fill its memory until it dies.
 */
const MOST_MS = 4_000;

/** As a page's own frame would load it, with its cookies and through its proxy; unpacked, and never more than `most`. */
export async function loadResource(
  open: () => Promise<Aside>,
  url: string,
  { most, frameId }: { readonly most: number; readonly frameId?: string | undefined },
): Promise<Buffer> {
  const aside = await open();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`it took longer than ${MOST_MS / 1000} s`)), MOST_MS);
  try {
    return await Promise.race([late.promise, read(aside, url, most, frameId)]);
  } finally {
    clearTimeout(timer);
    // The only thing that makes the browser let go of what is still coming in.
    await aside.end().catch(() => {}); // the page is gone
  }
}

async function read(aside: Aside, url: string, most: number, frameId: string | undefined): Promise<Buffer> {
  const { resource } = await aside.send('Network.loadNetworkResource', {
    url,
    ...(frameId !== undefined && { frameId }),
    options: { disableCache: false, includeCredentials: true },
  });
  const { stream: handle, httpStatusCode: status = 200 } = resource;
  if (!resource.success || !handle || status >= 400)
    throw new Error(resource.netErrorName ?? `${resource.httpStatusCode}`);
  const parts: Buffer[] = [];
  for (let size = 0; ; ) {
    const { data, base64Encoded, eof } = await aside.send('IO.read', { handle, size: PIECE });
    parts.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
    size += parts.at(-1)!.length;
    if (size > most) throw new Error(`it has more than ${Math.round(most / PIECE)} MB`);
    if (eof) return Buffer.concat(parts);
  }
}
