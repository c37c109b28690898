import { parseAddress } from '../../../../kernel/ip-address.ts';

/** Networks that are not the public one: first bytes, and how many bits of them count. */
const PRIVATE_V4: readonly (readonly [readonly number[], number])[] = [
  [[0], 8],
  [[10], 8],
  [[100, 64], 10],
  [[127], 8],
  [[169, 254], 16],
  [[172, 16], 12],
  [[192, 0, 0], 24],
  [[192, 0, 2], 24],
  [[192, 168], 16],
  [[198, 18], 15],
  [[198, 51, 100], 24],
  [[203, 0, 113], 24],
  [[224], 3],
];
/** The whole of them is in 2000::/3, and of that these are not. */
const PRIVATE_V6: readonly (readonly [readonly number[], number])[] = [
  [[0x20, 0x01, 0x0d, 0xb8], 32],
  [[0x20, 0x01, 0x00], 23],
  [[0x20, 0x02], 16], // may stand for any address of IPv4
];

const begins = (bytes: Uint8Array, [first, bits]: readonly [readonly number[], number]) =>
  first.every((byte, at) => {
    const left = Math.min(8, bits - 8 * at);
    return left <= 0 || (bytes[at]! ^ byte) >> (8 - left) === 0;
  });

/** Whether an address in text belongs to this machine or a network that only some can reach. */
export function isPrivate(text: string): boolean {
  const bytes = parseAddress(text);
  if (!bytes) return false;
  if (bytes.length === 4) return PRIVATE_V4.some((network) => begins(bytes, network));
  return !begins(bytes, [[0x20], 3]) || PRIVATE_V6.some((network) => begins(bytes, network));
}
