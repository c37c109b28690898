/** Starts a command of bin/ as a real process and speaks raw JSON-RPC with it over stdio. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { initialize, type Message, request } from './json-rpc.ts';
import { type Cleanup, scratch } from './scratch.ts';
import { Arrivals } from './waiting.ts';

export const root = resolve(import.meta.dirname, '..', '..');

export type Command =
  | 'sensorium'
  | 'viewpoint-mcp'
  | 'rawprox'
  | 'moonsurf-mcp'
  | 'gasoline-mcp'
  | 'fotos-mcp';

export interface StartOptions {
  readonly env?: Record<string, string>;
  /** The working directory; the scratch home unless told. */
  readonly cwd?: string;
  /** A home that several processes share (app and command); a fresh one unless told. */
  readonly home?: string;
  /** Run by that user, to whom the scratch home then belongs; only root can do that. */
  readonly uid?: number;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Starts a command; it is ended, and waited for, when the test is over. */
export async function startServer(
  t: Cleanup,
  command: Command,
  args: readonly string[] = [],
  options: StartOptions = {},
): Promise<ServerProcess> {
  const home = options.home ?? (await scratch(t));
  await mkdir(join(home, 'run'), { recursive: true, mode: 0o700 });
  if (options.uid !== undefined)
    for (const folder of [home, join(home, 'run')]) await chown(folder, options.uid, options.uid);
  const child = spawn(process.execPath, [join(root, 'bin', `${command}.cjs`), ...args], {
    cwd: options.cwd ?? home,
    env: { ...scratchEnvironment(home), ...options.env },
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  const server = new ServerProcess(child, home);
  t.after(() => server.stop());
  return server;
}

/** An environment in which nothing of the developer's own home and settings is seen. */
export function scratchEnvironment(home: string): Record<string, string> {
  const kept = ['PATH', 'DISPLAY', 'LANG', 'SystemRoot', 'PLAYWRIGHT_BROWSERS_PATH', 'SENSORIUM_BROWSER'];
  const env = Object.fromEntries(
    kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  const folders = { HOME: home, USERPROFILE: home, LOCALAPPDATA: home, APPDATA: home, TMPDIR: home };
  return { ...env, ...folders, XDG_RUNTIME_DIR: join(home, 'run') };
}

export class ServerProcess {
  readonly pid: number;
  readonly home: string;
  readonly exit: Promise<Exit>;
  /** Every line of stdout, as it came. */
  readonly lines = new Arrivals<string>();
  /** Every JSON-RPC message of stdout. A line that is no JSON is not here: see `lines`. */
  readonly messages = new Arrivals<Message>();
  readonly #errors = new Arrivals<string>();
  readonly #child: ChildProcessWithoutNullStreams;
  #lastId = 0;

  constructor(child: ChildProcessWithoutNullStreams, home: string) {
    this.#child = child;
    this.home = home;
    this.pid = child.pid ?? -1;
    this.exit = once(child, 'close').then(([code, signal]) => ({ code, signal }));
    createInterface({ input: child.stdout })
      .on('line', (line) => this.#take(line))
      .on('close', () => this.#end());
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.#errors.push(text));
    child.stderr.on('end', () => this.#errors.end());
    // A process that has ended refuses what is written to it; its exit says more than that.
    child.stdin.on('error', () => undefined);
  }

  get stderr(): string {
    return this.#errors.all.join('');
  }

  get notifications(): readonly Message[] {
    return this.messages.all.filter((message) => message.method !== undefined && message.id === undefined);
  }

  #take(line: string): void {
    try {
      this.messages.push(JSON.parse(line));
    } catch {
      // not JSON: stays visible in `lines`
    }
    this.lines.push(line);
  }

  #end(): void {
    this.lines.end();
    this.messages.end();
  }

  /** Writes bytes as they are; nothing is added. */
  sendRaw(bytes: string | Uint8Array): void {
    this.#child.stdin.write(bytes);
  }

  send(message: Message | readonly Message[]): void {
    this.sendRaw(`${JSON.stringify(message)}\n`);
  }

  notify(method: string, params?: Record<string, unknown>): void {
    this.send({ jsonrpc: '2.0', method, ...(params && { params }) });
  }

  /** The answer to an id that was sent. */
  answer(id: number | string | null, limitMs?: number): Promise<Message> {
    const fits = (message: Message) => message.id === id && message.method === undefined;
    return this.messages.first(fits, `the answer to ${id}`, limitMs).catch((error: Error) => {
      throw new Error(`${error.message}; stderr:\n${this.stderr}`, { cause: error });
    });
  }

  /** Sends a request and waits for its answer, be it a result or an error. */
  request(method: string, params?: Record<string, unknown>, limitMs?: number): Promise<Message> {
    const id = ++this.#lastId;
    this.send(request(id, method, params));
    return this.answer(id, limitMs);
  }

  /** Calls a tool and returns the whole answer. */
  call(name: string, args: Record<string, unknown> = {}, limitMs?: number): Promise<Message> {
    return this.request('tools/call', { name, arguments: args }, limitMs);
  }

  /** The handshake; returns the answer to `initialize`. */
  async initialize(version?: string, limitMs?: number): Promise<Message> {
    const id = ++this.#lastId;
    this.send(initialize(id, version));
    const answer = await this.answer(id, limitMs);
    this.notify('notifications/initialized');
    return answer;
  }

  notification(method: string, limitMs?: number): Promise<Message> {
    return this.messages.first((message) => message.method === method, method, limitMs);
  }

  /** The text on stderr once it fits the pattern: its match. */
  async stderrMatch(pattern: RegExp, limitMs?: number): Promise<RegExpExecArray> {
    const fits = () => pattern.test(this.stderr);
    await this.#errors.first(fits, `stderr with ${pattern}`, limitMs).catch((error: Error) => {
      throw new Error(`${error.message}; stderr so far:\n${this.stderr}`, { cause: error });
    });
    const match = pattern.exec(this.stderr);
    if (!match) throw new Error(`${pattern} must not have state (no g or y flag)`);
    return match;
  }

  /** Ends stdin, as a client does that goes away. */
  endInput(): void {
    this.#child.stdin.end();
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): void {
    this.#child.kill(signal);
  }

  /** Ends the process, politely first, and waits for it. */
  async stop(): Promise<Exit> {
    this.endInput();
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.kill('SIGTERM');
    const timer = setTimeout(() => this.kill('SIGKILL'), 7000);
    try {
      return await this.exit;
    } finally {
      clearTimeout(timer);
    }
  }
}
