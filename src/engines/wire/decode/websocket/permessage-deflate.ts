import { constants, inflateRawSync } from 'node:zlib';
import { type Inflation, SPENT } from '../inflation.ts';

const TAIL = Uint8Array.of(0, 0, 0xff, 0xff);
const WINDOW = 32_768;
/** A message that unfolds to more than this is not followed: it would hold up everything else for too long. */
const GROWTH_LIMIT = 4 << 20;

export interface DeflateTerms {
  /** Whether the sender of this direction forgets what it sent before each message. */
  readonly up: { readonly forgets: boolean };
  readonly down: { readonly forgets: boolean };
}

/** What the server's Sec-WebSocket-Extensions settled, or undefined without compression. */
export function deflateTerms(extensions: string): DeflateTerms | undefined {
  const offer = extensions.split(',').map((one) =>
    one
      .trim()
      .split(';')
      .map((part) => part.trim().toLowerCase()),
  );
  const terms = offer.find(([name]) => name === 'permessage-deflate');
  if (!terms) return undefined;
  return {
    up: { forgets: terms.includes('client_no_context_takeover') },
    down: { forgets: terms.includes('server_no_context_takeover') },
  };
}

/** Inflates the messages of one direction. */
export class MessageInflater {
  readonly #forgets: boolean;
  readonly #inflation: Inflation;
  #window: Uint8Array = new Uint8Array(0);
  #lost: string | undefined;

  constructor(forgets: boolean, inflation: Inflation) {
    this.#forgets = forgets;
    this.#inflation = inflation;
  }

  /** The message, or why it cannot be had. Whoever could not be inflated is missed by all after it. */
  inflate(compressed: Uint8Array): Uint8Array | string {
    if (this.#lost) return this.#lost;
    this.#inflation.begin(compressed.length);
    const { left } = this.#inflation;
    if (left === 0) return this.lose(SPENT);
    try {
      const maxOutputLength = Math.min(GROWTH_LIMIT, left);
      const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength };
      const whole = inflateRawSync(
        Buffer.concat([compressed, TAIL]),
        this.#window.length ? { ...options, dictionary: this.#window } : options,
      );
      this.#inflation.spend(whole.length);
      if (!this.#forgets) this.#remember(whole);
      return whole;
    } catch (error) {
      const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      if (isTooLarge) this.#inflation.spend(Math.min(GROWTH_LIMIT, left));
      if (isTooLarge)
        return this.lose(left < GROWTH_LIMIT ? SPENT : `cut: it is larger than ${GROWTH_LIMIT} bytes`);
      return this.lose(error instanceof Error ? error.message : String(error));
    }
  }

  /** A message was not kept whole, so its content is missing from the window. */
  lose(reason: string): string {
    if (!this.#forgets) this.#lost = 'an earlier compressed message could not be read';
    return reason;
  }

  #remember(message: Uint8Array): void {
    this.#window =
      message.length >= WINDOW
        ? message.slice(-WINDOW)
        : Buffer.concat([
            this.#window.subarray(Math.max(0, this.#window.length + message.length - WINDOW)),
            message,
          ]);
  }
}
