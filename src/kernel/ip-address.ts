/** IP addresses as bytes: 4 or 16 of them. */

/** The bytes of an address in text, or undefined if the text is a name. An IPv4 address in IPv6 dress is IPv4. */
export function parseAddress(text: string): Uint8Array | undefined {
  const plain = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const v4 = parseV4(plain);
  if (v4) return v4;
  if (!plain.includes(':')) return undefined;
  const v6 = parseV6(plain);
  if (v6?.subarray(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 0xff))) return v6.slice(12);
  return v6;
}

/** An IPv4 address as the IPv6 address that stands for it, for a flow that has one of each. */
export function asV6(address: Uint8Array): Uint8Array {
  if (address.length === 16) return address;
  const mapped = new Uint8Array(16);
  mapped.set([0xff, 0xff], 10);
  mapped.set(address, 12);
  return mapped;
}

export function parseV4(text: string): Uint8Array | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return undefined;
  const parts = text.split('.').map(Number);
  return parts.every((part) => part < 256) ? Uint8Array.from(parts) : undefined;
}

export function parseV6(text: string): Uint8Array | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  // Only what ends an address may be in the dress of IPv4.
  const left = groups(halves[0] ?? '', halves.length === 1);
  const right = groups(halves[1] ?? '', true);
  if (!left || !right) return undefined;
  const missing = 16 - left.length - right.length;
  if (halves.length === 2 ? missing < 2 : missing !== 0) return undefined;
  return Uint8Array.from([...left, ...new Array<number>(missing).fill(0), ...right]);
}

function groups(text: string, isEnd: boolean): number[] | undefined {
  const bytes: number[] = [];
  const parts = text === '' ? [] : text.split(':');
  for (const [at, part] of parts.entries()) {
    const v4 = isEnd && at === parts.length - 1 ? parseV4(part) : undefined;
    if (v4) bytes.push(...v4);
    else if (/^[0-9a-f]{1,4}$/i.test(part))
      bytes.push(Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}
