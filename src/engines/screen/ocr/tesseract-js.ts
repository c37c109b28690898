import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Worker } from 'tesseract.js';
import { Fault, fault } from '../../../kernel/fault.ts';
import type { AddOns } from './add-ons.ts';
import { type GreyPicture, toPgm } from './grey-picture.ts';
import { languageCodes, languageFolder, packageOf } from './language-data.ts';
import type { LineReader, ReadOptions, ReadWord } from './line-reader.ts';
import { readHocr } from './read-hocr.ts';

const name = 'tesseract.js';
const lstmOnly = 1;

/** Tesseract as WebAssembly in worker threads: works wherever Node does, without a network. */
export class TesseractJs implements LineReader {
  readonly name = name;
  readonly lineHeight = 36;
  readonly #addOns: AddOns;
  readonly #workerCount: number;
  #pool: { language: string; workers: Promise<Worker[]> } | undefined;
  /** Reads wait for each other: the workers are shared. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(addOns: AddOns, options: { workers?: number } = {}) {
    this.#addOns = addOns;
    this.#workerCount = options.workers ?? 1;
  }

  read(lines: readonly GreyPicture[], options: ReadOptions): Promise<ReadWord[][]> {
    const turn = this.#last.then(() => this.#read(lines, options));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    if (!pool) return;
    const workers = await pool.workers.catch(() => []);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  async #read(lines: readonly GreyPicture[], options: ReadOptions): Promise<ReadWord[][]> {
    const { signal } = options;
    signal?.throwIfAborted();
    const workers = await this.#workersFor(options.language);
    const abandoned = Promise.withResolvers<never>();
    abandoned.promise.catch(() => {});
    const stop = () => {
      abandoned.reject(signal?.reason);
      // A worker cannot be interrupted, only ended; the next read starts new ones.
      void this.close();
    };
    signal?.addEventListener('abort', stop);
    try {
      if (signal?.aborted) stop();
      return await Promise.race([this.#share(workers, lines, options), abandoned.promise]);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof Fault) throw cause;
      throw fault('OCR_FAILED', { engine: this.name, why: String(cause) }, cause);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Each worker takes the next line as soon as it is free. */
  async #share(workers: readonly Worker[], lines: readonly GreyPicture[], options: ReadOptions) {
    const found: ReadWord[][] = [];
    let next = 0;
    let done = 0;
    const work = async (worker: Worker) => {
      for (let index = next++; index < lines.length; index = next++) {
        if (options.signal?.aborted) return;
        const { data } = await worker.recognize(
          Buffer.from(toPgm(lines[index]!)),
          {},
          { hocr: true, text: false },
        );
        found[index] = readHocr(data.hocr ?? '', 1)[0]!;
        options.progress?.(++done);
      }
    };
    await Promise.all(workers.map(work));
    return found;
  }

  async #workersFor(language: string): Promise<Worker[]> {
    if (this.#pool?.language !== language) {
      await this.close();
      const workers = start(language, this.#addOns, this.#workerCount);
      this.#pool = { language, workers };
      workers.catch(() => {
        this.#pool = undefined;
      });
    }
    return await this.#pool!.workers;
  }
}

async function start(language: string, addOns: AddOns, count: number): Promise<Worker[]> {
  const codes = languageCodes(language);
  const folders = codes.map((code) => languageFolder(code, addOns) ?? code);
  const missing = codes.filter((code, index) => folders[index] === code);
  if (missing.length > 0) {
    const packages = missing.map(packageOf);
    const engine = addOns.find(name) === undefined ? [name] : [];
    throw fault('OCR_LANGUAGE_MISSING', {
      language: missing.join('+'),
      engine: name,
      remedy: addOns.installCommand(...engine, ...packages),
    });
  }
  const { createWorker, PSM } = load(addOns);
  // The library takes one folder for all languages.
  const scratch = codes.length > 1 ? await mkdtemp(path.join(tmpdir(), 'ocr-data-')) : undefined;
  try {
    for (const [index, code] of codes.entries()) {
      const name = `${code}.traineddata.gz`;
      if (scratch) await copyFile(path.join(folders[index]!, name), path.join(scratch, name));
    }
    const options = { langPath: scratch ?? folders[0]!, gzip: true, cacheMethod: 'none' };
    return await Promise.all(
      Array.from({ length: count }, async () => {
        // Left alone, the library neither settles its promise nor lets anybody catch what went wrong.
        const failed = Promise.withResolvers<never>();
        failed.promise.catch(() => {});
        const ready = createWorker(codes, lstmOnly, { ...options, errorHandler: failed.reject });
        const worker = await Promise.race([ready, failed.promise]);
        await worker.setParameters({
          tessedit_pageseg_mode: PSM.SINGLE_LINE,
          user_defined_dpi: '300',
          hocr_char_boxes: '1',
        });
        return worker;
      }),
    );
  } finally {
    if (scratch) await rm(scratch, { recursive: true, force: true });
  }
}

function load(addOns: AddOns): typeof import('tesseract.js') {
  try {
    return addOns.load(name) as typeof import('tesseract.js');
  } catch (cause) {
    throw fault('OCR_ENGINE_MISSING', { engine: name, remedy: addOns.installCommand(name) }, cause);
  }
}
