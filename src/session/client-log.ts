import type { Log, LogLevel } from '../kernel/log.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { RequestContext } from './service.ts';

interface Hearer {
  readonly logger: string;
  readonly notify: RequestContext['notify'];
  readonly redactor: Redactor;
}

/**
 * A log that the client hears too: what a tool says goes to the server's log and, redacted, to the client.
 * Every call has one and few say anything, so that the first word makes it.
 */
export class ClientLog implements Log {
  readonly #parent: Log;
  readonly #fields: Record<string, unknown>;
  readonly #hearer: Hearer;
  #log: Log | undefined;

  constructor(parent: Log, fields: Record<string, unknown>, hearer: Hearer) {
    this.#parent = parent;
    this.#fields = fields;
    this.#hearer = hearer;
  }

  debug(message: string, data?: Record<string, unknown>): void {
    this.#say('debug', message, data);
  }

  info(message: string, data?: Record<string, unknown>): void {
    this.#say('info', message, data);
  }

  warning(message: string, data?: Record<string, unknown>): void {
    this.#say('warning', message, data);
  }

  error(message: string, data?: Record<string, unknown>): void {
    this.#say('error', message, data);
  }

  with(fields: Record<string, unknown>): Log {
    return new ClientLog(this.#parent, { ...this.#fields, ...fields }, this.#hearer);
  }

  #say(level: LogLevel, message: string, data: Record<string, unknown> | undefined): void {
    this.#log ??= this.#parent.with(this.#fields);
    this.#log[level](message, data);
    const { logger, notify, redactor } = this.#hearer;
    notify?.(level, logger, redactor.value({ message, ...data }));
  }
}
