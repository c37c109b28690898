import type { ServerResponse } from 'node:http';

/** A reader so far behind is given up: its messages must not fill our memory. */
const MAX_BUFFERED = 32 * 1024 * 1024;

export interface EventStreamOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A comment is sent this often, so that proxies do not take the stream for dead. */
  readonly pingMs: number;
}

/** Server-sent events on one HTTP response. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #timer: NodeJS.Timeout;

  constructor(response: ServerResponse, { headers = {}, pingMs }: EventStreamOptions) {
    this.#response = response;
    response.writeHead(200, {
      ...headers,
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    response.flushHeaders();
    this.#timer = setInterval(() => this.#write(': ping\n\n'), pingMs);
    this.#timer.unref();
    response.on('close', () => clearInterval(this.#timer));
  }

  /** Data must be one line, as JSON is. */
  send(event: string, data: string): void {
    this.#write(`event: ${event}\ndata: ${data}\n\n`);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#response.end();
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded;
  }

  #write(frame: string): void {
    if (!this.isOpen) return;
    this.#response.write(frame);
    if (this.#response.writableLength > MAX_BUFFERED) this.#response.destroy();
  }
}
