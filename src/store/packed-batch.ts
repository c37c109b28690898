import { Buffer } from 'node:buffer';
import type { Evidence } from '../contract/evidence.ts';
import { STREAMS, type Stream } from '../contract/streams.ts';
import type { Batch } from './backend.ts';
import { blobsIn, columnsOf, ITEM_COLUMNS, itemId } from './item-row.ts';
import { isTrouble, Rolls } from './rolls.ts';

/** What a full batch mostly takes; it is only touched as it is used, while growing would leave smaller ones behind. */
const START_BYTES = 512 * 1024;
/** A buffer that one huge item has blown up is not kept for the next batch. */
const MOST_KEPT_BYTES = 2 * 2 ** 20;
const COMMA = ','.charCodeAt(0);
const PLACES: ReadonlyMap<Stream, number> = new Map(STREAMS.map((stream, place) => [stream, place]));

const [TIME, LEVEL, STATUS, SESSION] = (['time', 'level', 'status', 'session'] as const).map((name) =>
  ITEM_COLUMNS.indexOf(name),
) as [number, number, number, number];

interface Sum {
  items: number;
  bytes: number;
}

/**
 * Items on their way to the disk, packed as they come. As objects they would be carried along by every collection
 * of garbage until they are written, and make the heap grow; as bytes they lie beside it.
 */
export class PackedBatch {
  readonly sums = new Map<Stream, Sum>();
  readonly #columns = new Bytes();
  readonly #data = new Bytes();
  /** For each item its monotonic time and the length of its data. */
  readonly #marks: number[] = [];
  /** The stream as its place in STREAMS. */
  readonly #rolls = new Rolls();
  readonly #blobs: (readonly [item: number, blob: string])[] = [];
  #bytes = 0;

  get count(): number {
    return this.#marks.length / 2;
  }

  /** What its items cost, their bodies included. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds an item and says what it costs. */
  add(evidence: Evidence): number {
    const json = plainJson(evidence.data);
    const { blobs, stored } = blobsIn(json);
    const columns = columnsOf(evidence, PLACES.get(evidence.stream) ?? 0, json.length + stored);
    const bytes = Number(columns.at(-1));
    this.#append(JSON.stringify(columns), json, evidence.monotonic);
    this.#count(columns);
    for (const blob of blobs) this.#blobs.push([this.count - 1, blob]);
    this.#grow(evidence.stream, bytes);
    return bytes;
  }

  /** As it goes to the database, where the streams have these numbers. Good until the batch is emptied. */
  packed(streams: ReadonlyMap<Stream, number>): Batch {
    return {
      count: this.count,
      columns: this.#columns.view(),
      data: this.#data.view(),
      marks: Float64Array.from(this.#marks),
      blobs: this.#blobs,
      bases: STREAMS.map((stream) => itemId(streams.get(stream) ?? 0, 0)),
      growth: [...this.sums].map(([stream, sum]) => ({ id: streams.get(stream) ?? 0, ...sum })),
      rolls: this.#rolls
        .all()
        .map((roll) => ({ ...roll, stream: streams.get(STREAMS[roll.stream] ?? STREAMS[0]) ?? 0 })),
    };
  }

  /** Its items in two batches, the older ones first. */
  halves(): [PackedBatch, PackedBatch] {
    const halves: [PackedBatch, PackedBatch] = [new PackedBatch(), new PackedBatch()];
    const rows = JSON.parse(`[${this.#columns.text()}]`) as unknown[][];
    const blobs = Map.groupBy(this.#blobs, ([item]) => item);
    let start = 0;
    rows.forEach((row, item) => {
      const half = item < Math.ceil(rows.length / 2) ? halves[0] : halves[1];
      const end = start + (this.#marks[2 * item + 1] ?? 0);
      half.#append(JSON.stringify(row), this.#data.text(start, end), this.#marks[2 * item] ?? 0);
      half.#count(row);
      start = end;
      for (const [, blob] of blobs.get(item) ?? []) half.#blobs.push([half.count - 1, blob]);
      half.#grow(STREAMS[Number(row[0])] ?? STREAMS[0], Number(row.at(-1)));
    });
    return halves;
  }

  /** Forgets its items and keeps the room for others. */
  empty(): void {
    this.#columns.empty();
    this.#data.empty();
    this.#marks.length = 0;
    this.#blobs.length = 0;
    this.sums.clear();
    this.#rolls.empty();
    this.#bytes = 0;
  }

  #append(columns: string, json: string, monotonic: number): void {
    if (this.count > 0) this.#columns.addByte(COMMA);
    this.#columns.add(columns);
    this.#marks.push(monotonic, this.#data.add(json));
  }

  #count(columns: readonly unknown[]): void {
    const session = String(columns[SESSION] ?? '');
    const isBad = isTrouble(columns[LEVEL], columns[STATUS]);
    this.#rolls.count(Number(columns[0]), Number(columns[TIME]), session, isBad);
  }

  #grow(stream: Stream, bytes: number): void {
    const sum = this.sums.get(stream) ?? { items: 0, bytes: 0 };
    sum.items++;
    sum.bytes += bytes;
    this.sums.set(stream, sum);
    this.#bytes += bytes;
  }
}

