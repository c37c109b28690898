import { setImmediate } from 'node:timers/promises';
import type { Chunk } from '../decode/chunk.ts';
import { slices } from '../decode/decode-flow.ts';
import { decoderOf } from '../decode/decoders.ts';
import { FlowDecoder, type Told } from '../decode/flow-decoder.ts';

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

  /** The same for a chunk that may be long: others get their turn between. */
  async feedInSlices(chunk: Chunk): Promise<void> {
    for (const slice of slices(chunk)) {
      this.feed(slice);
      await setImmediate();
    }
  }

  /** No more will come. True if an answer was still open, so that only its bytes or the end can tell it is there. */
  end(): boolean {
    const before = this.#messages;
    const rest = this.#decoder.end();
    this.#count(rest);
    const isOpen = rest.some((message) => typeof message !== 'function' && message.direction === 'down');
    return isOpen || this.#messages > before;
  }

  #count(messages: readonly Told[]): void {
    for (const message of messages) {
      if (typeof message === 'function' || message.direction !== 'down') continue;
      if (decoderOf(message.protocol)?.answers.includes(message.kind)) this.#messages++;
    }
  }
}
