import type { IncomingMessage } from 'node:http';

const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** Whether a request was sent on this machine, as far as it tells. What a proxy passes on may come from anywhere. */
export function isFromHere({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = /^(?:(?:::ffff:)?127\.|::1$)/i.test(socket.remoteAddress ?? '');
  return isLoopback && !PROXIED.some((name) => name in headers);
}
