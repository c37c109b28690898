import { type Evidence, problemOf, type Source } from '../contract/evidence.ts';
import type { Stream, Where } from '../contract/streams.ts';
import { isoMicros } from '../kernel/clock.ts';
import { fault } from '../kernel/fault.ts';
import { rankOf } from './level.ts';
import type { ItemRow, PayloadRow } from './schema.ts';

interface Numbered {
  readonly seq: number;
  readonly cursor: string;
}

/**
 * Something that does not fit the contract: another version of us wrote it, or nobody of ours. It is told for what
 * it is, so that it can never fail a list of others.
 */
export interface Unreadable extends Numbered, Pick<Evidence, 'time' | 'monotonic' | 'where' | 'testIds'> {
  readonly source: Source;
  readonly stream: 'unreadable';
  /** The stream that it stands in. */
  readonly of: Stream;
  readonly problem: string;
  /** As they were written. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** One thing seen, with its place in the record. */
export type Item = (Evidence & Numbered) | Unreadable;

export type ItemOf<S extends Item['stream']> = Extract<Item, { readonly stream: S }>;

export const ITEM_COLUMNS = [
  'id',
  'time',
  'source',
  'level',
  'method',
  'status',
  'direction',
  'instance',
  'context',
  'page',
  'connection',
  'session',
  'tests',
  'url',
  'bytes',
] as const satisfies readonly (keyof ItemRow)[];

export const PAYLOAD_COLUMNS = ['id', 'monotonic', 'data'] as const satisfies readonly (keyof PayloadRow)[];

/** A filter sees so much of a URL, in small letters; a data: URL may have megabytes. The data keep it as it is. */
const URL_LENGTH = 2000;
/** What a row costs on disk besides its JSON. */
const ROW_BYTES = 150;

/** The columns of an item whose data take so many bytes, the last of them what it costs. The first is to be its id. */
export function columnsOf(evidence: Evidence, first: number, dataBytes: number): (string | number | null)[] {
  const { where } = evidence;
  const data: Readonly<Record<string, unknown>> = evidence.data;
  const tests = evidence.testIds?.length ? JSON.stringify(evidence.testIds) : null;
  return [
    first,
    Math.round(evidence.time),
    evidence.source,
    rankOf(evidence),
    typeof data.method === 'string' ? clean(data.method.toUpperCase()) : null,
    isStatus(data.status) ? Number(data.status) : null,
    typeof data.direction === 'string' ? clean(data.direction) : null,
    clean(where.instance),
    clean(where.context),
    clean(where.page),
    clean(where.connection),
    clean(where.session),
    tests,
    typeof data.url === 'string' ? clean(data.url.slice(0, URL_LENGTH).toLowerCase()) : null,
    dataBytes + ROW_BYTES,
  ];
}

export function itemOf(row: ItemRow & PayloadRow, stream: Stream): Item {
  const seq = seqOf(row.id);
  const { data, broken } = dataOf(row.data);
  const seen = {
    seq,
    cursor: cursorOf(row.time, seq),
    time: row.time,
    monotonic: row.monotonic,
    source: row.source as Source,
    where: whereOf(row),
    ...(row.tests === null ? {} : { testIds: JSON.parse(row.tests) as string[] }),
    data,
  };
  const problem = broken ?? problemOf(row.source, stream, data);
  if (problem !== undefined) return { ...seen, stream: 'unreadable', of: stream, problem };
  return { ...seen, stream } as Item;
}

function dataOf(json: string) {
  try {
    return { data: JSON.parse(json) };
  } catch {
    return { data: {}, broken: 'its data are damaged' };
  }
}

function whereOf(row: ItemRow): Where {
  const { instance, context, page, connection, session } = row;
  return Object.fromEntries(
    Object.entries({ instance, context, page, connection, session }).filter(([, value]) => value !== null),
  );
}

const BLOB = /"blob":"([0-9a-f]{64})"(?:,"length":\d+,"stored":(\d+))?/g;

/** The bodies that the JSON refers to, as putBody names them, and how many bytes they hold. */
export function blobsIn(json: string): { blobs: readonly string[]; stored: number } {
  if (!json.includes('"blob":"')) return { blobs: [], stored: 0 };
  const found = new Map<string, number>();
  for (const [, blob, stored] of json.matchAll(BLOB)) found.set(blob ?? '', Number(stored ?? 0));
  return { blobs: [...found.keys()], stored: [...found.values()].reduce((sum, bytes) => sum + bytes, 0) };
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Math.abs(Number(value)) < 1_000_000;
}

const UNCLEAN = /[\0\ud800-\udfff]/;

/** Text that both databases take: no NUL and no half of a surrogate pair. */
export function cleanText(text: string): string {
  return UNCLEAN.test(text) ? text.toWellFormed().replaceAll('\0', '') : text;
}

function clean(text: string | undefined): string | null {
  return text === undefined ? null : cleanText(text);
}

/**
 * The key of an item holds its stream and its sequence number: stream × 2^44 + sequence. So each stream lies
 * in one piece on disk, and paging, filtering and evicting a stream are scans of one key range without any
 * further index. A stream number stays below 512, so keys stay within the safe integers.
 */
export const SPAN = 2 ** 44;

export function itemId(stream: number, seq: number): number {
  return stream * SPAN + seq;
}

export function seqOf(id: number): number {
  return id % SPAN;
}

export function streamOf(id: number): number {
  return Math.floor(id / SPAN);
}

/** `<time>:<sequence>`. Only the sequence counts; the time is for people. */
export function cursorOf(time: number, seq: number): string {
  return `${isoMicros(time)}:${seq}`;
}

const TIME = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/;
const SEQUENCE = /^\d{1,13}$/;

/** The sequence number of a cursor. The time before the last colon may be missing, but not be nonsense. */
export function sequenceOf(cursor: string): number {
  const colon = cursor.lastIndexOf(':');
  const time = cursor.slice(0, Math.max(colon, 0));
  const sequence = cursor.slice(colon + 1);
  if (colon < 0 || !TIME.test(time) || !SEQUENCE.test(sequence)) throw fault('INVALID_CURSOR', { cursor });
  return Number(sequence);
}
