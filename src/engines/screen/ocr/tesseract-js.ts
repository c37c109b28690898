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

/** Tesseract as WebAssembly in a worker thread: works wherever Node does, without a network. */
export class TesseractJs implements LineReader {
  readonly name = name;
  readonly lineHeight = 36;
  readonly #addOns: AddOns;
  #started: { language: string; worker: Promise<Worker> } | undefined;
  /** Reads wait for each other: the worker is shared. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(addOns: AddOns) {
    this.#addOns = addOns;
  }

  read(lines: readonly GreyPicture[], options: ReadOptions): Promise<ReadWord[][]> {
    const turn = this.#last.then(() => this.#read(lines, options));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async close(): Promise<void> {
    const started = this.#started;
    this.#started = undefined;
    const worker = await started?.worker.catch(() => undefined);
    await worker?.terminate();
  }

  async #read(lines: readonly GreyPicture[], options: ReadOptions): Promise<ReadWord[][]> {
    const { signal } = options;
    signal?.throwIfAborted();
    const worker = await this.#workerFor(options.language);
    const abandoned = Promise.withResolvers<never>();
    abandoned.promise.catch(() => {});
    const stop = () => {
      abandoned.reject(signal?.reason);
      // A worker cannot be interrupted, only ended; the next read starts a new one.
      void this.close();
    };
    signal?.addEventListener('abort', stop);
    try {
      if (signal?.aborted) stop();
      return await Promise.race([readLines(worker, lines, options), abandoned.promise]);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof Fault) throw cause;
      throw fault('OCR_FAILED', { engine: this.name, why: String(cause) }, cause);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async #workerFor(language: string): Promise<Worker> {
    if (this.#started?.language !== language) {
      await this.close();
      const worker = start(language, this.#addOns);
      this.#started = { language, worker };
      worker.catch(() => {
        this.#started = undefined;
      });
    }
    return await this.#started!.worker;
  }
}

async function readLines(worker: Worker, lines: readonly GreyPicture[], { signal, progress }: ReadOptions) {
  const found: ReadWord[][] = [];
  for (const line of lines) {
    signal?.throwIfAborted();
    const { data } = await worker.recognize(Buffer.from(toPgm(line)), {}, { hocr: true, text: false });
    found.push(readHocr(data.hocr ?? '', 1)[0]!);
    progress?.(found.length);
  }
  return found;
}

async function start(language: string, addOns: AddOns): Promise<Worker> {
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
