import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '@modelcontextprotocol/server';
import type { Log } from '../kernel/log.ts';
import type { CallerName } from '../kernel/owner.ts';
import { within } from '../kernel/within.ts';
import type { Connection } from './connection.ts';
import { LegacyHttpTransport } from './legacy-http-transport.ts';

export interface LegacySession {
  readonly id: string;
  /** Nobody else knows of it. */
  readonly caller: CallerName;
  readonly transport: LegacyHttpTransport;
  readonly connection: Connection;
  lastUsed: number;
}

/** Who starts a session. */
export interface Opener {
  readonly caller: CallerName;
  readonly isElsewhere: boolean;
}

export interface LegacySessionsOptions {
  readonly open: (client: Opener) => Connection;
  readonly idleMs: number;
  /** How long a client that listens may take to answer a ping; 0 or left out: it is not asked. */
  readonly answerMs?: number;
  /** Of one caller. Who keeps making sessions loses the oldest idle ones, and nobody else does. */
  readonly maxSessions?: number;
  readonly pingMs: number;
  readonly log: Log;
}

const ASK_EVERY_MS = 3000;

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

  /** A new session, or undefined when the caller has too many that are in use. */
  async start(opener: Opener): Promise<LegacySession | undefined> {
    const { caller } = opener;
    if (!(await this.#makeRoom(caller))) return undefined;
    const id = randomUUID();
    const transport = new LegacyHttpTransport({ sessionId: id, pingMs: this.#options.pingMs });
    const connection = this.#options.open(opener);
    const server = connection.server('legacy');
    await server.connect(transport);
    const session = { id, caller, transport, connection, lastUsed: Date.now() };
    this.#sessions.set(id, session);
    const { answerMs = 0, log } = this.#options;
    log.debug('an HTTP session began');
    if (answerMs > 0) void this.#ask(session, 'server' in server ? server.server : server, answerMs, log);
    return session;
  }

  /** Ends the session of a client that no longer answers. One that opened no stream cannot be asked. */
  async #ask(session: LegacySession, server: Server, answerMs: number, log: Log): Promise<void> {
    while (this.#sessions.has(session.id)) {
      await sleep(Math.min(answerMs, ASK_EVERY_MS), undefined, { ref: false });
      if (!session.transport.isHeard) continue;
      const answer = server.ping().then(
        () => true,
        () => false,
      );
      const answered = await within(answer, answerMs);
      if (answered || !this.#sessions.has(session.id)) continue;
      log.info('a client no longer answers, so its session ends');
      await this.end(session).catch((cause) => log.error('session did not close well', { cause }));
    }
  }

  find(id: string, caller: CallerName): LegacySession | undefined {
    const session = this.#sessions.get(id);
    if (session?.caller !== caller) return undefined;
    session.lastUsed = Date.now();
    return session;
  }

  async end(session: LegacySession): Promise<void> {
    this.#sessions.delete(session.id);
    await session.transport.close();
    this.#options.log.debug('an HTTP session ended');
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

  async #makeRoom(caller: CallerName): Promise<boolean> {
    const { maxSessions = 1000 } = this.#options;
    const own = [...this.#sessions.values()].filter((session) => session.caller === caller);
    if (own.length < maxSessions) return true;
    const idle = own.filter(({ transport }) => !transport.isBusy);
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
