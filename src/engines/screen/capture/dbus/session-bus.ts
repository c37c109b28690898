import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { encodeCall, KIND, type Message, type MethodCall, takeMessage } from './message.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  iface: 'org.freedesktop.DBus',
};

/** The other side of a call refused it. */
class DbusError extends Error {
  readonly errorName: string;

  constructor(errorName: string, words: string) {
    super(words || errorName);
    this.name = 'DbusError';
    this.errorName = errorName;
  }
}

/** A client of the user's message bus: calls out, signals in. */
export class SessionBus {
  readonly #socket: Socket;
  readonly #waiting = new Map<
    number,
    { resolve(body: readonly unknown[]): void; reject(why: Error): void }
  >();
  readonly #listeners = new Set<(message: Message) => void>();
  #bytes: Buffer;
  #serial = 0;
  #ended: Error | undefined;
  /** Our own name on the bus, such as `:1.42`. */
  name = '';

  private constructor(socket: Socket, rest: Buffer) {
    this.#socket = socket;
    this.#bytes = rest;
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new Error('the message bus closed the connection')));
  }

  static async open(env: Environment, signal?: AbortSignal): Promise<SessionBus> {
    const socket = await reach(busPaths(env), signal);
    try {
      const bus = new SessionBus(socket, await authenticate(socket));
      [bus.name] = (await bus.call({ ...BUS, member: 'Hello' })) as [string];
      return bus;
    } catch (cause) {
      socket.destroy();
      throw cause;
    }
  }

  call(call: MethodCall): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.#ended) {
        reject(this.#ended);
        return;
      }
      const serial = ++this.#serial;
      this.#waiting.set(serial, { resolve, reject });
      this.#socket.write(encodeCall(serial, call));
    });
  }

  /** From now on signals of this object and name arrive; resolves with what stops it and the first one. */
  async listen(path: string, iface: string, member: string) {
    let stop = () => {};
    const first = new Promise<readonly unknown[]>((resolve, reject) => {
      const listener = (message: Message) => {
        if (message.path === path && message.member === member) resolve(message.body);
      };
      const ended = () => reject(this.#ended);
      this.#listeners.add(listener);
      this.#socket.once('close', ended);
      stop = () => {
        this.#listeners.delete(listener);
        this.#socket.off('close', ended);
      };
    });
    first.catch(() => {}); // whoever waits for it hears of it; nobody may be waiting yet
    const rule = `type='signal',path='${path}',interface='${iface}',member='${member}'`;
    await this.call({ ...BUS, member: 'AddMatch', signature: 's', body: [rule] });
    return { first, stop };
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    for (;;) {
      const taken = takeMessage(this.#bytes);
      if (!taken) return;
      this.#bytes = this.#bytes.subarray(taken.length);
      this.#dispatch(taken.message);
    }
  }

  #dispatch(message: Message): void {
    if (message.kind === KIND.signal) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    const waiting = message.replyTo === undefined ? undefined : this.#waiting.get(message.replyTo);
    if (!waiting) return;
    this.#waiting.delete(message.replyTo!);
    if (message.kind === KIND.reply) waiting.resolve(message.body);
    else waiting.reject(new DbusError(message.errorName ?? '', String(message.body[0] ?? '')));
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}

/** `unix:path=/run/user/1000/bus,guid=…;unix:abstract=…`: what can be connected to, in this order. */
export function busPaths(env: Environment): string[] {
  const given = env.DBUS_SESSION_BUS_ADDRESS;
  if (!given) return env.XDG_RUNTIME_DIR ? [join(env.XDG_RUNTIME_DIR, 'bus')] : [];
  return given.split(';').flatMap((address) => {
    const [transport, rest = ''] = address.split(/:(.*)/s);
    if (transport !== 'unix') return [];
    const parts = new Map(rest.split(',').map((part) => part.split('=', 2) as [string, string]));
    const path = parts.get('path');
    const abstract = parts.get('abstract');
    return path ? [decodeURIComponent(path)] : abstract ? [`\0${decodeURIComponent(abstract)}`] : [];
  });
}

async function reach(paths: readonly string[], signal: AbortSignal | undefined): Promise<Socket> {
  let failure: unknown = new Error('there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set)');
  for (const path of paths) {
    const socket = connect({ path });
    try {
      await once(socket, 'connect', signal ? { signal } : {});
      return socket;
    } catch (cause) {
      socket.destroy();
      if (signal?.aborted) throw signal.reason;
      failure = cause;
    }
  }
  throw failure;
}

/** Says who we are and waits for OK; returns what came after the line. */
async function authenticate(socket: Socket): Promise<Buffer> {
  const identity = Buffer.from(String(userInfo().uid)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${identity}\r\n`);
  const line = await new Promise<Buffer>((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const take = (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes]);
      if (!answer.includes('\r\n')) return;
      socket.off('data', take).off('error', reject).off('close', closed);
      resolve(answer);
    };
    const closed = () => reject(new Error('the message bus closed the connection'));
    socket.on('data', take).on('error', reject).on('close', closed);
  });
  const end = line.indexOf('\r\n') + 2;
  if (!line.toString('latin1').startsWith('OK ')) {
    throw new Error(`the message bus refused us: ${line.toString('latin1', 0, end).trim()}`);
  }
  socket.write('BEGIN\r\n');
  return line.subarray(end);
}
