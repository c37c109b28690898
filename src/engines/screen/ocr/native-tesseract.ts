import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { fault } from '../../../kernel/fault.ts';
import type { GreyPicture } from './grey-picture.ts';
import { languageCodes } from './language-data.ts';
import type { LineReader, ReadOptions, ReadWord } from './line-reader.ts';
import { readHocr } from './read-hocr.ts';

const run = promisify(execFile);

/** The `tesseract` program of the system: several at once, each with a share of the lines. */
export class NativeTesseract implements LineReader {
  readonly name = 'tesseract';
  readonly lineHeight = 36;
  readonly #command: string;
  readonly #languages: ReadonlySet<string>;
  readonly #running = new Set<ChildProcessWithoutNullStreams>();

  private constructor(command: string, languages: ReadonlySet<string>) {
    this.#command = command;
    this.#languages = languages;
  }

  /** Undefined when the program is not there or does not work. */
  static async find(command = 'tesseract'): Promise<NativeTesseract | undefined> {
    try {
      const { stdout, stderr } = await run(command, ['--list-langs'], { timeout: 10_000 });
      // Versions differ in the stream on which they print the list.
      const names = `${stdout}\n${stderr}`.split('\n').filter((line) => /^[\w/-]+$/.test(line.trim()));
      return new NativeTesseract(command, new Set(names.map((line) => line.trim())));
    } catch {
      // Not installed, or broken: the caller has another engine.
      return undefined;
    }
  }

  get languages(): readonly string[] {
    return [...this.#languages];
  }

  has(codes: readonly string[]): boolean {
    return codes.every((code) => this.#languages.has(code));
  }

  async read(lines: readonly GreyPicture[], options: ReadOptions): Promise<ReadWord[][]> {
    const missing = languageCodes(options.language).filter((code) => !this.#languages.has(code));
    if (missing.length > 0) {
      throw fault('OCR_LANGUAGE_MISSING', {
        language: missing.join('+'),
        engine: `the program ${this.name}`,
        remedy: dataCommand(missing, process.platform),
      });
    }
    const shares = split(lines, Math.min(availableParallelism(), 4));
    let done = 0;
    const tables = await Promise.all(
      shares.map(async (share) => {
        const words = await this.#readShare(share, options);
        done += share.length;
        options.progress?.(done);
        return words;
      }),
    );
    return tables.flat();
  }

  close(): Promise<void> {
    for (const child of this.#running) child.kill('SIGKILL');
    return Promise.resolve();
  }

  async #readShare(lines: readonly GreyPicture[], { language, signal }: ReadOptions): Promise<ReadWord[][]> {
    signal?.throwIfAborted();
    const wanted = ['-c', 'hocr_char_boxes=1', 'hocr'];
    const child = spawn(
      this.#command,
      ['stdin', 'stdout', '-l', language, '--psm', '7', '--oem', '1', ...wanted],
      {
        // Its own threads wait for each other more than they work.
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      },
    );
    const stop = () => child.kill('SIGKILL');
    this.#running.add(child);
    signal?.addEventListener('abort', stop);
    try {
      const html = await this.#talk(child, toTiff(lines));
      return readHocr(html, lines.length);
    } catch (cause) {
      signal?.throwIfAborted();
      throw cause;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#running.delete(child);
    }
  }

  #talk(child: ChildProcessWithoutNullStreams, input: Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      const output: Buffer[] = [];
      let complaint = '';
      const fail = (why: string, cause?: unknown) =>
        reject(fault('OCR_FAILED', { engine: this.name, why }, cause));
      child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => {
        complaint = `${complaint}${chunk}`.slice(-500);
      });
      child.on('error', (cause) => fail(cause.message, cause));
      child.on('close', (code, signal) => {
        if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
        else fail(complaint.trim().split('\n').at(-1) || `it ended with ${signal ?? code}`);
      });
      // It may end before it has read everything; its exit code says why.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  }
}

/** How the data of a language come to the program. */
export function dataCommand(codes: readonly string[], platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'brew install tesseract-lang';
  if (platform === 'win32') return 'scoop install tesseract-languages';
  // Debian's names have no capitals and no low bars.
  const names = codes.map((code) => `tesseract-ocr-${code.toLowerCase().replaceAll(/[_/]/g, '-')}`);
  return `apt install ${names.join(' ')}`;
}

/** Neighbours stay together; the shares have about the same area. */
function split(lines: readonly GreyPicture[], shares: number): GreyPicture[][] {
  const whole = lines.reduce((sum, { pixels }) => sum + pixels.length, 0);
  const parts: GreyPicture[][] = [];
  let area = 0;
  for (const line of lines) {
    const share = Math.min(shares - 1, Math.floor((area / Math.max(1, whole)) * shares));
    const part = parts[share] ?? [];
    part.push(line);
    parts[share] = part;
    area += line.pixels.length;
  }
  return parts.filter((part) => part !== undefined);
}

const short = 3;
const long = 4;
const rational = 5;
const entryBytes = 12;

/** Many grey pictures in one uncompressed file: one start of the native program then reads them all. */
export function toTiff(pictures: readonly GreyPicture[]): Uint8Array {
  const bytes = pictures.reduce((sum, { pixels }) => sum + even(pixels.length) + directoryBytes, 8);
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  view.setUint16(0, 0x4949);
  view.setUint16(2, 42, true);
  let link = 4;
  let at = 8;
  for (const { width, height, pixels } of pictures) {
    file.set(pixels, at);
    const directory = at + even(pixels.length);
    view.setUint32(link, directory, true);
    link = writeDirectory(view, directory, { width, height, at, bytes: pixels.length });
    at = directory + directoryBytes;
  }
  return file;
}

const even = (value: number) => value + (value % 2);
const fields = 12;
const directoryBytes = 2 + fields * entryBytes + 4 + 8;

interface Strip {
  readonly width: number;
  readonly height: number;
  readonly at: number;
  readonly bytes: number;
}

/** Returns where the place of the next directory is to be written. */
function writeDirectory(view: DataView, start: number, { width, height, at, bytes }: Strip): number {
  const resolution = start + directoryBytes - 8;
  const entries: [tag: number, format: number, value: number][] = [
    [256, long, width],
    [257, long, height],
    [258, short, 8],
    [259, short, 1],
    [262, short, 1],
    [273, long, at],
    [277, short, 1],
    [278, long, height],
    [279, long, bytes],
    [282, rational, resolution],
    [283, rational, resolution],
    [296, short, 2],
  ];
  view.setUint16(start, fields, true);
  for (const [index, [tag, format, value]] of entries.entries()) {
    const place = start + 2 + index * entryBytes;
    view.setUint16(place, tag, true);
    view.setUint16(place + 2, format, true);
    view.setUint32(place + 4, 1, true);
    if (format === short) view.setUint16(place + 8, value, true);
    else view.setUint32(place + 8, value, true);
  }
  // 300 pixels an inch, so that the program does not guess.
  view.setUint32(resolution, 300, true);
  view.setUint32(resolution + 4, 1, true);
  return start + 2 + fields * entryBytes;
}
