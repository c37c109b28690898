import { appendFileSync } from 'node:fs';
import { fault } from '../kernel/fault.ts';
import { type Log, type LogLevel, makeLog } from '../kernel/log.ts';
import type { Redactor } from '../kernel/redact.ts';

interface LogSettings {
  readonly logLevel: LogLevel;
  readonly logFile?: string | undefined;
}

/** The log of a process: stderr or a file, redacted. A file that cannot be written is said at once. */
export function startLog({ logLevel, logFile }: LogSettings, redactor: Redactor): Log {
  if (!logFile) return makeLog(logLevel, (line) => process.stderr.write(redactedLine(line, redactor)));
  const append = (line: string) => appendFileSync(logFile, line, { mode: 0o600 });
  try {
    append('');
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw fault('FILE_NOT_WRITABLE', { path: logFile, why }, cause);
  }
  return makeLog(logLevel, (line) => {
    try {
      append(redactedLine(line, redactor));
    } catch {
      // A full disk must not end the server; there is nowhere left to say it.
    }
  });
}

/** As values first: inside JSON a secret may be escaped. Then as text, where a name tells of the next string. */
function redactedLine(line: string, redactor: Redactor): string {
  return redactor.text(`${JSON.stringify(redactor.value(JSON.parse(line)))}\n`);
}
