import type { HeaderList } from '../http.ts';
import { DecodeError, type Parse, type StreamReader } from '../reader.ts';
import { latin1 } from '../show-text.ts';

/** Servers give up far below this. */
const HEAD_LIMIT = 262_144;
const FIELD_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

export interface Head {
  readonly line: string;
  readonly headers: HeaderList;
  readonly length: number;
}

/** A start line and its fields, up to the empty line. */
export function* readHead(reader: StreamReader): Parse<Head> {
  const start = reader.offset;
  let line = '';
  // An empty line before a message is to be ignored (RFC 9112, 2.2).
  while (line === '') line = text(yield* reader.line(HEAD_LIMIT, 'an HTTP start line'));
  const headers = yield* readFields(reader);
  return { line, headers, length: reader.offset - start };
}

/** Header or trailer fields, up to and with the empty line. */
export function* readFields(reader: StreamReader): Parse<HeaderList> {
  const headers: [string, string][] = [];
  let left = HEAD_LIMIT;
  for (;;) {
    const bytes = yield* reader.line(left, 'an HTTP head');
    left -= bytes.length;
    const line = text(bytes);
    if (line === '') return headers;
    const last = headers.at(-1);
    if (/^[ \t]/.test(line) && last) {
      last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    if (!FIELD_NAME.test(name))
      throw new DecodeError(`not an HTTP header field: ${JSON.stringify(line.slice(0, 80))}`);
    headers.push([name, line.slice(colon + 1).trim()]);
  }
}

const text = (line: Uint8Array) => latin1(line).replace(/\r?\n$/, '');
