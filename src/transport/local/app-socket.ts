import { chmod } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { asFault, type Fault, fault, notWritable } from '../../kernel/fault.ts';
import type { Log } from '../../kernel/log.ts';
import { within } from '../../kernel/within.ts';
import type { Service } from '../../session/service.ts';
import { type ConnectionFactory, serviceFactory } from '../connection.ts';
import { type StdioConnection, serveStdioConnection } from '../stdio.ts';
import { firstLine, type Greeting, type GreetingAnswer, readGreeting } from './greeting.ts';

export interface AppSocketOptions {
  readonly address: string;
  readonly log: Log;
  readonly self: { readonly version: string; readonly pid: number; readonly endpoint: string };
  /** A link to the web app, for whoever may reach this socket: our own user. */
  readonly link?: () => string | undefined;
  /** Who serves this command, or why nobody does. */
  readonly admit: (
    greeting: Greeting,
  ) => { readonly factory: ConnectionFactory } | { readonly refusal: string };
}

const GREETING_MS = 5000;
const CLOSE_MS = 2000;

/** The app's local socket: a greeting, its answer, then MCP lines. */
export class AppSocket {
  readonly #options: AppSocketOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Set<StdioConnection>();

  /** Listens; the folder of the address is owner-only already, the socket becomes so. */
  static async listen(options: AppSocketOptions): Promise<AppSocket> {
    const socket = new AppSocket(options);
    await new Promise<void>((resolve, reject) => {
      socket.#server.once('error', (cause) => reject(notListening(options.address, cause)));
      socket.#server.listen(options.address, resolve);
    });
    if (process.platform !== 'win32') await chmod(options.address, 0o600);
    return socket;
  }

  private constructor(options: AppSocketOptions) {
    this.#options = options;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('error', (cause) => options.log.debug('a command broke off', { cause }));
      socket.on('close', () => this.#sockets.delete(socket));
      void this.#serve(socket).finally(() => socket.end());
    });
  }

  /** Commands are told that the app ends; the socket file is gone afterwards. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    const told = Promise.all([...this.#connections].map((connection) => connection.close()));
    // A command whose client does not read cannot be told.
    await within(told, CLOSE_MS);
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #serve(socket: Socket): Promise<void> {
    const line = await firstLine(socket, GREETING_MS);
    if (line === undefined) {
      socket.destroy();
      return;
    }
    const greeting = readGreeting(line);
    if (!greeting) {
      this.#answer(socket, { ok: false, error: 'the greeting is not one line of JSON with version and pid' });
      return;
    }
    if (greeting.profile === undefined) {
      const link = greeting.wantsLink ? this.#options.link?.() : undefined;
      this.#answer(socket, { ok: true, ...(link !== undefined && { link }) });
      return;
    }
    const admitted = this.#options.admit(greeting);
    if ('refusal' in admitted) this.#answer(socket, { ok: false, error: admitted.refusal });
    else await this.#serveMcp(socket, greeting, admitted.factory);
  }

  async #serveMcp(socket: Socket, greeting: Greeting, factory: ConnectionFactory): Promise<void> {
    const { log } = this.#options;
    this.#answer(socket, { ok: true });
    const connection = serveStdioConnection({
      factory,
      input: socket,
      output: socket,
      log: log.with({ command: greeting.profile, commandPid: greeting.pid }),
      cwd: greeting.cwd,
      transport: 'socket',
    });
    this.#connections.add(connection);
    await connection.closed;
    this.#connections.delete(connection);
  }

  #answer(socket: Socket, answer: Pick<GreetingAnswer, 'ok' | 'error' | 'link'>): void {
    socket.write(`${JSON.stringify({ ...answer, ...this.#options.self })}\n`);
  }
}

function notListening(address: string, cause: NodeJS.ErrnoException): Fault {
  // Only where the address itself is the lock can somebody have been quicker.
  if (cause.code === 'EADDRINUSE') return fault('APP_RUNS_ALREADY', { pid: 0, endpoint: address }, cause);
  return notWritable(address, cause);
}

export interface AdmitParts {
  readonly version: string;
  /** What the app does instead of each command. */
  readonly services: ReadonlyMap<string, () => Service>;
  /** What the app is set to, by the same names as a command's greeting. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** How a setting is called on the command line. */
  readonly flagOf: (key: string) => string;
  readonly log: Log;
}

/** The app stands in for a command only if it would do all that the command was told. */
export function admitting(parts: AdmitParts): AppSocketOptions['admit'] {
  const { version, services, settings, flagOf, log } = parts;
  return (greeting) => {
    if (greeting.version !== version)
      return { refusal: `the app has version ${version}, the command ${greeting.version}` };
    const service = services.get(greeting.profile ?? '');
    if (!service) return { refusal: `it knows no command "${greeting.profile}"` };
    const others = Object.entries(greeting.settings).filter(
      ([key, value]) => !isDeepStrictEqual(settings[key], value),
    );
    if (others.length > 0)
      return { refusal: `the app runs with another ${others.map(([key]) => flagOf(key)).join(', ')}` };
    try {
      return { factory: serviceFactory(service(), log) };
    } catch (thrown) {
      return { refusal: asFault(thrown).message.replace(/\.$/, '') };
    }
  };
}
