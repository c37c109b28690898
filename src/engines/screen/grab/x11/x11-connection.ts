import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { fault } from '../../../../kernel/fault.ts';
import { connectFirst, type SocketAddress } from '../connect-first.ts';
import type { Environment } from '../grabber.ts';
import { pad4, parseSetup, type ServerSetup } from './server-setup.ts';

/** By their numbers, from 1 on. */
const ERRORS =
  `BadRequest BadValue BadWindow BadPixmap BadAtom BadCursor BadFont BadMatch BadDrawable BadAccess
BadAlloc BadColormap BadGContext BadIdChoice BadName BadLength BadImplementation`.split(/\s/);

/** The server refused one request; the connection goes on. */
export class X11Error extends Error {
  constructor(message: Buffer) {
    const number = message.readUInt8(1);
    const minor = message.readUInt16LE(8);
    const major = message.readUInt8(10);
    super(`the X server refused request ${major}.${minor}: ${ERRORS[number - 1] ?? `error ${number}`}`);
    this.name = 'X11Error';
  }
}

const HEAD = 32;
const REPLY = 1;
const GENERIC_EVENT = 35;

/**
 * Cuts the server's bytes into messages. A message has 32 bytes and, if it is a reply, as many more as its head
 * says; a picture comes in hundreds of pieces and is copied once, to where it stays.
 */
export class MessageReader {
  readonly #take: (message: Buffer) => void;
  #head = Buffer.alloc(HEAD);
  #message: Buffer | undefined;
  #filled = 0;

  constructor(take: (message: Buffer) => void) {
    this.#take = take;
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const target = this.#message ?? this.#head;
      const count = Math.min(target.length - this.#filled, bytes.length - at);
      target.set(bytes.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === target.length) this.#complete(target);
    }
  }

  #complete(target: Buffer): void {
    if (!this.#message) {
      const kind = target[0]! & 0x7f;
      const more = kind === REPLY || kind === GENERIC_EVENT ? target.readUInt32LE(4) * 4 : 0;
      if (more > 0) {
        // Its own memory, so that pixels can be used where they are.
        this.#message = Buffer.allocUnsafeSlow(HEAD + more);
        target.copy(this.#message);
        return;
      }
      this.#head = Buffer.alloc(HEAD);
    }
    this.#message = undefined;
    this.#filled = 0;
    this.#take(target);
  }
}

interface Pending {
  readonly sequence: number;
  /** Undefined for a request that has no reply: it is done when a later one is answered. */
  readonly reply: ((message: Buffer) => void) | undefined;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
}

const GET_INPUT_FOCUS = 43;

/** A connection to an X server: requests go out, replies come back in the same order. */
export class X11Connection {
  readonly setup: ServerSetup;
  readonly screen: ServerSetup['screens'][number];
  readonly #socket: Socket;
  readonly #reader = new MessageReader((message) => this.#take(message));
  #pending: Pending[] = [];
  #sequence = 0;
  #lastId = 0;
  #ended: Error | undefined;

