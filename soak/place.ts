/** What the servers of a run stand on: a small disk, groups with a memory limit, a clock that can be moved. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DISK_MB = 1024;

/** A disk of its own that can be full; without root an ordinary folder, which cannot. */
export class Disk {
  readonly folder: string;
  readonly isSmall: boolean;

  private constructor(folder: string, isSmall: boolean) {
    this.folder = folder;
    this.isSmall = isSmall;
  }

  static async make(folder: string): Promise<Disk> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const mounted = await run('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=${DISK_MB}m,mode=700`,
      'soak',
      folder,
    ]).then(
      () => true,
      () => false,
    );
    return new Disk(folder, mounted);
  }

  async fill(): Promise<void> {
    const { stdout } = await run('df', ['--output=avail', '-B1', this.folder]);
    const free = Number(stdout.trim().split('\n').at(-1));
    await run('fallocate', ['-l', String(free), this.#ballast]).catch(() => {
      // Others write meanwhile; what is left is little enough.
    });
  }

  async free(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  get #ballast(): string {
    return path.join(this.folder, 'ballast');
  }

  async remove(): Promise<void> {
    if (this.isSmall) await run('umount', ['--lazy', this.folder]);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The memory controller of either kind of control groups. */
const MEMORY = [
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' },
  { root: '/sys/fs/cgroup', limit: 'memory.max', kills: 'memory.events' },
];

/** Processes that may use so much memory together; undefined where that cannot be had. */
export class MemoryGroup {
  readonly #folder: string;
  readonly #kills: string;

  private constructor(folder: string, kills: string) {
    this.#folder = folder;
    this.#kills = kills;
  }

  static async make(name: string, bytes: number): Promise<MemoryGroup | undefined> {
    for (const { root, limit, kills } of MEMORY) {
      const folder = path.join(root, name);
      try {
        await mkdir(folder);
        if (!existsSync(path.join(folder, limit))) throw new Error('no memory controller');
        await writeFile(path.join(folder, limit), String(bytes));
        return new MemoryGroup(folder, kills);
      } catch {
        await rmdir(folder).catch(() => {});
      }
    }
    return undefined;
  }

  async add(pid: number): Promise<void> {
    await writeFile(path.join(this.#folder, 'cgroup.procs'), String(pid));
  }

  /** How many processes the limit has cost. */
  async kills(): Promise<number> {
    const text = await readFile(path.join(this.#folder, this.#kills), 'utf8');
    return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0);
  }

  async remove(): Promise<void> {
    for (let tries = 0; tries < 20; tries++) {
      const gone = await rmdir(this.#folder).then(
        () => true,
        () => false,
      );
      if (gone) return;
      await sleep(100);
    }
  }
}

/** A clock for a server, by Debian's faketime; its browsers keep the true one, and so does what only counts on. */
export class MovedClock {
  readonly #file: string;
  readonly #library: string;

  private constructor(file: string, library: string) {
    this.#file = file;
    this.#library = library;
  }

  /** `browser` is the one that keeps the true time. */
  static async make(file: string, browser: string): Promise<MovedClock | undefined> {
    for (const folder of await readdir('/usr/lib').catch(() => [])) {
      const library = path.join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1');
      if (!existsSync(library)) continue;
      const clock = new MovedClock(file, library);
      await clock.move(0);
      await writeFile(clock.browser, `#!/bin/sh\nunset LD_PRELOAD\nexec "${browser}" "$@"\n`, {
        mode: 0o700,
      });
      return clock;
    }
    return undefined;
  }

  /** To be started in its place: a Chromium whose clock is moved ends at once. */
  get browser(): string {
    return `${this.#file}-browser`;
  }

  get env(): Record<string, string> {
    return {
      LD_PRELOAD: this.#library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }

  async move(seconds: number): Promise<void> {
    await writeFile(this.#file, `${seconds < 0 ? '' : '+'}${seconds}s`);
  }
}
