import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { stampedName } from '../stamped-name.ts';
import { readZip, rewriteZip } from './rewrite-zip.ts';

/** Where the files of a trace lie when they are unpacked. */
export interface TraceFiles {
  readonly folder: string;
  readonly name: string;
}

/** Playwright's trace of a context: a zip for its trace viewer. */
export class Tracing {
  readonly #context: BrowserContext;
  readonly #folder: string;
  readonly #secrets: Secrets;
  #running: TraceFiles | undefined;

  constructor(context: BrowserContext, folder: string, secrets: Secrets) {
    this.#context = context;
    this.#folder = folder;
    this.#secrets = secrets;
  }

  get isOn(): boolean {
    return this.#running !== undefined;
  }

  /** Says where it will lie when it is unpacked. */
  async start(options: { title?: string | undefined } = {}): Promise<TraceFiles> {
    if (this.#running) throw fault('RECORDING_ALREADY', { what: 'trace' });
    const files = { folder: join(this.#folder, 'traces'), name: `trace-${Date.now()}` };
    this.#running = files;
    const settings = { screenshots: true, snapshots: true, ...given({ title: options.title }) };
    await this.#context.tracing.start(settings).catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return files;
  }

  /** Writes the trace, into the output folder when no path is given, and says where it lies. */
  async stop(
    path = join(this.#folder, stampedName('trace', 'zip')),
  ): Promise<TraceFiles & { readonly path: string }> {
    const files = this.#running;
    if (!files) throw fault('NOT_RECORDING', { what: 'trace' });
    this.#running = undefined;
    await mkdir(dirname(path), { recursive: true });
    await this.#context.tracing.stop({ path });
    // What was typed stands in it in clear, and so does what pages sent and showed.
    if (!this.#secrets.isEmpty) await rewriteZip(path, (content) => this.#secrets.hideBytes(content));
    return { ...files, path };
  }
}

/** Makes single files of a trace: `NAME.trace`, `NAME.network`, and what both point to in folders. */
export async function unpackTrace(zip: string, { folder, name }: TraceFiles): Promise<void> {
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
