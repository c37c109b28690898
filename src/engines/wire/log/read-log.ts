import { createReadStream } from 'node:fs';
import { fault } from '../../../kernel/fault.ts';
import type { FlowDirection } from '../flow.ts';
import { connIdOf, type DataRecord, type EventRecord, parseRecord } from './parse-record.ts';

/** A whole file, or a part of it that begins and ends with whole records. */
export interface LogSource {
  readonly file: string;
  readonly from?: number;
  readonly to?: number;
}

export interface ReadLogOptions {
  /** Only the records of this connection. */
  readonly connection?: string;
  /** Its client, should the log have no `open` of it. */
  readonly client?: string;
  readonly signal?: AbortSignal;
  /** Told of lines that are no records; the last one of a killed process may be half. */
  readonly onBroken?: (file: string, at: number) => void;
}

interface Position {
  readonly file: string;
  /** Where the line begins. */
  readonly at: number;
}

export type ReadRecord =
  | (EventRecord & Position)
  /** The direction is null when nothing tells which side the client is. */
  | (DataRecord & Position & { readonly direction: FlowDirection | null });

const NEWLINE = 0x0a;

/** The records of one connection, or of all, in the order of the sources. */
export async function* readLog(
  sources: Iterable<string | LogSource>,
  options: ReadLogOptions = {},
): AsyncGenerator<ReadRecord> {
  const { connection, client, onBroken } = options;
  const clients = new Map<string, string>();
  if (connection !== undefined && client !== undefined) clients.set(connection, client);
  for (const source of sources) {
    const { file, from = 0, to } = typeof source === 'string' ? { file: source } : source;
    for await (const { line, at } of readLines(file, from, to, options.signal)) {
      if (connection !== undefined && (connIdOf(line) ?? connection) !== connection) continue;
      const record = parseOrTell(line, () => onBroken?.(file, at));
      if (!record || (connection !== undefined && record.connId !== connection)) continue;
      if (record.kind === 'data') {
        const known = clients.get(record.connId);
        const direction = known === undefined ? null : record.from === known ? 'upstream' : 'downstream';
        yield { ...record, file, at, direction };
      } else {
        if (record.event === 'open' && record.connId) clients.set(record.connId, String(record.fields.from));
        if (record.event === 'close' && record.connId) clients.delete(record.connId);
        yield { ...record, file, at };
      }
    }
  }
}

function parseOrTell(line: Buffer, tell: () => void) {
  try {
    return parseRecord(line);
  } catch {
    // A half line, or something that is no log: told, and passed over.
    tell();
    return undefined;
  }
}

async function* readLines(
  file: string,
  from: number,
  to: number | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ line: Buffer; at: number }> {
  if (to !== undefined && to <= from) return;
  const range = to === undefined ? { start: from } : { start: from, end: to - 1 };
  const stream = createReadStream(file, { ...range, highWaterMark: 1024 * 1024, ...(signal && { signal }) });
  let at = from;
  let open: Buffer[] = [];
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const part = chunk.subarray(start, end);
        const line = open.length > 0 ? Buffer.concat([...open, part]) : part;
        open = [];
        start = end + 1;
        if (line.length > 0) yield { line, at };
        at += line.length + 1;
      }
      if (start < chunk.length) open.push(chunk.subarray(start));
    }
  } catch (error) {
    if (signal?.aborted) throw error;
    throw fault('FILE_NOT_READABLE', { path: file, why: (error as Error).message }, error);
  }
  const rest = Buffer.concat(open);
  if (rest.length > 0) yield { line: rest, at };
}
