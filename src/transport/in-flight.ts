import type { JSONRPCMessage, JSONRPCNotification, JSONRPCRequest } from '@modelcontextprotocol/server';
import { isFields } from './message.ts';

type RequestId = string | number;

/** No client writes such an id, so a request that keeps its own id cannot meet one of ours. */
const MARK = '\u0001';

export interface Waiting<Tag> {
  /** The id that the client gave. */
  readonly id: RequestId;
  readonly tag: Tag;
}

export type Answer = Exclude<JSONRPCMessage, { method: string }>;

/**
 * The requests of one client that have no answer yet. Inside they carry ids of our own: clients use one id
 * twice, and the SDK would then cancel the wrong request or one that comes later.
 */
export class InFlight<Tag> {
  #waiting = new Map<string, Waiting<Tag>>();
  #count = 0;

  get size(): number {
    return this.#waiting.size;
  }

  values(): IterableIterator<Waiting<Tag>> {
    return this.#waiting.values();
  }

  /** The request as the SDK shall see it. */
  add(message: JSONRPCRequest, tag: Tag): JSONRPCRequest {
    const inner = `${MARK}${++this.#count}`;
    if (isTimeToRenew(this.#count)) this.#waiting = new Map(this.#waiting);
    this.#waiting.set(inner, { id: message.id, tag });
    return { ...message, id: inner };
  }

  find(inner: unknown): Waiting<Tag> | undefined {
    return typeof inner === 'string' ? this.#waiting.get(inner) : undefined;
  }

  /** Whose answer it is, and the answer under the client's id. Undefined when nobody waits for it any more. */
  settle(answer: Answer): (Waiting<Tag> & { readonly message: Answer }) | undefined {
    const found = this.find(answer.id);
    if (!found || answer.id === undefined) return undefined;
    this.#waiting.delete(String(answer.id));
    return { ...found, message: { ...answer, id: found.id } };
  }

  isInner(id: unknown): boolean {
    return typeof id === 'string' && id.startsWith(MARK);
  }

  /** Hands a notification on. The SDK does not answer what one cancels: `cancelled` is told of it. */
  notify(
    message: JSONRPCNotification,
    deliver: ((message: JSONRPCNotification) => void) | undefined,
    cancelled: (waiting: Waiting<Tag>) => void,
  ): void {
    if (message.method !== CANCELLED) deliver?.(message);
    else
      for (const one of this.cancel(message)) {
        deliver?.(one.message);
        cancelled(one);
      }
  }

  /** Takes out what a `notifications/cancelled` means. */
  cancel(message: JSONRPCNotification): (Waiting<Tag> & { readonly message: JSONRPCNotification })[] {
    const params = isFields(message.params) ? message.params : {};
    const found = [...this.#waiting].filter(([, { id }]) => id === params.requestId);
    return found.map(([inner, waiting]) => {
      this.#waiting.delete(inner);
      return { ...waiting, message: { ...message, params: { ...params, requestId: inner } } };
    });
  }

  clear(): void {
    this.#waiting.clear();
  }
}

/**
 * V8 links the tables that a Map outgrows to those that follow. Once one of them is old, whatever passes through the
 * later ones lives until the next large collection of garbage; a Map that many requests pass through is therefore
 * replaced before it gets old (docs/decisions/012-what-outlives-a-call.md).
 */
export const isTimeToRenew = (count: number) => count % 64 === 0;

export const CANCELLED = 'notifications/cancelled';
