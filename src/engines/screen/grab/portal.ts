import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MessageBus } from 'dbus-native';
import { Fault, fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import { cropPicture } from '../compose.ts';
import { decodePicture } from '../encode-picture.ts';
import { areaOf, boxAround, type Picture } from '../picture.ts';
import { connectFirst, type SocketAddress } from './connect-first.ts';
import {
  chosenMonitor,
  type Environment,
  type Grabbed,
  type Grabber,
  type GrabRequest,
  type MonitorInfo,
  partOf,
  type WindowInfo,
} from './grabber.ts';

const PORTAL = { destination: 'org.freedesktop.portal.Desktop', path: '/org/freedesktop/portal/desktop' };
const REQUEST = 'org.freedesktop.portal.Request';
const ANSWER = { done: 0, refused: 1 };

/**
 * Looks at a Wayland desktop through its portal, the only way that such desktops offer. It gives the whole
 * desktop; monitors and windows are known only as far as the X server for older programs (Xwayland) tells.
 */
export class PortalGrabber implements Grabber {
  readonly backend = 'portal';
  readonly #env: Environment;
  readonly #x11: Grabber | undefined;
  /** Only the sandbox spoke for a portal; nothing tells that there is a desktop at all. */
  readonly #isGuess: boolean;

  constructor(env: Environment, x11?: Grabber) {
    this.#env = env;
    this.#x11 = x11;
    const isWayland = env.WAYLAND_DISPLAY || env.XDG_SESSION_TYPE === 'wayland';
    this.#isGuess = Boolean(env.FLATPAK_ID) && !isWayland && !x11;
  }

  async monitors(signal?: AbortSignal): Promise<MonitorInfo[]> {
    return (await this.#x11?.monitors(signal)) ?? [];
  }

  async windows(signal?: AbortSignal): Promise<WindowInfo[]> {
    return (await this.#x11?.windows(signal)) ?? [];
  }

  async grab(request: GrabRequest): Promise<Grabbed> {
    if (request.mode === 'window') return this.#grabWindow(request);
    const whole = await this.#screenshot(request.signal).catch((cause) => {
      throw this.#isGuess && cause instanceof Fault && cause.code === 'NO_PORTAL' ? noDesktop(cause) : cause;
    });
    const screen = request.mode === 'monitor' ? await this.#monitorOf(whole, request) : whole;
    const part = partOf(request.region, screen.width, screen.height);
    return { picture: cropPicture(screen, part) };
  }

  async #grabWindow(request: GrabRequest): Promise<Grabbed> {
    if (this.#x11) return this.#x11.grab(request);
    const why = 'Wayland shows a program no windows of others, and no Xwayland runs; use fullscreen';
    throw fault('CAPTURE_FAILED', { why });
  }

  /** Cuts one monitor out, if the pixels of the picture are those of the monitors. */
  async #monitorOf(whole: Picture, request: GrabRequest): Promise<Picture> {
    const known = await this.monitors(request.signal);
    const alone = { name: 'screen', x: 0, y: 0, width: whole.width, height: whole.height, isPrimary: true };
    const monitors = known.length > 0 ? known : [alone];
    const monitor = chosenMonitor(monitors, request.monitorIndex);
    const bounds = boxAround(monitors.map(areaOf));
    if (bounds.w !== whole.width || bounds.h !== whole.height) {
      const sizes = `${whole.width}x${whole.height} instead of ${bounds.w}x${bounds.h}`;
      throw fault('CAPTURE_FAILED', {
        why: `the desktop is scaled (${sizes}), so its monitors cannot be told apart`,
      });
    }
    return cropPicture(whole, { ...areaOf(monitor), x: monitor.x - bounds.x, y: monitor.y - bounds.y });
  }

  async #screenshot(signal: AbortSignal | undefined): Promise<Picture> {
    const bus = await openSessionBus(this.#env, signal).catch((cause) => {
      signal?.throwIfAborted();
      throw fault('NO_PORTAL', { why: (cause as Error).message }, cause);
    });
    try {
      // Some desktops take a picture only if the person presses the button in their dialog.
      const uri = (await ask(bus, false)) ?? (await ask(bus, true));
      if (uri === undefined) throw fault('CAPTURE_FAILED', { why: 'the desktop portal gave no picture' });
      return await fetchPicture(uri);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof Fault) throw cause;
      throw fault('CAPTURE_FAILED', { why: (cause as Error).message }, cause);
    } finally {
      // Our leaving closes a dialog of the portal too.
      await bus.close();
    }
  }
}

function noDesktop(cause: Fault): Fault {
  const why = 'neither DISPLAY nor WAYLAND_DISPLAY is set, and no desktop portal answers';
  return fault('NO_DISPLAY', { why }, cause);
}

/** The address of the picture; undefined when the portal could not take it this way. */
async function ask(bus: MessageBus, isInteractive: boolean): Promise<string | undefined> {
  const token = newId('sensorium').replaceAll('-', '_');
  const path = `${PORTAL.path}/request/${bus.name!.slice(1).replaceAll('.', '_')}/${token}`;
  // The answer may come before the call returns, so we listen first.
  const response = await listenOnce(bus, path, REQUEST, 'Response');
  await callPortal(bus, token, isInteractive);
  const [answer, results] = (await response.first) as [number, { uri?: unknown }];
  if (answer === ANSWER.refused) throw fault('CAPTURE_REFUSED', { by: 'The desktop' });
  return answer === ANSWER.done && typeof results.uri === 'string' ? results.uri : undefined;
}

async function callPortal(bus: MessageBus, token: string, isInteractive: boolean): Promise<void> {
  const options = [
    ['handle_token', ['s', token]],
    ['modal', ['b', isInteractive]],
    ['interactive', ['b', isInteractive]],
  ];
  try {
    await bus.invoke({
      ...PORTAL,
      interface: 'org.freedesktop.portal.Screenshot',
      member: 'Screenshot',
      signature: 'sa{sv}',
      body: ['', options],
    });
  } catch (cause) {
    const why = (cause as Error).message;
    // There was a bus, and it went: nothing is known of a portal.
    if (/^Connection closed/.test(why)) throw fault('CAPTURE_FAILED', { why: BUS_CLOSED }, cause);
    throw fault('NO_PORTAL', { why }, cause);
  }
}

/** The portal leaves a file behind for every screenshot; ours is kept elsewhere. A sandbox may not remove it. */
async function fetchPicture(uri: string): Promise<Picture> {
  if (!uri.startsWith('file:///')) throw fault('CAPTURE_FAILED', { why: `the portal answered with ${uri}` });
  const path = fileURLToPath(uri);
  try {
    return await decodePicture(await readFile(path));
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

/** Why a capture failed when the bus went away meanwhile. */
const BUS_CLOSED = 'the message bus closed the connection';

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
async function listenOnce(bus: MessageBus, path: string, iface: string, member: string) {
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
