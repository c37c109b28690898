import type { Sink } from '../contract/evidence.ts';
import type { Clock } from '../kernel/clock.ts';
import type { RenderFault } from '../kernel/fault.ts';
import { newId } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { CallerName } from '../kernel/owner.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { Caller } from '../kernel/tool.ts';
import type { Catalog } from './catalog.ts';
import { ClientSession } from './client-session.ts';
import type { Spill } from './fit-message.ts';
import type { Journal } from './journal.ts';
import type { RateLimit } from './rate-limit.ts';
import type { ClientInfo, Identity, Service, Session } from './service.ts';
import type { TargetQueue } from './target-queue.ts';

/** What every call needs. Shared by all sessions of a server. */
export interface HostParts {
  readonly identity: Identity;
  readonly catalog: Catalog;
  readonly renderFault: RenderFault;
  /** Unknown arguments never are more than a warning, not even where something is destroyed. */
  readonly toleratesUnknown?: boolean;
  readonly callTimeoutMs: number;
  /** Most characters of an answer whose caller does not say. */
  readonly budget: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly rateLimit: RateLimit;
  readonly queue: TargetQueue;
  readonly journal: Journal;
  readonly sink: Sink;
  readonly spill: (caller: Caller, ...part: Parameters<Spill>) => ReturnType<Spill>;
  /** Where the web app shows the calls of this profile; undefined where there is none. */
  appUrl?(): string | undefined;
  /** A session has ended: whoever holds something for it gives it back. */
  readonly sessionEnded: (session: string) => Promise<void>;
}

/** A profile that is ready to be served. */
export class Host implements Service {
  readonly #parts: HostParts;
  readonly #open = new Map<string, ClientSession>();

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  get identity(): Identity {
    return this.#parts.identity;
  }

  get offers() {
    const { catalog } = this.#parts;
    const [resources, prompts] = [catalog.resources.length > 0, catalog.prompts.size > 0];
    return { resources, prompts, completions: resources || prompts };
  }

  open(info: ClientInfo): Session {
    const id = newId('s');
    const session = new ClientSession(this.#parts, { id, info, closed: () => this.#open.delete(id) });
    this.#open.set(id, session);
    return session;
  }

  /** Those of one caller, or all. */
  sessions(caller?: CallerName) {
    const open = [...this.#open.values()];
    return open.filter((one) => caller === undefined || one.name === caller).map((one) => one.summary());
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => session.close()));
  }
}
