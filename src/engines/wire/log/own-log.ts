import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../kernel/log.ts';
import type { WireEngine } from '../wire-engine.ts';

/** Traffic comes by the gigabyte: an hour's worth could be many times the limit. */
const PRUNE_MS = 60_000;
const FILENAME_FORMAT = 'wire_%Y-%m-%d-%H.ndjson';

/** No caller's: none of them ends it. */
const OURS = { name: 'the product' };

export interface OwnLogLimits {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

/**
 * The product's own log of the wire, in the state folder: on while rules are set and nothing else logs,
 * so that flows can be looked into. The oldest files go when there are too many bytes.
 */
export class OwnLog {
  readonly #folder: string;
  readonly #limits: OwnLogLimits;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, limits: OwnLogLimits, log: Log) {
    this.#folder = folder;
    this.#limits = limits;
    this.#log = log;
  }

  /** So that what passes by rules of that session is captured. */
  async ensure(engine: WireEngine, session: string | undefined): Promise<void> {
    if (engine.isCaptured(session)) return;
    await engine.startLogging({ directory: this.#folder, filenameFormat: FILENAME_FORMAT, owner: OURS });
    await this.prune();
    this.#timer ??= setInterval(() => void this.prune(), PRUNE_MS).unref();
  }

  /** The file that is being written is always kept. */
  async prune(): Promise<void> {
    try {
      const names = await readdir(this.#folder);
      const files = await Promise.all(
        names.map(async (name) => {
          const { size, mtimeMs } = await stat(join(this.#folder, name));
          return { path: join(this.#folder, name), size, mtimeMs };
        }),
      );
      files.sort((a, b) => b.mtimeMs - a.mtimeMs);
      let total = 0;
      for (const [i, file] of files.entries()) {
        total += file.size;
        const isOld = Date.now() - file.mtimeMs > this.#limits.maxAgeMs;
        if (i > 0 && (isOld || total > this.#limits.maxBytes)) await rm(file.path, { force: true });
      }
    } catch (cause) {
      this.#log.warning('logs of the wire could not be pruned', { folder: this.#folder, cause });
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
