import { join } from 'node:path';
import type { MessageBus } from 'dbus-native';
import { connectFirst, type SocketAddress } from './connect-first.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Why a capture failed when the bus went away meanwhile. */
export const BUS_CLOSED = 'the message bus closed the connection';

/** As long as other clients of the bus wait for an answer. */
const ANSWER_MS = 25_000;

/** Connects to the user's message bus. What waits on it fails when the connection ends or the signal closes it. */
export async function openSessionBus(env: Environment, signal: AbortSignal | undefined): Promise<MessageBus> {
  const addresses = busAddresses(env);
  if (addresses.length === 0)
    throw new Error('there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)');
  const { createClient } = await import('dbus-native');
  const socket = await connectFirst(addresses, signal);
  const bus = createClient({
    stream: socket,
    // We introduce ourselves below: a refusal must not be thrown where nobody can catch it.
    direct: true,
    authMethods: ['EXTERNAL'],
    plainValues: true,
    timeout: ANSWER_MS,
  });
  // The library reports why it gave up, yet leaves the connection and who waits on it as they are.
  bus.connection.on('error', (error) => socket.destroy(error));
  try {
    bus.name = await bus.invokeDbus<string>({ member: 'Hello' });
    return bus;
  } catch (cause) {
    socket.destroy();
    throw (cause as Error).cause ?? cause;
  }
}

/** Listens for a signal of one object before what causes it is begun. */
export async function listenOnce(bus: MessageBus, path: string, iface: string, member: string) {
  const first = new Promise<unknown[]>((resolve, reject) => {
    bus.signals.once(bus.mangle(path, iface, member), resolve);
    bus.connection.once('close', () => reject(new Error(BUS_CLOSED)));
  });
  first.catch(() => {}); // whoever waits for it hears of it; nobody may be waiting yet
  await bus.addMatch(`type='signal',path='${path}',interface='${iface}',member='${member}'`);
  return { first };
}

/** `unix:path=/run/user/1000/bus,guid=…;unix:abstract=…`: what can be connected to, in this order. */
export function busAddresses(env: Environment): SocketAddress[] {
  const given = env.DBUS_SESSION_BUS_ADDRESS;
  if (!given) return env.XDG_RUNTIME_DIR ? [{ path: join(env.XDG_RUNTIME_DIR, 'bus') }] : [];
  return given.split(';').flatMap((address) => {
    const [transport, rest = ''] = address.split(/:(.*)/s);
    if (transport !== 'unix') return [];
    const parts = new Map(rest.split(',').map((part) => part.split('=', 2) as [string, string]));
    const path = parts.get('path') ?? parts.get('abstract')?.replace(/^/, '\0');
    return path ? [{ path: decodeURIComponent(path) }] : [];
  });
}
