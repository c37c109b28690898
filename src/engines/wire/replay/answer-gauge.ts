import type { Chunk } from '../decode/chunk.ts';
import { FlowDecoder } from '../decode/flow-decoder.ts';
import type { Message } from '../decode/message.ts';

/** Messages of the target after which a client may go on. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  http1: ['response'],
  http2: ['response'],
  websocket: ['text', 'binary', 'pong', 'close'],
  redis: ['reply', 'error-reply', 'push'],
  postgres: ['authentication', 'encryption', 'ready', 'copy-in', 'copy-both'],
};

/** Counts how much a target has answered: in messages where they can be read, in bytes always. */
export class AnswerGauge {
  readonly #decoder = new FlowDecoder({ bodyLimit: 0, decompress: false });
  #messages = 0;
  #bytes = 0;

  get messages(): number {
    return this.#messages;
  }

  get bytes(): number {
    return this.#bytes;
  }

  feed(chunk: Chunk): void {
    if (chunk.direction === 'down') this.#bytes += chunk.bytes.length;
    this.#count(this.#decoder.feed(chunk));
  }

  /** No more will come. True if an answer was still open, so that only its bytes or the end can tell it is there. */
  end(): boolean {
    const before = this.#messages;
    const rest = this.#decoder.end();
    this.#count(rest);
    const isOpen = rest.some((message) => !(message instanceof Promise) && message.direction === 'down');
    return isOpen || this.#messages > before;
  }

  #count(messages: readonly (Message | Promise<Message>)[]): void {
    for (const message of messages) {
      if (message instanceof Promise || message.direction !== 'down') continue;
      if (ANSWERS[message.protocol]?.includes(message.kind)) this.#messages++;
    }
  }
}
