import { asV6, parseAddress } from '../kernel/ip-address.ts';
import { ACK, type Endpoint, FIN, MAX_SEGMENT, PSH, RST, SYN, tcpPacket } from './tcp-packet.ts';
import { TimeHeap } from './time-heap.ts';

export interface PcapChunk {
  /** Microseconds since the epoch. */
  readonly time: number;
  readonly direction: 'up' | 'down';
  readonly bytes: Uint8Array;
}

export interface PcapFlow {
  readonly id: string;
  /** An IP address, or a name, which gets a made-up address and a name record. */
  readonly client: { readonly host: string; readonly port: number };
  readonly target: { readonly host: string; readonly port: number };
  readonly openedAt: number;
  readonly chunks: Iterable<PcapChunk> | AsyncIterable<PcapChunk>;
  /** How it ended; left out while it is still open. */
  readonly end?: {
    readonly time: number;
    /** Who closed first. */
    readonly by: 'up' | 'down';
    readonly how: 'fin' | 'reset';
  };
  readonly comment?: string;
}

interface Packet {
  readonly time: number;
  readonly bytes: Uint8Array;
  readonly comment?: string;
}

const LINKTYPE_RAW = 101;
/** The receiver acknowledges at the latest after so many bytes, well inside the window. */
const ACK_EVERY = 1 << 20;
const EMPTY = new Uint8Array(0);
const text = new TextEncoder();

/**
 * The flows as a capture file, piece by piece. Flows must come in the order in which they were opened;
 * their packets are merged by time, and a flow is only read from when its time has come.
 */
export async function* pcapng(
  flows: Iterable<PcapFlow> | AsyncIterable<PcapFlow>,
  /** The program that made the file. */
  application: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield sectionHeader(application);
  yield interfaceBlock();
  const names = new Names();
  for await (const packet of merged(flows, names)) {
    const record = names.takeRecords();
    if (record) yield record;
    yield packetBlock(packet);
  }
}

/** A flow that is being read: its next packet, and those after it. */
interface Source {
  readonly head: Packet;
  readonly rest: AsyncGenerator<Packet, void, undefined>;
}

async function* merged(
  flows: Iterable<PcapFlow> | AsyncIterable<PcapFlow>,
  names: Names,
): AsyncGenerator<Packet, void, undefined> {
  const open = new TimeHeap<Source>(({ head }) => head.time);
  const coming = iterate(flows);
  const advance = async (rest: Source['rest']) => {
    const next = await rest.next();
    if (!next.done) open.push({ head: next.value, rest });
  };
  try {
    let next = await coming.next();
    while (open.size > 0 || !next.done) {
      const first = open.first();
      if (!next.done && (!first || next.value.openedAt <= first.head.time)) {
        await advance(packetsOf(next.value, names));
        next = await coming.next();
      } else if (first) {
        open.pop();
        yield first.head;
        await advance(first.rest);
      }
    }
  } finally {
    // Whoever stops early must not leave files open behind the flows.
    for (let left = open.pop(); left; left = open.pop()) await left.rest.return();
    await coming.return();
  }
}

async function* iterate<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield* items;
}

/** Both sequence numbers of a flow, and the packets they give. */
class Conversation {
  readonly #ends: Record<'up' | 'down', Endpoint>;
  readonly #next = { up: 0x1000, down: 0x2000 };
  readonly #acked = { up: 0, down: 0 };
  #id = 0;

  constructor(client: Endpoint, target: Endpoint) {
    this.#ends = { up: client, down: target };
  }

  packet(time: number, direction: 'up' | 'down', flags: number, payload: Uint8Array = EMPTY): Packet {
    const other = opposite(direction);
    const bytes = tcpPacket({
      from: this.#ends[direction],
      to: this.#ends[other],
      sequence: this.#next[direction],
      acknowledge: flags & ACK ? this.#next[other] : 0,
      flags,
      payload,
      id: ++this.#id,
    });
    if (flags & ACK) this.#acked[other] = this.#next[other];
    this.#next[direction] += payload.length + (flags & (SYN | FIN) ? 1 : 0);
    return { time, bytes };
  }

  unacknowledged(direction: 'up' | 'down'): number {
    return this.#next[direction] - this.#acked[direction];
  }
}

const opposite = (direction: 'up' | 'down') => (direction === 'up' ? 'down' : 'up');

async function* packetsOf(flow: PcapFlow, names: Names): AsyncGenerator<Packet, void, undefined> {
  const talk = new Conversation(...names.endpoints(flow));
  let now = flow.openedAt;
  const label = flow.comment === undefined ? `flow ${flow.id}` : `flow ${flow.id}: ${flow.comment}`;
  yield { ...talk.packet(now, 'up', SYN), comment: label };
  yield talk.packet(now, 'down', SYN | ACK);
  yield talk.packet(now, 'up', ACK);
  for await (const chunk of flow.chunks) {
    now = Math.max(now, chunk.time);
    for (let at = 0; at < chunk.bytes.length; at += MAX_SEGMENT) {
      const part = chunk.bytes.subarray(at, at + MAX_SEGMENT);
      const isLast = at + MAX_SEGMENT >= chunk.bytes.length;
      yield talk.packet(now, chunk.direction, isLast ? PSH | ACK : ACK, part);
      if (talk.unacknowledged(chunk.direction) >= ACK_EVERY)
        yield talk.packet(now, opposite(chunk.direction), ACK);
    }
  }
  if (flow.end) yield* closing(talk, flow.end, Math.max(now, flow.end.time));
}

