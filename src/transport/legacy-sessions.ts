import { randomUUID } from 'node:crypto';
import type { Log } from '../kernel/log.ts';
import type { Connection } from './connection.ts';
import { LegacyHttpTransport } from './legacy-http-transport.ts';

export interface LegacySession {
  readonly id: string;
  readonly transport: LegacyHttpTransport;
  readonly connection: Connection;
  lastUsed: number;
}

export interface LegacySessionsOptions {
  readonly open: () => Connection;
  readonly idleMs: number;
  /** A client that keeps making sessions loses its oldest idle ones. */
  readonly maxSessions?: number;
  readonly pingMs: number;
  readonly log: Log;
}

/** The sessions that `initialize` starts on /mcp, until DELETE or until nobody uses them. */
export class LegacySessions {
  readonly #options: LegacySessionsOptions;
  readonly #sessions = new Map<string, LegacySession>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: LegacySessionsOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#expire(), Math.min(options.idleMs / 2, 30_000));
    this.#timer.unref();
  }

  /** A new session, or undefined when there are too many that are in use. */
  async start(): Promise<LegacySession | undefined> {
    const { maxSessions = 1000 } = this.#options;
    if (this.#sessions.size >= maxSessions && !(await this.#evict())) return undefined;
    const id = randomUUID();
    const transport = new LegacyHttpTransport({ sessionId: id, pingMs: this.#options.pingMs });
    const connection = this.#options.open();
    await connection.server('legacy').connect(transport);
    const session = { id, transport, connection, lastUsed: Date.now() };
    this.#sessions.set(id, session);
    return session;
  }

  find(id: string): LegacySession | undefined {
    const session = this.#sessions.get(id);
    if (session) session.lastUsed = Date.now();
    return session;
  }

  async end(session: LegacySession): Promise<void> {
    this.#sessions.delete(session.id);
    await session.transport.close();
    await session.connection.close();
  }

  #expire(): void {
    const now = Date.now();
    const { idleMs, log } = this.#options;
    for (const session of this.#sessions.values()) {
      if (session.transport.isBusy) session.lastUsed = now;
      else if (now - session.lastUsed >= idleMs)
        this.end(session).catch((cause) => log.error('session did not close well', { cause }));
    }
  }

  async #evict(): Promise<boolean> {
    const idle = [...this.#sessions.values()].filter(({ transport }) => !transport.isBusy);
    const oldest = idle.sort((a, b) => a.lastUsed - b.lastUsed)[0];
    if (oldest) await this.end(oldest);
    return oldest !== undefined;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const ending = [...this.#sessions.values()].map((session) => this.end(session));
    const failed = (await Promise.allSettled(ending)).filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of failed) this.#options.log.error('session did not close well', { cause: reason });
  }
}
