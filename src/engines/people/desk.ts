import type { HumanRequest } from '../../contract/app-live.ts';
import { fault } from '../../kernel/fault.ts';
import { newId } from '../../kernel/ids.ts';
import type { CallerName } from '../../kernel/owner.ts';

/** A page that is loaded anew comes back within this time. */
const BACK_MS = 30_000;
/** Of one caller: more would not be read. */
const MOST = 20;

/** What a person says to a request. */
export interface HumanReply {
  readonly text: string;
  /** They would not, or could not. */
  readonly isRefused: boolean;
}

interface Asked {
  readonly request: HumanRequest;
  readonly caller: CallerName;
  readonly reply: PromiseWithResolvers<HumanReply>;
}

interface Person {
  readonly callers: readonly CallerName[];
  readonly news: () => void;
}

/** Who of the people is there, and what agents ask them. A person sees what is asked for their own keys, and no more. */
export class Desk {
  readonly #people = new Set<Person>();
  readonly #asked = new Map<string, Asked>();
  readonly #whenLeft = new Set<(caller: CallerName) => void>();
  readonly #backMs: number;
  readonly #appUrl: () => string | undefined;

  /** `appUrl`: where the person could come to the desk. */
  constructor(appUrl: () => string | undefined = () => undefined, backMs = BACK_MS) {
    this.#appUrl = appUrl;
    this.#backMs = backMs;
    this.whenLeft((caller) => {
      for (const asked of [...this.#asked.values()])
        if (asked.caller === caller)
          this.#close(asked).reply.reject(fault('NOBODY_THERE', { url: this.#appUrl() }));
    });
  }

  /** Somebody has opened the app; `news` is called when something is asked or settled. Gives what ends it. */
  arrive(callers: readonly CallerName[], news: () => void): () => void {
    const person: Person = { callers, news };
    this.#people.add(person);
    return () => {
      this.#people.delete(person);
      setTimeout(() => {
        for (const caller of callers) if (!this.isThere(caller)) this.#left(caller);
      }, this.#backMs).unref();
    };
  }

  isThere(caller: CallerName): boolean {
    return [...this.#people].some(({ callers }) => callers.includes(caller));
  }

  /** Told when nobody is there any more for a caller. */
  whenLeft(listener: (caller: CallerName) => void): void {
    this.#whenLeft.add(listener);
  }

  /** What waits for an answer, the oldest first. */
  requestsFor(callers: readonly CallerName[]): readonly HumanRequest[] {
    return [...this.#asked.values()]
      .filter(({ caller }) => callers.includes(caller))
      .map(({ request }) => request);
  }

  /** Comes with the answer. Fails at once when nobody is there, and when all have left. */
  async ask(
    caller: CallerName,
    what: Omit<HumanRequest, 'id' | 'time'>,
    signal: AbortSignal,
  ): Promise<HumanReply> {
    if (!this.isThere(caller)) throw fault('NOBODY_THERE', { url: this.#appUrl() });
    const open = this.requestsFor([caller]).length;
    if (open >= MOST) throw fault('TOO_MANY_REQUESTS', { count: open });
    const asked: Asked = {
      request: { id: newId('ask'), time: Date.now(), ...what },
      caller,
      reply: Promise.withResolvers<HumanReply>(),
    };
    const cancel = () => this.#close(asked).reply.reject(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    this.#asked.set(asked.request.id, asked);
    this.#tell(caller);
    try {
      return await asked.reply.promise;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  reply(callers: readonly CallerName[], id: string, reply: HumanReply): void {
    const asked = this.#asked.get(id);
    if (asked && callers.includes(asked.caller)) this.#close(asked).reply.resolve(reply);
  }

  #close(asked: Asked): Asked {
    this.#asked.delete(asked.request.id);
    this.#tell(asked.caller);
    return asked;
  }

  #tell(caller: CallerName): void {
    for (const { callers, news } of this.#people) if (callers.includes(caller)) news();
  }

  #left(caller: CallerName): void {
    for (const listener of this.#whenLeft) listener(caller);
  }
}
