const HEAD = 32;
const REPLY = 1;
const GENERIC_EVENT = 35;

/**
 * Cuts the server's bytes into messages. A message has 32 bytes and, if it is a reply, as many more as its head
 * says; a picture comes in hundreds of pieces and is copied once, to where it stays.
 */
export class MessageReader {
  readonly #take: (message: Buffer) => void;
  #head = Buffer.alloc(HEAD);
  #message: Buffer | undefined;
  #filled = 0;

  constructor(take: (message: Buffer) => void) {
    this.#take = take;
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const target = this.#message ?? this.#head;
      const count = Math.min(target.length - this.#filled, bytes.length - at);
      target.set(bytes.subarray(at, at + count), this.#filled);
      this.#filled += count;
      at += count;
      if (this.#filled === target.length) this.#complete(target);
    }
  }

  #complete(target: Buffer): void {
    if (!this.#message) {
      const kind = target[0]! & 0x7f;
      const more = kind === REPLY || kind === GENERIC_EVENT ? target.readUInt32LE(4) * 4 : 0;
      if (more > 0) {
        // Its own memory, so that pixels can be used where they are.
        this.#message = Buffer.allocUnsafeSlow(HEAD + more);
        target.copy(this.#message);
        return;
      }
      this.#head = Buffer.alloc(HEAD);
    }
    this.#message = undefined;
    this.#filled = 0;
    this.#take(target);
  }
}
