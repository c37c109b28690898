import type { EventListener, EventName, Method, Params, Payload, Result } from './devtools.ts';
import type { Message, Transport } from './playwright-transport.ts';
import { Questions } from './questions.ts';

/** Of the first and the last message, which have no session of ours. Playwright counts its own from 1. */
const OWN_ID = 2_000_000_000;

/**
 * A DevTools connection of our own on the transport that Playwright speaks through: sessions that Playwright never
 * hears of. A message costs what it costs, where in a tunnel it is packed into another and goes through Playwright.
 */
export class DevToolsLine {
  readonly #transport: Transport;
  readonly #receive: Transport['onmessage'];
  readonly #questions = new Questions();
  readonly #sessions = new Set<string>();
  /** Our session with the browser itself, which has all the others. */
  #root = '';
  listener: EventListener = () => {};

  private constructor(transport: Transport) {
    this.#transport = transport;
    this.#receive = transport.onmessage;
    transport.onmessage = (message) => {
      if (!this.#takes(message)) this.#receive?.(message);
    };
  }

  static async open(transport: Transport): Promise<DevToolsLine> {
    const line = new DevToolsLine(transport);
    const opened = line.#questions.ask('Target.attachToBrowserTarget', OWN_ID);
    transport.send({ id: OWN_ID, method: 'Target.attachToBrowserTarget', params: {} });
    const { sessionId } = (await opened) as { readonly sessionId: string };
    line.#root = sessionId;
    line.#sessions.add(sessionId);
    return line;
  }

  send<M extends Method>(session: string | undefined, method: M, params?: Params<M>): Promise<Result<M>> {
    const id = this.#questions.nextId();
    const answer = this.#questions.ask(method, id);
    try {
      this.#transport.send({ id, method, params: params ?? {}, sessionId: session ?? this.#root });
    } catch (error) {
      this.#questions.answer({ id, error: { message: String(error) } });
    }
    return answer as Promise<Result<M>>;
  }

  async close(): Promise<void> {
    if (this.#questions.isOver) return;
    this.#questions.end();
    try {
      const params = { sessionId: this.#root };
      this.#transport.send({ id: OWN_ID, method: 'Target.detachFromTarget', params });
    } catch {
      // the browser is gone
    }
  }

  #takes(message: Message): boolean {
    const { id, method, sessionId } = message;
    if (sessionId === undefined) {
      if (id !== OWN_ID) return false;
      this.#questions.answer(message);
      return true;
    }
    if (!this.#sessions.has(sessionId)) return false;
    if (method === undefined) this.#questions.answer(message);
    else if (!this.#questions.isOver) this.#heard(sessionId, method, message.params);
    return true;
  }

  #heard(sessionId: string, method: string, params: unknown): void {
    if (method === 'Target.attachedToTarget')
      this.#sessions.add((params as Payload<'Target.attachedToTarget'>).sessionId);
    this.listener(
      sessionId === this.#root ? undefined : sessionId,
      method as EventName,
      params as Payload<EventName>,
    );
    if (method === 'Target.detachedFromTarget')
      this.#sessions.delete((params as Payload<'Target.detachedFromTarget'>).sessionId);
  }
}