function* closing(talk: Conversation, end: NonNullable<PcapFlow['end']>, time: number): Generator<Packet> {
  const other = opposite(end.by);
  if (end.how === 'reset') {
    yield talk.packet(time, end.by, RST | ACK);
    return;
  }
  if (talk.unacknowledged(other) > 0) yield talk.packet(time, end.by, ACK);
  yield talk.packet(time, end.by, FIN | ACK);
  yield talk.packet(time, other, FIN | ACK);
  yield talk.packet(time, end.by, ACK);
}

/** Addresses for host names: 198.18.0.0/15 is set aside for measuring and never routed. */
class Names {
  readonly #known = new Map<string, Uint8Array>();
  #fresh: [Uint8Array, string][] = [];

  endpoints(flow: PcapFlow): [client: Endpoint, target: Endpoint] {
    let client = this.#address(flow.client.host);
    let target = this.#address(flow.target.host);
    if (client.length !== target.length) [client, target] = [asV6(client), asV6(target)];
    return [
      { address: client, port: flow.client.port },
      { address: target, port: flow.target.port },
    ];
  }

  #address(host: string): Uint8Array {
    const literal = parseAddress(host === 'localhost' ? '127.0.0.1' : host);
    if (literal) return literal;
    const known = this.#known.get(host);
    if (known) return known;
    const number = (this.#known.size % 0x1fffe) + 1;
    const made = Uint8Array.of(198, 18 + (number >> 16), (number >> 8) & 0xff, number & 0xff);
    this.#known.set(host, made);
    this.#fresh.push([made, host]);
    return made;
  }

  /** A name resolution block for the names met since the last call. */
  takeRecords(): Uint8Array | undefined {
    if (this.#fresh.length === 0) return undefined;
    const record = (kind: number, address: Uint8Array, name: string) =>
      option(kind, join([address, text.encode(`${name}\0`)]));
    const records = this.#fresh.map(([address, name]) => record(1, address, name));
    const mapped = this.#fresh.map(([address, name]) => record(2, asV6(address), name));
    this.#fresh = [];
    return block(4, join([...records, ...mapped, option(0, EMPTY)]));
  }
}

function sectionHeader(application: string): Uint8Array {
  const fixed = new Uint8Array(16);
  const view = new DataView(fixed.buffer);
  view.setUint32(0, 0x1a2b3c4d, true);
  view.setUint16(4, 1, true);
  view.setBigInt64(8, -1n, true); // length unknown: the file is written as it comes
  return block(0x0a0d0d0a, join([fixed, option(4, text.encode(application)), option(0, EMPTY)]));
}

function interfaceBlock(): Uint8Array {
  const fixed = new Uint8Array(8);
  new DataView(fixed.buffer).setUint16(0, LINKTYPE_RAW, true);
  const microseconds = option(9, Uint8Array.of(6));
  return block(1, join([fixed, option(2, text.encode('wire')), microseconds, option(0, EMPTY)]));
}

function packetBlock(packet: Packet): Uint8Array {
  const fixed = new Uint8Array(20);
  const view = new DataView(fixed.buffer);
  view.setUint32(4, Math.floor(packet.time / 2 ** 32), true);
  view.setUint32(8, packet.time % 2 ** 32, true);
  view.setUint32(12, packet.bytes.length, true);
  view.setUint32(16, packet.bytes.length, true);
  const comment =
    packet.comment === undefined ? [] : [option(1, text.encode(packet.comment)), option(0, EMPTY)];
  return block(6, join([fixed, padded(packet.bytes), ...comment]));
}

/** Type, total length, body, total length again. */
function block(type: number, body: Uint8Array): Uint8Array {
  const whole = new Uint8Array(body.length + 12);
  const view = new DataView(whole.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, whole.length, true);
  whole.set(body, 8);
  view.setUint32(whole.length - 4, whole.length, true);
  return whole;
}

function option(code: number, value: Uint8Array): Uint8Array {
  const head = new Uint8Array(4);
  const view = new DataView(head.buffer);
  view.setUint16(0, code, true);
  view.setUint16(2, Math.min(value.length, 0xffff), true);
  return join([head, padded(value.subarray(0, 0xffff))]);
}

const padded = (bytes: Uint8Array) =>
  bytes.length % 4 === 0 ? bytes : join([bytes, new Uint8Array(4 - (bytes.length % 4))]);

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
