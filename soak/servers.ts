/** The servers of a run: started, killed, started again, and reached by agents. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../test/kit/free-port.ts';
import { rpc } from '../test/kit/http.ts';
import { initialize, type Message, toolCall } from '../test/kit/json-rpc.ts';
import { descendants } from '../test/kit/process-tree.ts';
import { type ServerProcess, startServer } from '../test/kit/start-server.ts';
import type { Ledger } from './ledger.ts';
import { MemoryGroup, MovedClock } from './place.ts';

export interface Plan {
  readonly name: string;
  readonly transport: 'stdio' | 'http';
  readonly record: 'sqlite' | 'postgres';
  /** One is never killed, so that growth over the whole run can be seen. */
  readonly isKilled: boolean;
  readonly hasMovedClock: boolean;
  /** How much it and its browsers may use together. */
  readonly memoryBytes?: number;
}

/** Bytes that a server counts itself: see collect.cjs. */
export interface Counted {
  readonly objects: number;
  readonly external: number;
  /** What the engine keeps resident for the objects of the main thread, and of all others. */
  readonly room: number;
  readonly threadRoom: number;
  readonly threads: number;
}

const NOTHING: Counted = { objects: 0, external: 0, room: 0, threadRoom: 0, threads: 0 };

export interface Ground {
  readonly home: string;
  readonly disk: string;
  readonly display: string | undefined;
  readonly postgres: string;
  /** Its path. */
  readonly browser: string;
  readonly ledger: Ledger;
}

const CALL_SECONDS = 60;
/** A call is answered at its time limit; what is more than that is the way of the answer on a busy machine. */
const ANSWER_MS = (CALL_SECONDS + 20) * 1000;
/** A collection that leaves nothing takes seconds on a busy machine. */
const COLLECT_MS = 60_000;
const COLLECT = path.join(import.meta.dirname, 'collect.cjs');
let made = 0;
const KEY = 'key-of-the-soak';

/** Where a killed server's clients find that it is back. */
export class Server {
  readonly plan: Plan;
  readonly state: string;
  readonly output: string;
  readonly temporary: string;
  readonly project: string;
  clock: MovedClock | undefined;
  memory: MemoryGroup | undefined;
  readonly #ground: Ground;
  #port = 0;
  #process: ServerProcess | undefined;
  #ready: Promise<void> = Promise.resolve();
  #isStopping = false;
  /** Its next page shall eat all memory that there is. */
  isHungry = false;
  /** How many times it was killed: whoever called before was cut by plan. */
  kills = 0;

