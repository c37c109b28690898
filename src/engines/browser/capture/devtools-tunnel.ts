import type { Browser, CDPSession } from 'playwright-core';
import type {
  DevToolsConnection,
  EventListener,
  EventName,
  Method,
  Params,
  Payload,
  Result,
} from './devtools.ts';
import { DevToolsLine } from './devtools-line.ts';
import { type Message, transportOf } from './playwright-transport.ts';
import { Questions } from './questions.ts';

/**
 * A DevTools connection of our own inside one of Playwright's, where its transport is out of reach. Playwright's
 * sessions begin when a page is already running and do not exist for workers; here every target can be held until
 * we are ready for its first script.
 *
 *   Playwright's browser session ── Target.sendMessageToTarget ──► browser target ──► any target, by session id
 */
class DevToolsTunnel {
  readonly #session: CDPSession;
  readonly #outer: string;
  readonly #questions = new Questions();
  listener: EventListener = () => {};

  private constructor(session: CDPSession, outer: string) {
    this.#session = session;
    this.#outer = outer;
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (sessionId === outer) this.#receive(JSON.parse(message) as Message);
    });
    session.on('close', () => this.#questions.end());
  }

  static async open(browser: Browser): Promise<DevToolsTunnel> {
    const session = await browser.newBrowserCDPSession();
    const { targetInfo } = await session.send('Target.getTargetInfo');
    const { sessionId } = await session.send('Target.attachToTarget', {
      targetId: targetInfo.targetId,
      flatten: false,
    });
    return new DevToolsTunnel(session, sessionId);
  }

  send<M extends Method>(session: string | undefined, method: M, params?: Params<M>): Promise<Result<M>> {
    const id = this.#questions.nextId();
    const answer = this.#questions.ask(method, id);
    const message = JSON.stringify({ id, sessionId: session, method, params });
    if (!this.#questions.isOver)
      this.#session
        .send('Target.sendMessageToTarget', { sessionId: this.#outer, message })
        .catch((error: unknown) => this.#questions.answer({ id, error: { message: String(error) } }));
    return answer as Promise<Result<M>>;
  }

  async close(): Promise<void> {
    if (this.#questions.isOver) return;
    this.#questions.end();
    await this.#session.detach().catch(() => {}); // the browser is gone
  }

  #receive(message: Message): void {
    if (message.id !== undefined) this.#questions.answer(message);
    else this.listener(message.sessionId, message.method as EventName, message.params as Payload<EventName>);
  }
}

/** Beside Playwright on its transport, or through it where that is out of reach. Undefined where nobody understands. */
export async function openDevTools(browser: Browser): Promise<DevToolsConnection | undefined> {
  if (browser.browserType().name() !== 'chromium') return undefined;
  const transport = transportOf(browser);
  return transport ? DevToolsLine.open(transport) : DevToolsTunnel.open(browser);
}
