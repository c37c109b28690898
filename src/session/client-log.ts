import type { LOG_LEVELS, Log } from '../kernel/log.ts';
import type { Redactor } from '../kernel/redact.ts';
import type { RequestContext } from './service.ts';

/** A log that the client hears too: what a tool says goes to the server's log and, redacted, to the client. */
export function clientLog(
  log: Log,
  logger: string,
  notify: RequestContext['notify'],
  redactor: Redactor,
): Log {
  if (!notify) return log;
  const both = (level: (typeof LOG_LEVELS)[number]) => (message: string, data?: Record<string, unknown>) => {
    log[level](message, data);
    notify(level, logger, redactor.value({ message, ...data }));
  };
  return {
    debug: both('debug'),
    info: both('info'),
    warning: both('warning'),
    error: both('error'),
    with: (fields) => clientLog(log.with(fields), logger, notify, redactor),
  };
}