/** Memory that the thread of the database reads from as well: nothing has to be copied, or collected afterwards. */
const shared = (bytes: number) => Buffer.from(new SharedArrayBuffer(bytes));

/** Text as bytes, with room for more. */
class Bytes {
  #buffer = shared(START_BYTES);
  #end = 0;

  /** Says how many bytes it took. */
  add(text: string): number {
    // A character takes three bytes at most.
    this.#room(text.length * 3);
    const length = this.#buffer.write(text, this.#end);
    this.#end += length;
    return length;
  }

  addByte(byte: number): void {
    this.#room(1);
    this.#buffer[this.#end++] = byte;
  }

  view(): Uint8Array {
    const { buffer, byteOffset } = this.#buffer;
    return new Uint8Array(buffer, byteOffset, this.#end);
  }

  text(start = 0, end = this.#end): string {
    return this.#buffer.toString('utf8', start, end);
  }

  empty(): void {
    this.#end = 0;
    if (this.#buffer.length > MOST_KEPT_BYTES) this.#buffer = shared(START_BYTES);
  }

  #room(length: number): void {
    if (this.#end + length <= this.#buffer.length) return;
    const larger = shared(Math.max(this.#buffer.length * 2, this.#end + length));
    this.#buffer.copy(larger, 0, 0, this.#end);
    this.#buffer = larger;
  }
}

/** The rows of a batch for its tables, once it is known which sequence number came before. Data stay bytes. */
export function rowsOf(batch: Batch, before: number) {
  const { columns, data, marks, bases } = batch;
  const items = JSON.parse(
    `[${Buffer.from(columns.buffer, columns.byteOffset, columns.length).toString()}]`,
  ) as unknown[][];
  const words = Buffer.from(data.buffer, data.byteOffset, data.length);
  let start = 0;
  const payloads = items.map((row, item) => {
    const id = (bases[Number(row[0])] ?? 0) + before + item + 1;
    row[0] = id;
    const end = start + (marks[2 * item + 1] ?? 0);
    const payload = [id, marks[2 * item], words.subarray(start, end)];
    start = end;
    return payload;
  });
  const blobs = batch.blobs.map(([item, blob]) => [items[item]?.[0], blob]);
  return { items, payloads, blobs };
}

/** JSON of whatever an engine reports: what JSON cannot say is said in words, and nothing is thrown. */
export function plainJson(value: Readonly<Record<string, unknown>>): string {
  try {
    return JSON.stringify(value);
  } catch {
    try {
      return JSON.stringify(value, sayable());
    } catch (error) {
      return JSON.stringify({ unreadable: String(error) });
    }
  }
}

function sayable() {
  const above: unknown[] = [];
  return function replace(this: unknown, _key: string, value: unknown): unknown {
    if (typeof value === 'bigint') return String(value);
    if (typeof value !== 'object' || value === null) return value;
    // `this` is the holder: what lies above it in the list is still open, the rest has been left.
    while (above.length > 0 && above.at(-1) !== this) above.pop();
    if (above.includes(value)) return '[circular]';
    above.push(value);
    return value;
  };
}
