import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { makeFolders, removeDirectly, writeDirectly, writeFree } from '../../../kernel/open-directly.ts';
import { given } from '../given.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { stampedName } from '../stamped-name.ts';
import { hideKeys } from './hide-keys.ts';
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
    wanted = join(this.#folder, stampedName('trace', 'zip')),
  ): Promise<TraceFiles & { readonly path: string }> {
    const files = this.#running;
    if (!files) throw fault('NOT_RECORDING', { what: 'trace' });
    this.#running = undefined;
    // Playwright follows links, so it writes where nobody else can put one.
    const own = await mkdtemp(join(tmpdir(), 'trace-'));
    try {
      const zip = join(own, 'trace.zip');
      await this.#context.tracing.stop({ path: zip });
      // What was typed stands in it in clear, and so does what pages sent and showed.
      await rewriteZip(zip, (content) => this.#secrets.clean(hideKeys(content)));
      return { ...files, path: await writeFree(wanted, createReadStream(zip)) };
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }
}

/** Makes single files of a trace: `NAME.trace`, `NAME.network`, and what both point to in folders. */
export async function unpackTrace(zip: string, { folder, name }: TraceFiles): Promise<void> {
  await makeFolders(join(folder, 'resources'));
  for await (const [entry, content] of readZip(zip)) {
    // Names come from Playwright: `trace.trace`, `trace.network`, `resources/HASH.css`, `screencast/PAGE.jpeg`.
    const [, inner, file = ''] = /^(?:(\w+)\/)?([\w@.-]+)$/.exec(entry) ?? [];
    const place = join(folder, inner ?? '', inner ? file : file.replace(/^trace(?=\.)/, name));
    if (file) await writeDirectly(place, content).catch(unlessThere);
  }
  await removeDirectly(zip);
}

/** Resources are named by their content: an earlier trace has left the same. */
function unlessThere(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== 'EEXIST') throw thrown;
}
