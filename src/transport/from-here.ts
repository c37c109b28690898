import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const PROXIED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

export const isLoopback = ({ remoteAddress }: Pick<Socket, 'remoteAddress'>): boolean =>
  /^(?:(?:::ffff:)?127\.|::1$)/i.test(remoteAddress ?? '');

/** Whether a request was sent on this machine, as far as it tells. What a proxy passes on may come from anywhere. */
export function isFromHere({ socket, headers }: IncomingMessage): boolean {
  return isLoopback(socket) && !PROXIED.some((name) => name in headers);
}