  constructor(plan: Plan, ground: Ground) {
    this.plan = plan;
    this.#ground = ground;
    this.state = path.join(ground.disk, `state-${plan.record}`);
    this.output = path.join(ground.disk, `output-${plan.name}`);
    // Short, because sockets in it have a length limit.
    this.temporary = path.join(ground.home, `t${++made}`);
    this.project = path.join(ground.home, 'project');
    process.on('exit', () => this.#process?.kill('SIGKILL'));
  }

  get pid(): number {
    return this.#process?.pid ?? -1;
  }

  get stderr(): string {
    return this.#process?.stderr ?? '';
  }

  /** What its log says of the last call that failed in an unforeseen way. */
  get lastCause(): string {
    const at = this.stderr.lastIndexOf('call failed');
    return at < 0 ? 'no word in its log' : this.stderr.slice(at, at + 1500);
  }

  async prepare(): Promise<void> {
    const { name, hasMovedClock, memoryBytes } = this.plan;
    for (const folder of [this.state, this.output, this.temporary, this.project]) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    }
    if (hasMovedClock)
      this.clock = await MovedClock.make(path.join(this.#ground.home, `clock-${name}`), this.#ground.browser);
    if (memoryBytes) this.memory = await MemoryGroup.make(`soak-${process.pid}-${name}`, memoryBytes);
    if (this.plan.transport === 'http') this.#port = await freePort();
  }

  /** Starts it; who waits for it by `ready` goes on then. */
  start(): Promise<void> {
    this.#ready = this.#start();
    return this.#ready;
  }

  ready(): Promise<void> {
    return this.#ready;
  }

  async #start(): Promise<void> {
    const { transport, record } = this.plan;
    const { home, display, postgres, browser } = this.#ground;
    const started = await startServer(
      { after() {} },
      'sensorium',
      [
        ...['--standalone', '--headless', '--isolated', '--rate-limit', '0'],
        ...['--state-dir', this.state, '--output-dir', this.output, '--call-timeout', String(CALL_SECONDS)],
        ...['--executable-path', this.clock?.browser ?? browser],
        ...(record === 'postgres' ? ['--store', postgres] : []),
        ...(transport === 'http' ? ['--port', String(this.#port), '--api-key', KEY] : []),
      ],
      {
        home,
        cwd: this.project,
        env: {
          TMPDIR: this.temporary,
          NODE_OPTIONS: `--require ${COLLECT}`,
          SOAK_OBJECTS: this.#objectsFile,
          ...(display && { DISPLAY: display }),
          ...this.clock?.env,
        },
      },
    );
    await this.memory?.add(started.pid);
    this.#process = started;
    const kills = this.kills;
    void started.exit.then(({ code, signal }) => {
      if (kills !== this.kills || this.#isStopping) return;
      const words = started.stderr.trim().split('\n').slice(-5).join(' / ');
      this.#ground.ledger.problem(`${this.plan.name} ended by itself (${signal ?? code}): ${words}`);
      this.kills++;
      void this.start();
    });
    if (transport === 'http') await started.stderrMatch(/\/mcp\b/, 60_000);
  }

  /** Ends it as a crash does, and starts it again. What its browsers do then is theirs. */
  kill(): Promise<void> {
    this.kills++;
    this.#process?.kill('SIGKILL');
    const exit = this.#process?.exit;
    // Nobody calls it before it is back.
    this.#ready = (async () => {
      await exit;
      await this.#start();
    })();
    return this.#ready;
  }

  /** Ends it as its user does; says what is wrong with the way it ends. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = this.#process;
    if (!running) return;
    const began = performance.now();
    if (this.plan.transport === 'stdio') running.endInput();
    else running.kill('SIGTERM');
    const timer = setTimeout(() => running.kill('SIGKILL'), 15_000);
    const { code, signal } = await running.exit;
    clearTimeout(timer);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (code === 0) return;
    this.#ground.ledger.problem(`${this.plan.name} ended with ${signal ?? code} after ${seconds} s`);
  }

  /** What it counted when its garbage was last thrown away. */
  get counted(): Counted {
    return existsSync(this.#objectsFile)
      ? (JSON.parse(readFileSync(this.#objectsFile, 'utf8')) as Counted)
      : NOTHING;
  }

  get #objectsFile(): string {
    return path.join(this.#ground.home, `objects-${this.plan.name}`);
  }

  /** Throws its garbage away, and waits until it has. */
  async collect(): Promise<void> {
    rmSync(this.#objectsFile, { force: true });
    process.kill(this.pid, 'SIGUSR2');
    const end = performance.now() + COLLECT_MS;
    while (!existsSync(this.#objectsFile)) {
      if (performance.now() > end) {
        this.#ground.ledger.problem(`${this.plan.name} does not collect its garbage`);
        return;
      }
      await sleep(50);
    }
  }

  /** Its browsers and other children now. */
  children(): readonly number[] {
    return this.#process ? descendants(this.#process.pid) : [];
  }

  /** A client of its own: over stdio the only one, over HTTP a session. */
  async connect(): Promise<Client> {
    await this.#ready;
    const running = this.#process;
    if (!running) throw new Error(`${this.plan.name} does not run`);
    if (this.plan.transport === 'http') return this.#session();
    await running.initialize(undefined, ANSWER_MS);
    return async (name, args) => {
      const answer = await running.call(name, args, ANSWER_MS);
      // All that came is kept for tests that look at it; here that would be hours of pictures.
      running.messages.all.length = 0;
      running.lines.all.length = 0;
      return answer;
    };
  }

  async #session(): Promise<Client> {
    const url = `http://localhost:${this.#port}/mcp`;
    const first = await rpc(url, initialize(1), { key: KEY, limitMs: ANSWER_MS });
    const session = String(first.headers['mcp-session-id']);
    const options = { key: KEY, session, limitMs: ANSWER_MS };
    await rpc(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, options);
    let id = 1;
    return async (name, args) => {
      const { status, answer, text } = await rpc(url, toolCall(++id, name, args), options);
      if (!answer) throw new Error(`${status}: ${text.slice(0, 200)}`);
      return answer;
    };
  }
}

/** Calls a tool and gives the whole answer. */
export type Client = (name: string, args: Record<string, unknown>) => Promise<Message>;
