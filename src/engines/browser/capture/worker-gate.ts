import type { Browser } from 'playwright-core';
import { type Message, type Transport, transportOf } from './playwright-transport.ts';

interface Attachment {
  readonly sessionId?: string;
  readonly targetInfo?: { readonly targetId: string; readonly type: string };
  readonly waitingForDebugger?: boolean;
}

const WORKERS: ReadonlySet<string> = new Set(['worker', 'shared_worker', 'service_worker']);

/** How long a worker that nobody watches may be held. */
const PATIENCE_MS = 1_000;

interface Held {
  readonly targetId: string;
  /** Playwright's word that the worker may run, once it has been said. */
  word?: Message;
  readonly timer: NodeJS.Timeout;
}

/**
 * A new worker waits until somebody lets it run, and Playwright does so at once: the worker's first requests would
 * then be over before we listen. Here Playwright's word is held until we are ready for that worker.
 */
export class WorkerGate {
  readonly #send: Transport['send'];
  readonly #receive: Transport['onmessage'];
  /** By Playwright's session. */
  readonly #held = new Map<string, Held>();
  #isOpen = false;

  private constructor(transport: Transport) {
    this.#send = transport.send.bind(transport);
    this.#receive = transport.onmessage;
    transport.send = (message) => {
      if (!this.#keeps(message)) this.#send(message);
    };
    transport.onmessage = (message) => {
      this.#look(message);
      this.#receive?.(message);
    };
  }

  /** Undefined where Playwright speaks to the browser from elsewhere: there is nothing to hold on to. */
  static on(browser: Browser): WorkerGate | undefined {
    const transport = transportOf(browser);
    return transport && new WorkerGate(transport);
  }

  /** We hear everything that this worker does from now on. */
  open(targetId: string): void {
    for (const [session, held] of this.#held) if (held.targetId === targetId) this.#letGo(session);
  }

  /** Everything passes from now on. It stays in the line: whoever came after it stands on it. */
  close(): void {
    this.#isOpen = true;
    for (const session of [...this.#held.keys()]) this.#letGo(session);
  }

  #look({ method, params: of }: Message): void {
    if (method !== 'Target.attachedToTarget' && method !== 'Target.detachedFromTarget') return;
    const params = of as Attachment | undefined;
    const session = params?.sessionId;
    if (session === undefined) return;
    if (method === 'Target.detachedFromTarget') this.#letGo(session);
    const info = params?.targetInfo;
    if (method !== 'Target.attachedToTarget' || !info || !params?.waitingForDebugger) return;
    if (this.#isOpen || !WORKERS.has(info.type)) return;
    const timer = setTimeout(() => this.#letGo(session), PATIENCE_MS).unref();
    this.#held.set(session, { targetId: info.targetId, timer });
  }

  #keeps(message: Message): boolean {
    if (message.method !== 'Runtime.runIfWaitingForDebugger') return false;
    const held = this.#held.get(message.sessionId ?? '');
    if (!held) return false;
    held.word = message;
    return true;
  }

  #letGo(session: string): void {
    const held = this.#held.get(session);
    if (!held) return;
    this.#held.delete(session);
    clearTimeout(held.timer);
    if (held.word) this.#send(held.word);
  }
}
