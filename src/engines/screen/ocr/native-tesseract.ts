import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { fault } from '../../../kernel/fault.ts';
import type { GreyPicture } from './grey-picture.ts';
import { languageCodes } from './language-data.ts';
import type { LineReader, ReadOptions, ReadWord } from './line-reader.ts';
import { readHocr } from './read-hocr.ts';
import { toTiff } from './tiff.ts';

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
