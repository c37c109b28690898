import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fault } from '../../../kernel/fault.ts';
import { writeFree } from '../../../kernel/open-directly.ts';
import { given } from '../given.ts';
import type { Tab } from '../page/tab.ts';
import { withSecretsHidden } from '../secrets/hide-secrets.ts';
import { stampedName } from '../stamped-name.ts';
import { VideoEncoder } from './video-encoder.ts';
import { writeWebm } from './webm.ts';

export interface VideoOptions {
  /** The picture fits into it. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  readonly fps?: number | undefined;
  readonly cursor?: boolean | undefined;
  /** Where it is to lie, unless its end says otherwise. */
  readonly path?: string | undefined;
  /** What was seen is kept when the tab closes. */
  readonly outlivesTab?: boolean | undefined;
}

export interface Video {
  readonly path: string;
  /** The path that it was to have: another one if something lay there. */
  readonly wanted: string;
  readonly width: number;
  readonly height: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly frames: number;
  /** Of the file. */
  readonly bytes: number;
}

interface Frame {
  readonly offset: number;
  readonly length: number;
  /** Milliseconds from the first one. */
  readonly time: number;
}

interface Running {
  readonly folder: string;
  readonly file: FileHandle;
  readonly frames: Frame[];
  readonly size: { width: number; height: number };
  readonly path: string | undefined;
  readonly outlivesTab: boolean;
  readonly started: number;
  written: Promise<void>;
  bytes: number;
}

const DEFAULT_SIZE = { width: 800, height: 800 };

/** A video of one tab. Frames wait on disk while it runs; the browser itself encodes them in the end. */
export class TabVideo {
  readonly #tab: Tab;
  readonly #folder: string;
  #running: Running | undefined;

  constructor(tab: Tab, outputDir: string) {
    this.#tab = tab;
    this.#folder = outputDir;
    // Nobody can ask a closed tab for its video: what it took on the disk is given back.
    tab.page.once('close', () => {
      if (!this.#running?.outlivesTab) void this.discard();
    });
  }

  /** Ends it without a trace. */
  async discard(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running) await discard(running);
  }

  get isOn(): boolean {
    return this.#running !== undefined;
  }

  /** How many pictures there are so far. */
  get frames(): number {
    return this.#running?.frames.length ?? 0;
  }

  async start(options: VideoOptions = {}): Promise<void> {
    const { size = DEFAULT_SIZE, fps, cursor, path, outlivesTab = false } = options;
    if (this.#running) throw fault('RECORDING_ALREADY', { what: 'video' });
    if (!this.#tab.cdp.isThere) throw fault('NEEDS_CHROMIUM', { what: 'Recording a video' });
    const folder = await mkdtemp(join(tmpdir(), 'video-'));
    const file = await open(join(folder, 'frames'), 'wx+');
    const started = performance.now();
    const fixed = { width: even(size.width), height: even(size.height) };
    const nothing = { frames: [], written: Promise.resolve(), bytes: 0 };
    const running: Running = { folder, file, size: fixed, path, outlivesTab, started, ...nothing };
    this.#running = running;
    const { screencast } = this.#tab.page;
    const onFrame = (frame: { data: Buffer }) => keep(running, frame.data);
    await screencast.start(given({ onFrame, size: fixed, fps })).catch(async (error: unknown) => {
      this.#running = undefined;
      await discard(running);
      throw error;
    });
    if (cursor) await screencast.showActions({ cursor: 'pointer' });
  }

  /** Ends the video and writes it, into the output folder when no path is given. */
  async stop(wanted?: string): Promise<Video> {
    const running = this.#running;
    if (!running) throw fault('NOT_RECORDING', { what: 'video' });
    const path = wanted ?? running.path ?? join(this.#folder, stampedName('video', 'webm'));
    this.#running = undefined;
    const duration = performance.now() - running.started;
    try {
      if (running.frames.length === 0) await this.#still(running);
      await this.#tab.page.screencast.stop().catch(() => {}); // the page closed: what was seen counts
      await running.written;
      return await this.#encode(running, duration, path);
    } finally {
      await discard(running);
    }
  }

  /** A page on which nothing moved sends no picture by itself. */
  async #still(running: Running): Promise<void> {
    const shot = () => this.#tab.page.screenshot({ type: 'jpeg', scale: 'css' });
    const picture = await withSecretsHidden(this.#tab, shot).catch(() => undefined); // it closed meanwhile
    if (picture) await keep(running, picture);
  }

  async #encode({ file, frames, size }: Running, duration: number, path: string): Promise<Video> {
    const browser = this.#tab.page.context().browser();
    if (frames.length === 0 || !browser)
      throw fault('ACTION_FAILED', { action: 'video', why: 'nothing was shown' });
    const encoder = await VideoEncoder.open(browser, size);
    try {
      let data = Buffer.alloc(0);
      for (const { offset, length, time } of frames) {
        data = Buffer.alloc(length);
        await file.read(data, 0, length, offset);
        await encoder.add({ time, data });
      }
      // The last picture stays until the end.
      if (duration > frames.at(-1)!.time + 1) await encoder.add({ time: duration, data });
      const bytes = writeWebm({ ...size, duration, chunks: await encoder.end() });
      const placed = await writeFree(path, bytes);
      const video = {
        path: placed,
        wanted: path,
        ...size,
        duration,
        frames: frames.length,
        bytes: bytes.length,
      };
      await this.#tab.host.videoSaved?.(video, this.#tab);
      return video;
    } finally {
      await encoder.close();
    }
  }
}

/** One after the other, so that the file has them in order. */
function keep(running: Running, data: Buffer): Promise<void> {
  const offset = running.bytes;
  running.bytes += data.length;
  const time = performance.now() - running.started;
  const last = running.frames.at(-1)?.time ?? -1;
  running.frames.push({ offset, length: data.length, time: Math.max(time, last + 1) });
  running.written = running.written.then(async () => {
    await running.file.write(data, 0, data.length, offset);
  });
  return running.written;
}

async function discard({ file, folder, written }: Running): Promise<void> {
  await written.catch(() => {}); // a full disk has been told by then
  await file.close();
  await rm(folder, { recursive: true, force: true });
}

/** The codec wants even sizes. */
const even = (length: number) => Math.max(2, Math.floor(length / 2) * 2);
