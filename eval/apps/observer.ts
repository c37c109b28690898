/** A second client of a browser's DevTools: what is true on the page, whatever the server under test says of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { watch } from './watch.js';

/** A page that crashed says nothing any more. */
const ANSWER_MS = 10_000;

export interface Sight {
  readonly url: string;
  readonly title: string;
  /** All text that is seen, with the values of fields. */
  readonly text: string;
  /** A short sum of each thing that an action may change. */
  readonly sums: Readonly<Record<string, string>>;
}

interface Target {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

export class Observer {
  readonly #port: number;
  #socket: { id: string; socket: WebSocket } | undefined;
  #count = 0;

  constructor(port: number) {
    this.#port = port;
  }

  /** The value of an expression in the page that is shown. */
  async value<T = unknown>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.#send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    })) as {
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** What is seen now; nothing while a dialog or a navigation holds the page. */
  async look(): Promise<Sight | undefined> {
    try {
      const quick = AbortSignal.timeout(3000);
      const seen = this.value<Sight>(`(${watch})()`);
      return await Promise.race([
        seen,
        new Promise<undefined>((done) => quick.addEventListener('abort', () => done(undefined))),
      ]);
    } catch {
      return undefined;
    }
  }

  /** Until an expression is true, or its last value. */
  async until(expression: string, ms = 3000): Promise<boolean> {
    const end = performance.now() + ms;
    for (;;) {
      if (await this.value(expression).catch(() => false)) return true;
      if (performance.now() > end) return false;
      await sleep(100);
    }
  }

  close(): void {
    this.#socket?.socket.close();
    this.#socket = undefined;
  }

  async #send(method: string, params: object): Promise<unknown> {
    const socket = await this.#connect();
    const id = ++this.#count;
    return new Promise((done, fail) => {
      const over = new AbortController();
      const hear = (event: MessageEvent) => {
        const message = JSON.parse(String(event.data)) as {
          id?: number;
          result?: unknown;
          error?: { message: string };
        };
        if (message.id !== id) return;
        over.abort();
        if (message.error) fail(new Error(message.error.message));
        else done(message.result);
      };
      const { signal } = over;
      const tooLong = setTimeout(() => fail(new Error('the page does not answer')), ANSWER_MS);
      signal.addEventListener('abort', () => clearTimeout(tooLong));
      socket.addEventListener('message', hear, { signal });
      socket.addEventListener(
        'close',
        () => {
          over.abort();
          fail(new Error('the page is gone'));
        },
        { signal },
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** The newest page: DevTools lists what was used last first. */
  async #connect(): Promise<WebSocket> {
    const list = (await (await fetch(`http://127.0.0.1:${this.#port}/json/list`)).json()) as Target[];
    const page =
      list.find(({ type, url }) => type === 'page' && /^https?:/.test(url)) ??
      list.find(({ type }) => type === 'page');
    if (!page) throw new Error('there is no page');
    if (this.#socket?.id === page.id && this.#socket.socket.readyState === WebSocket.OPEN)
      return this.#socket.socket;
    this.close();
    const socket = new WebSocket(page.webSocketDebuggerUrl);
    await new Promise((done, fail) => {
      socket.addEventListener('open', done, { once: true });
      socket.addEventListener('error', () => fail(new Error('no DevTools')), { once: true });
    });
    this.#socket = { id: page.id, socket };
    return socket;
  }
}
