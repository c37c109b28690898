import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { within } from '../../../kernel/within.ts';
import { given } from '../given.ts';
import type { Developed, Film, VideoSize } from './film.ts';
import { finishMp4 } from './mp4.ts';

/** What is read is safe from a browser that dies. */
const READ_EVERY_MS = 250;
const STOP_MS = 10_000;
const PIECE = 1 << 20;

/** A film that the browser takes and encodes by itself. It is fetched while it grows. */
export class NativeFilm implements Film {
  readonly format = 'mp4';
  readonly frames = 0;
  readonly #session: CDPSession;
  readonly #stream: string;
  readonly #folder: string;
  readonly #file: FileHandle;
  readonly #reading: Promise<void>;
  readonly #over = new AbortController();
  #isStopped = false;

  private constructor(session: CDPSession, stream: string, folder: string, file: FileHandle) {
    this.#session = session;
    this.#stream = stream;
    this.#folder = folder;
    this.#file = file;
    this.#reading = this.#read();
  }

  /** Undefined where the browser cannot: it is too old, or has no encoder. */
  static async start(
    session: CDPSession,
    { size, fps }: { readonly size?: VideoSize | undefined; readonly fps?: number | undefined },
  ): Promise<NativeFilm | undefined> {
    const wanted = given({ maxWidth: size?.width, maxHeight: size?.height, frameRate: fps });
    const begun = await session.send('Page.startScreenRecording', wanted).catch(() => undefined);
    if (!begun) return undefined;
    const folder = await mkdtemp(join(tmpdir(), 'video-'));
    const file = await open(join(folder, 'film'), 'wx+');
    return new NativeFilm(session, begun.stream, folder, file);
  }

  async end(): Promise<Developed> {
    await this.#stop();
    const facts = await finishMp4(this.#file);
    if (!facts) throw fault('ACTION_FAILED', { action: 'video', why: 'nothing was shown' });
    const { bytes, ...rest } = facts;
    const content = this.#file.createReadStream({ start: 0, end: bytes - 1, autoClose: false });
    return { format: 'mp4', ...rest, content };
  }

  async discard(): Promise<void> {
    await this.#stop();
    await this.#session.send('IO.close', { handle: this.#stream }).catch(() => {}); // gone with its page
    await this.#file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #stop(): Promise<void> {
    if (!this.#isStopped) {
      // A browser that is gone has nothing to add.
      const stopping = this.#session.send('Page.stopScreenRecording').catch(() => {});
      await within(stopping, STOP_MS);
      this.#isStopped = true;
      this.#over.abort();
    }
    await this.#reading;
  }

  async #read(): Promise<void> {
    let at = 0;
    for (;;) {
      const isLast = this.#isStopped;
      const piece = await this.#piece();
      if (piece === 'gone') return;
      await this.#file.write(piece, 0, piece.length, at);
      at += piece.length;
      if (piece.length > 0) continue;
      if (isLast) return;
      await pause(READ_EVERY_MS, undefined, { signal: this.#over.signal }).catch(() => {}); // its end has come
    }
  }

  async #piece(): Promise<Buffer | 'gone'> {
    try {
      const { data, base64Encoded } = await this.#session.send('IO.read', {
        handle: this.#stream,
        size: PIECE,
      });
      return Buffer.from(data, base64Encoded ? 'base64' : 'utf8');
    } catch (error) {
      // Before its first bytes are there it cannot be read.
      return /Read failed/.test(String(error)) ? Buffer.alloc(0) : 'gone';
    }
  }
}
