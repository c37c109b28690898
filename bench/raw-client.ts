import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A server that is measured, and a client of raw lines to it: what the client costs is the same for all. */
export class RawClient {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (line: string) => void>();
  #id = 0;

  constructor(args: readonly string[], home: string, cwd: string) {
    this.child = spawn(process.execPath, args, { env: { PATH: process.env.PATH, HOME: home }, cwd });
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.resume();
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const { id } = JSON.parse(line) as { id?: number };
      if (id !== undefined) this.#waiting.get(id)?.(line);
    });
  }

  /** The answer's line, whole. */
  request(method: string, params: unknown = {}): Promise<string> {
    const id = ++this.#id;
    const answer = new Promise<string>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  initialize(): Promise<string> {
    const clientInfo = { name: 'bench', version: '1.0.0' };
    return this.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  }

  initialized(): void {
    this.#send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  #send(message: object): void {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** The server's own process and all below it. */
  family(): Set<number> {
    const list = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).stdout.trim();
    const rows = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
    const family = new Set([this.child.pid!]);
    for (let grown = true; grown; ) {
      const more = rows.filter(([pid, parent]) => family.has(parent!) && !family.has(pid!));
      for (const [pid] of more) family.add(pid!);
      grown = more.length > 0;
    }
    return family;
  }
}

export function residentKb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0; // it ended meanwhile
  }
}
