import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACK, PSH, SYN, tcpPacket } from './tcp-packet.ts';

const v4 = {
  from: { address: Uint8Array.of(10, 0, 0, 1), port: 1000 },
  to: { address: Uint8Array.of(10, 0, 0, 2), port: 80 },
};

/** Over a header or segment with its checksum in place, the ones' complement sum is all ones. */
function folded(...parts: Uint8Array[]): number {
  let sum = 0;
  for (const part of parts) for (const [at, byte] of part.entries()) sum += at % 2 ? byte : byte << 8;
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return sum;
}

test('checksums of IPv4, IPv6 and TCP hold, for odd lengths too', () => {
  for (const length of [0, 1, 2, 65_000]) {
    const payload = new Uint8Array(length).fill(0xa5);
    const packet = tcpPacket({
      ...v4,
      sequence: 2 ** 32 + 5,
      acknowledge: 7,
      flags: PSH | ACK,
      payload,
      id: 1,
    });
    assert.equal(packet.length, 40 + length);
    assert.equal(folded(packet.subarray(0, 20)), 0xffff);
    const pseudo = Uint8Array.of(...packet.subarray(12, 20), 0, 6, (20 + length) >> 8, (20 + length) & 0xff);
    assert.equal(folded(pseudo, packet.subarray(20)), 0xffff);
    assert.equal(new DataView(packet.buffer).getUint32(24), 5);
  }
  const six = {
    from: { address: new Uint8Array(16).fill(1), port: 1 },
    to: { address: new Uint8Array(16).fill(2), port: 2 },
  };
  const packet = tcpPacket({
    ...six,
    sequence: 0,
    acknowledge: 0,
    flags: SYN,
    payload: new Uint8Array(0),
    id: 1,
  });
  assert.equal(packet.length, 40 + 28);
  assert.equal(
    folded(packet.subarray(8, 40), Uint8Array.of(0, 0, 0, 28, 0, 0, 0, 6), packet.subarray(40)),
    0xffff,
  );
});
