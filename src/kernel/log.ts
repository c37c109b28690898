/** Diagnostics for people who run the server: JSON lines on stderr or in a file, never on stdout. */
export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface Log extends Record<LogLevel, (message: string, data?: Record<string, unknown>) => void> {
  /** The same log with fields that go on every line. */
  with(fields: Record<string, unknown>): Log;
}

/** `write` gets whole lines; whoever makes the log redacts there, in one place. */
export function makeLog(
  level: LogLevel,
  write: (line: string) => void,
  fields: Record<string, unknown> = {},
): Log {
  const at = (lineLevel: LogLevel) => (message: string, data?: Record<string, unknown>) => {
    if (LOG_LEVELS.indexOf(lineLevel) < LOG_LEVELS.indexOf(level)) return;
    const head = { time: new Date().toISOString(), level: lineLevel, message };
    write(`${lineOf(head, { ...fields, ...data })}\n`);
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warning: at('warning'),
    error: at('error'),
    with: (more) => makeLog(level, write, { ...fields, ...more }),
  };
}

/** What JSON cannot say must not take the line with it, least of all whoever wanted to log. */
function lineOf(head: object, data: object): string {
  try {
    return JSON.stringify({ ...head, ...data }, plain);
  } catch (thrown) {
    return JSON.stringify({ ...head, unreadable: String(thrown).split('\n', 1)[0] });
  }
}

/** Errors say what they are and why; JSON alone would print them as {}. */
function plain(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return typeof value === 'bigint' ? String(value) : value;
  return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
}

export const silentLog: Log = makeLog('error', () => {});