  constructor(socket: Socket, setup: ServerSetup, screen: number) {
    this.#socket = socket;
    this.setup = setup;
    this.screen = setup.screens[screen] ?? setup.screens[0]!;
    socket.on('data', (bytes: Buffer) => this.#reader.push(bytes));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new Error('the X server closed the connection')));
  }

  /** Sends a request and resolves with its reply. The length field is filled in here. */
  ask(request: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => this.#send(request, resolve, () => {}, reject));
  }

  /** Sends a request that has no reply and resolves when the server has done it. */
  async tell(request: Buffer): Promise<void> {
    const told = new Promise<void>((resolve, reject) => this.#send(request, undefined, resolve, reject));
    await Promise.all([told, this.ask(Buffer.from([GET_INPUT_FOCUS, 0, 0, 0]))]);
  }

  /** A new id for a resource of ours. */
  newId(): number {
    const { idBase, idMask } = this.setup;
    return (idBase | (++this.#lastId & idMask)) >>> 0;
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(
    request: Buffer,
    reply: Pending['reply'],
    done: Pending['done'],
    failed: (error: Error) => void,
  ): void {
    if (this.#ended) {
      failed(this.#ended);
      return;
    }
    request.writeUInt16LE(request.length / 4, 2);
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#pending.push({ sequence: this.#sequence, reply, done, failed });
    this.#socket.write(request);
  }

  #take(message: Buffer): void {
    const kind = message[0]!;
    if (kind > 1) return; // events: none was asked for, some come anyway
    const sequence = message.readUInt16LE(2);
    for (;;) {
      const first = this.#pending.shift();
      if (!first) return;
      if (first.sequence === sequence) {
        if (kind === 0) first.failed(new X11Error(message));
        else first.reply?.(message);
        return;
      }
      first.done();
    }
  }

  #end(error: Error): void {
    this.#ended ??= error;
    const pending = this.#pending;
    this.#pending = [];
    for (const one of pending) one.failed(this.#ended);
  }
}

/** Connects to the display that the environment names. */
export async function openDisplay(env: Environment, signal?: AbortSignal): Promise<X11Connection> {
  const display = parseDisplay(env.DISPLAY ?? '');
  let socket: Socket | undefined;
  try {
    socket = await connectFirst(display.addresses, signal);
    socket.setNoDelay(true);
    return new X11Connection(socket, await introduce(socket, display, env), display.screen);
  } catch (cause) {
    socket?.destroy();
    throw signal?.aborted ? signal.reason : unreachable(display, cause);
  }
}

function unreachable(display: DisplayAddress, cause: unknown) {
  const { code, message } = cause as NodeJS.ErrnoException;
  return fault('DISPLAY_UNREACHABLE', { display: display.name, why: code ?? message }, cause);
}

/** The handshake: our byte order, the cookie, and the server's description of itself. */
async function introduce(socket: Socket, display: DisplayAddress, env: Environment): Promise<ServerSetup> {
  const cookie = await findCookie(display, env);
  const method = Buffer.from(cookie?.method ?? '');
  const data = cookie?.data ?? Buffer.alloc(0);
  const hello = Buffer.alloc(12 + pad4(method.length) + pad4(data.length));
  hello.write('l');
  hello.writeUInt16LE(11, 2);
  hello.writeUInt16LE(method.length, 6);
  hello.writeUInt16LE(data.length, 8);
  method.copy(hello, 12);
  data.copy(hello, 12 + pad4(method.length));
  socket.write(hello);
  const answer = await readAnswer(socket);
  const body = answer.subarray(8);
  if (answer[0] !== 1) {
    const reason = body.toString('latin1', 0, answer[0] === 0 ? answer[1] : body.length);
    throw new Error(reason.replaceAll('\0', '').trim() || 'it refused the connection');
  }
  return parseSetup(body);
}

/** The first message is told apart by its own head: eight bytes, and in them how much follows. */
function readAnswer(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const finish = (settle: () => void) => {
      socket.off('data', take).off('error', reject).off('close', closed);
      settle();
    };
    const closed = () => finish(() => reject(new Error('it closed the connection')));
    const take = (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes]);
      if (answer.length < 8 || answer.length < 8 + answer.readUInt16LE(6) * 4) return;
      finish(() => resolve(answer));
    };
    socket.on('data', take).on('error', reject).on('close', closed);
  });
}

/** Where an X server listens. */
interface DisplayAddress {
  readonly name: string;
  /** Empty for this machine. */
  readonly host: string;
  readonly number: number;
  readonly screen: number;
  /** What to connect to, in this order. */
  readonly addresses: readonly SocketAddress[];
}

/** Reads DISPLAY: `:0`, `:0.1`, `unix:0`, `host:10.0`. */
export function parseDisplay(name: string): DisplayAddress {
  const match = /^(?:(?<protocol>\w+)\/)?(?<host>[^/]*):(?<number>\d+)(?:\.(?<screen>\d+))?$/.exec(name);
  if (!match?.groups)
    throw fault('DISPLAY_UNREACHABLE', { display: name, why: 'DISPLAY is not host:number' });
  const number = Number(match.groups.number);
  const given = match.groups.host!.replace(/^\[(.*)\]$/, '$1');
  const host = given === 'unix' ? '' : given;
  const path = `/tmp/.X11-unix/X${number}`;
  // Linux servers listen on the abstract name too, which is seen where /tmp is another one (sandboxes).
  const addresses = host ? [{ host, port: 6000 + number }] : [{ path }, { path: `\0${path}` }];
  return { name, host, number, screen: Number(match.groups.screen ?? 0), addresses };
}

const METHOD = 'MIT-MAGIC-COOKIE-1';
const FAMILY_LOCAL = 256;
const FAMILY_ANY = 65535;

interface Entry {
  readonly family: number;
  readonly address: string;
  readonly number: string;
  readonly method: string;
  readonly data: Buffer;
}

/** The secret that the X server wants from its clients; undefined where there is none. */
async function findCookie(
  display: DisplayAddress,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ method: string; data: Buffer } | undefined> {
  const path = env.XAUTHORITY || join(env.HOME || homedir(), '.Xauthority');
  const file = await readFile(path).catch(() => undefined);
  if (!file) return undefined;
  const names = [hostname(), display.host, 'localhost'].filter(Boolean);
  const fits = (entry: Entry) =>
    entry.method === METHOD &&
    (entry.number === '' || entry.number === String(display.number)) &&
    (entry.family === FAMILY_ANY || entry.family !== FAMILY_LOCAL || names.includes(entry.address));
  const entries = parseXauthority(file).filter(fits);
  // An entry for exactly this machine is worth more than one for any.
  return entries.find((entry) => entry.family === FAMILY_LOCAL) ?? entries[0];
}

/** Each entry: family, then address, display number, method and data, each with its length before it. */
export function parseXauthority(file: Buffer): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  const field = () => {
    const length = file.readUInt16BE(at);
    at += 2 + length;
    if (at > file.length) throw new RangeError('cut off');
    return file.subarray(at - length, at);
  };
  try {
    while (at < file.length) {
      const family = file.readUInt16BE(at);
      at += 2;
      const [address, number, method, data] = [field(), field(), field(), field()];
      entries.push({ family, address: `${address}`, number: `${number}`, method: `${method}`, data });
    }
  } catch {
    // A file that is being rewritten: what was whole counts.
  }
  return entries;
}
