/** IP and TCP headers for bytes that were captured above them. */

export interface Endpoint {
  readonly address: Uint8Array;
  readonly port: number;
}

export interface Segment {
  readonly from: Endpoint;
  readonly to: Endpoint;
  readonly sequence: number;
  readonly acknowledge: number;
  readonly flags: number;
  readonly payload: Uint8Array;
  /** For the identification field of IPv4. */
  readonly id: number;
}

export const FIN = 0x01;
export const SYN = 0x02;
export const RST = 0x04;
export const PSH = 0x08;
export const ACK = 0x10;

/** One read of the proxy is at most 64 KiB, so this keeps a chunk in one packet almost always. */
export const MAX_SEGMENT = 65_000;

/** Maximum segment size, window scale by 2^10: a window no flow fills between two acknowledgements. */
const SYN_OPTIONS = [2, 4, MAX_SEGMENT >> 8, MAX_SEGMENT & 0xff, 1, 3, 3, 10];

export function tcpPacket(segment: Segment): Uint8Array {
  const isV6 = segment.from.address.length === 16;
  const options = segment.flags & SYN ? SYN_OPTIONS : [];
  const tcpStart = isV6 ? 40 : 20;
  const tcpLength = 20 + options.length + segment.payload.length;
  const packet = new Uint8Array(tcpStart + tcpLength);
  const view = new DataView(packet.buffer);
  if (isV6) writeV6(packet, view, segment, tcpLength);
  else writeV4(packet, view, segment, tcpStart + tcpLength);
  view.setUint16(tcpStart, segment.from.port);
  view.setUint16(tcpStart + 2, segment.to.port);
  view.setUint32(tcpStart + 4, segment.sequence >>> 0);
  view.setUint32(tcpStart + 8, segment.acknowledge >>> 0);
  packet[tcpStart + 12] = ((20 + options.length) / 4) << 4;
  packet[tcpStart + 13] = segment.flags;
  view.setUint16(tcpStart + 14, 65_535);
  packet.set(options, tcpStart + 20);
  packet.set(segment.payload, tcpStart + 20 + options.length);
  const pseudo = sum(segment.from.address) + sum(segment.to.address) + 6 + tcpLength;
  view.setUint16(tcpStart + 16, complement(pseudo + sum(packet.subarray(tcpStart))));
  return packet;
}

function writeV4(packet: Uint8Array, view: DataView, segment: Segment, total: number): void {
  packet[0] = 0x45;
  view.setUint16(2, total);
  view.setUint16(4, segment.id & 0xffff);
  view.setUint16(6, 0x4000); // don't fragment
  packet[8] = 64;
  packet[9] = 6;
  packet.set(segment.from.address, 12);
  packet.set(segment.to.address, 16);
  view.setUint16(10, complement(sum(packet.subarray(0, 20))));
}

function writeV6(packet: Uint8Array, view: DataView, segment: Segment, tcpLength: number): void {
  packet[0] = 0x60;
  view.setUint16(4, tcpLength);
  packet[6] = 6;
  packet[7] = 64;
  packet.set(segment.from.address, 8);
  packet.set(segment.to.address, 24);
}

function sum(bytes: Uint8Array): number {
  let total = 0;
  const even = bytes.length & ~1;
  for (let at = 0; at < even; at += 2) total += ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
  return even < bytes.length ? total + ((bytes[even] as number) << 8) : total;
}

function complement(total: number): number {
  let folded = total;
  while (folded > 0xffff) folded = (folded & 0xffff) + Math.floor(folded / 0x10000);
  return ~folded & 0xffff;
}
