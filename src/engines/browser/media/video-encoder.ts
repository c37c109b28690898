import type { Browser, BrowserContext, Page } from 'playwright-core';
import { addPicture, endEncoding, type SentChunk, startEncoding } from './video-encoder.page.ts';
import type { VideoChunk } from './webm.ts';

const BITS_A_SECOND = 2_000_000;
const ADDRESS = 'https://encoder.invalid/';

export interface Picture {
  /** Milliseconds from the start. */
  readonly time: number;
  /** A JPEG file. */
  readonly data: Buffer;
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
      await page.evaluate(startEncoding, { ...size, bitrate: BITS_A_SECOND });
      return new VideoEncoder(context, page);
    } catch (error) {
      await context.close();
      throw error;
    }
  }

  async add({ time, data }: Picture): Promise<void> {
    const sent = { time, data: data.toString('base64') };
    this.#take(await this.#page.evaluate(addPicture, sent));
  }

  async end(): Promise<readonly VideoChunk[]> {
    this.#take(await this.#page.evaluate(endEncoding));
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
