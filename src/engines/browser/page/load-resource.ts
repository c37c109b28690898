import type { DevToolsSession } from '../capture/devtools.ts';

const PIECE = 2 ** 20;

/** As a page's own frame would load it, with its cookies and through its proxy; unpacked, and never more than `most`. */
export async function loadResource(
  session: Pick<DevToolsSession, 'send'>,
  url: string,
  { most, frameId }: { readonly most: number; readonly frameId?: string | undefined },
): Promise<Buffer> {
  const { resource } = await session.send('Network.loadNetworkResource', {
    url,
    ...(frameId !== undefined && { frameId }),
    options: { disableCache: false, includeCredentials: true },
  });
  const { stream: handle, httpStatusCode: status = 200 } = resource;
  if (!resource.success || !handle || status >= 400)
    throw new Error(resource.netErrorName ?? `${resource.httpStatusCode}`);
  const parts: Buffer[] = [];
  try {
    for (let size = 0; ; ) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle, size: PIECE });
      parts.push(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
      size += parts.at(-1)!.length;
      if (size > most) throw new Error(`it has more than ${Math.round(most / PIECE)} MB`);
      if (eof) return Buffer.concat(parts);
    }
  } finally {
    await session.send('IO.close', { handle }).catch(() => {}); // it ends with the session
  }
}
