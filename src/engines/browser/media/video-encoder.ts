import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { VideoChunk } from './webm.ts';

/*
 * Runs in a page of its own. Chromium brings a VP8 encoder, so no ffmpeg has to be installed; it is there only
 * for pages of a secure origin.
 */
const ENCODER = `() => {
  const made = [];
  let encoder, canvas, failed, count = 0;
  const base64 = (bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  };
  window.encode = {
    start({ width, height, bitrate }) {
      canvas = new OffscreenCanvas(width, height);
      encoder = new VideoEncoder({
        output(chunk) {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          made.push({ time: chunk.timestamp / 1000, isKey: chunk.type === 'key', data: base64(bytes) });
        },
        error(error) { failed = String(error); },
      });
      encoder.configure({ codec: 'vp8', width, height, bitrate });
    },
    async add({ time, data }) {
      const picture = await createImageBitmap(await (await fetch('data:image/jpeg;base64,' + data)).blob());
      const context = canvas.getContext('2d');
      context.fillRect(0, 0, canvas.width, canvas.height);
      const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height);
      context.drawImage(picture, 0, 0, picture.width * scale, picture.height * scale);
      const frame = new VideoFrame(canvas, { timestamp: Math.round(time * 1000) });
      encoder.encode(frame, { keyFrame: count++ % 100 === 0 });
      frame.close();
      picture.close();
      if (failed) throw new Error(failed);
      return made.splice(0);
    },
    async end() {
      await encoder.flush();
      return made.splice(0);
    },
  };
}`;

const BITS_A_SECOND = 2_000_000;
const ADDRESS = 'https://encoder.invalid/';

export interface Picture {
  /** Milliseconds from the start. */
  readonly time: number;
  /** A JPEG file. */
  readonly data: Buffer;
}

interface SentChunk {
  readonly time: number;
  readonly isKey: boolean;
  readonly data: string;
}

/** Encodes pictures one after the other in a hidden page of the same browser. */
export class VideoEncoder {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #chunks: VideoChunk[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
  }

  static async open(browser: Browser, size: { width: number; height: number }): Promise<VideoEncoder> {
    const context = await browser.newContext({ viewport: { width: 100, height: 100 } });
    try {
      await context.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
      const page = await context.newPage();
      await page.goto(ADDRESS);
      await page.evaluate(`(${ENCODER})()`);
      await page.evaluate(`encode.start(${JSON.stringify({ ...size, bitrate: BITS_A_SECOND })})`);
      return new VideoEncoder(context, page);
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  async add({ time, data }: Picture): Promise<void> {
    const sent = { time, data: data.toString('base64') };
    this.#take(await this.#page.evaluate<readonly SentChunk[]>(`encode.add(${JSON.stringify(sent)})`));
  }

  async end(): Promise<readonly VideoChunk[]> {
    this.#take(await this.#page.evaluate<readonly SentChunk[]>('encode.end()'));
    return this.#chunks;
  }

  close(): Promise<void> {
    return this.#context.close();
  }

  #take(chunks: readonly SentChunk[]): void {
    for (const { time, isKey, data } of chunks) {
      this.#chunks.push({ time, isKey, data: Buffer.from(data, 'base64') });
    }
  }
}
