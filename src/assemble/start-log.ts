import { appendFileSync } from 'node:fs';
import type { Config } from '../config/options.ts';
import { fault } from '../kernel/fault.ts';
import { type Log, makeLog } from '../kernel/log.ts';
import type { Redactor } from '../kernel/redact.ts';

/** The log of a process: stderr or a file, redacted. A file that cannot be written is said at once. */
export function startLog(config: Config, redactor: Redactor): Log {
  const { logFile } = config;
  if (!logFile) return makeLog(config.logLevel, (line) => process.stderr.write(redactor.text(line)));
  const append = (line: string) => appendFileSync(logFile, redactor.text(line), { mode: 0o600 });
  try {
    append('');
  } catch (cause) {
    throw fault(
      'FOLDER_NOT_WRITABLE',
      { path: logFile, why: (cause as NodeJS.ErrnoException).code ?? 'unknown' },
      cause,
    );
  }
  return makeLog(config.logLevel, (line) => {
    try {
      append(line);
    } catch {
      // A full disk must not end the server; there is nowhere left to say it.
    }
  });
}
