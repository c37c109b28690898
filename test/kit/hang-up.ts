/** A client that goes away in the middle of its request. */
import { request } from 'node:http';
import type { Message } from './json-rpc.ts';

/** Posts the message and hangs up as soon as the server works on it. */
export async function hangUp(
  url: string,
  message: Message,
  headers: Record<string, string>,
  begun: Promise<void>,
): Promise<void> {
  const outgoing = request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  outgoing.on('error', () => undefined);
  outgoing.end(JSON.stringify(message));
  await begun;
  const closed = new Promise((resolve) => outgoing.once('close', resolve));
  outgoing.destroy();
  await closed;
}
