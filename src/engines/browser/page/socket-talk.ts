import type { Page, WebSocket } from 'playwright-core';

/** So often in turn a socket may leave something unanswered before nobody waits for its answers any more. */
const MOST_SILENCES = 2;

/** What a page says over its WebSockets, and whether it is answered there: what it says by an action may well be. */
export class SocketTalk {
  readonly #waiting = new Set<WebSocket>();
  readonly #silences = new WeakMap<WebSocket, number>();
  #heard: () => void = () => {};

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      socket.on('framesent', () => {
        if ((this.#silences.get(socket) ?? 0) < MOST_SILENCES) this.#waiting.add(socket);
      });
      socket.on('framereceived', () => this.#answered(socket));
      socket.on('close', () => this.#answered(socket));
    });
  }

  /** From now on; `heard` is called when something is answered. */
  begin(heard: () => void): void {
    this.#waiting.clear();
    this.#heard = heard;
  }

  /** Something was said and has no answer yet. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** What has no answer by now is not waited for any longer. */
  giveUp(): void {
    for (const socket of this.#waiting) this.#silences.set(socket, (this.#silences.get(socket) ?? 0) + 1);
    this.#waiting.clear();
  }

  #answered(socket: WebSocket): void {
    if (!this.#waiting.delete(socket)) return;
    this.#silences.delete(socket);
    this.#heard();
  }
}
