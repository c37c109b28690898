import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { fault } from '../../kernel/fault.ts';
import { rewriteZip } from './rewrite-zip.ts';
import type { Secrets } from './secrets.ts';
import { stampedName } from './stamped-name.ts';

/** Playwright's trace of a context: a zip for its trace viewer. */
export class Tracing {
  readonly #context: BrowserContext;
  readonly #folder: string;
  readonly #secrets: Secrets;
  #isOn = false;

  constructor(context: BrowserContext, folder: string, secrets: Secrets) {
    this.#context = context;
    this.#folder = folder;
    this.#secrets = secrets;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  async start(options: { title?: string | undefined } = {}): Promise<void> {
    if (this.#isOn) throw fault('RECORDING_ALREADY', { what: 'trace' });
    this.#isOn = true;
    const title = options.title === undefined ? {} : { title: options.title };
    await this.#context.tracing
      .start({ screenshots: true, snapshots: true, ...title })
      .catch((error: unknown) => {
        this.#isOn = false;
        throw error;
      });
  }

  /** Writes the trace, into the output folder when no path is given, and says where it lies. */
  async stop(path = join(this.#folder, stampedName('trace', 'zip'))): Promise<string> {
    if (!this.#isOn) throw fault('NOT_RECORDING', { what: 'trace' });
    this.#isOn = false;
    await mkdir(dirname(path), { recursive: true });
    await this.#context.tracing.stop({ path });
    // What was typed stands in it in clear, and so does what pages sent and showed.
    if (!this.#secrets.isEmpty) await rewriteZip(path, (content) => this.#secrets.hideBytes(content));
    return path;
  }
}
