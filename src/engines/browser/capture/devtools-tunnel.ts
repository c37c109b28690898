import type { Browser, CDPSession } from 'playwright-core';
import type { EventName, Method, Params, Payload, Result } from './devtools.ts';

export type EventListener = <E extends EventName>(
  session: string | undefined,
  event: E,
  payload: Payload<E>,
) => void;

interface Waiting {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/**
 * A DevTools connection of our own inside one of Playwright's. Playwright's sessions begin when a page is already
 * running and do not exist for workers; here every target can be held until we are ready for its first script.
 *
 *   Playwright's browser session ── Target.sendMessageToTarget ──► browser target ──► any target, by session id
 */
export class DevToolsTunnel {
  readonly #session: CDPSession;
  readonly #outer: string;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isClosed = false;
  listener: EventListener = () => {};

  private constructor(session: CDPSession, outer: string) {
    this.#session = session;
    this.#outer = outer;
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (sessionId === outer) this.#receive(JSON.parse(message) as Message);
    });
    session.on('close', () => this.#end());
  }

  /** Undefined for browsers that do not speak the protocol. */
  static async open(browser: Browser): Promise<DevToolsTunnel | undefined> {
    if (browser.browserType().name() !== 'chromium') return undefined;
    const session = await browser.newBrowserCDPSession();
    const { targetInfo } = await session.send('Target.getTargetInfo');
    const { sessionId } = await session.send('Target.attachToTarget', {
      targetId: targetInfo.targetId,
      flatten: false,
    });
    return new DevToolsTunnel(session, sessionId);
  }

  send<M extends Method>(session: string | undefined, method: M, params?: Params<M>): Promise<Result<M>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (this.#isClosed) {
      reject(new Error(`${method}: the browser is gone`));
      return promise as Promise<Result<M>>;
    }
    const id = ++this.#lastId;
    this.#waiting.set(id, { method, resolve, reject });
    const message = JSON.stringify({ id, sessionId: session, method, params });
    this.#session
      .send('Target.sendMessageToTarget', { sessionId: this.#outer, message })
      .catch((error: Error) => {
        this.#waiting.delete(id);
        reject(error);
      });
    return promise as Promise<Result<M>>;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#end();
    await this.#session.detach().catch(() => {}); // the browser is gone
  }

  #receive(message: Message): void {
    if (message.id === undefined) {
      this.listener(message.sessionId, message.method as EventName, message.params as Payload<EventName>);
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error) waiting?.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting?.resolve(message.result);
  }

  #end(): void {
    this.#isClosed = true;
    for (const { method, reject } of this.#waiting.values())
      reject(new Error(`${method}: the browser is gone`));
    this.#waiting.clear();
  }
}
