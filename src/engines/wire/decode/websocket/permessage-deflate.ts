import { constants, inflateRawSync } from 'node:zlib';

const TAIL = Uint8Array.of(0, 0, 0xff, 0xff);
const WINDOW = 32_768;
/** A message that unfolds to more than this is not followed: it may be made to fill the memory. */
const GROWTH_LIMIT = 16 << 20;

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
  #window: Uint8Array = new Uint8Array(0);
  #lost: string | undefined;

  constructor(forgets: boolean) {
    this.#forgets = forgets;
  }

  /** The message, or why it cannot be had. Whoever could not be inflated is missed by all after it. */
  inflate(compressed: Uint8Array): Uint8Array | string {
    if (this.#lost) return this.#lost;
    try {
      const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: GROWTH_LIMIT };
      const whole = inflateRawSync(
        Buffer.concat([compressed, TAIL]),
        this.#window.length ? { ...options, dictionary: this.#window } : options,
      );
      if (!this.#forgets) this.#remember(whole);
      return whole;
    } catch (error) {
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
