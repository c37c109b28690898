import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { stampedName } from '../stamped-name.ts';
import { readZip, rewriteZip } from './rewrite-zip.ts';

/** Where a trace lies that is no zip. */
export interface TraceFiles {
  readonly folder: string;
  readonly name: string;
}

/** Playwright's trace of a context: a zip for its trace viewer. */
export class Tracing {
  readonly #context: BrowserContext;
  readonly #folder: string;
  readonly #secrets: Secrets;
  #isOn = false;
  #files: TraceFiles | undefined;

  constructor(context: BrowserContext, folder: string, secrets: Secrets) {
    this.#context = context;
    this.#folder = folder;
    this.#secrets = secrets;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Where the running trace will lie when it is unpacked. */
  get files(): TraceFiles | undefined {
    return this.#files;
  }

  async start(options: { title?: string | undefined } = {}): Promise<void> {
    if (this.#isOn) throw fault('RECORDING_ALREADY', { what: 'trace' });
    this.#isOn = true;
    this.#files = { folder: join(this.#folder, 'traces'), name: `trace-${Date.now()}` };
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

  /** The same as single files in a folder: `NAME.trace`, `NAME.network`, and what both point to in folders. */
  async stopUnpacked({ folder, name }: TraceFiles): Promise<void> {
    const zip = await this.stop(join(folder, `${name}.zip`));
    await mkdir(join(folder, 'resources'), { recursive: true });
    for await (const [entry, content] of readZip(zip)) {
      // Names come from Playwright: `trace.trace`, `trace.network`, `resources/HASH.css`, `screencast/PAGE.jpeg`.
      const [, inner, file = ''] = /^(?:(\w+)\/)?([\w@.-]+)$/.exec(entry) ?? [];
      const place = join(folder, inner ?? '');
      await mkdir(place, { recursive: true });
      if (file) await writeFile(join(place, inner ? file : file.replace(/^trace(?=\.)/, name)), content);
    }
    await rm(zip);
  }
}
