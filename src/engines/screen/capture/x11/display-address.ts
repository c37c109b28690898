import { readFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { fault } from '../../../../kernel/fault.ts';
import type { SocketAddress } from '../connect-first.ts';

/** Where an X server listens. */
export interface DisplayAddress {
  readonly name: string;
  /** Empty for this machine. */
  readonly host: string;
  readonly number: number;
  readonly screen: number;
  /** What to connect to, in this order. */
  readonly addresses: readonly SocketAddress[];
}

/** Reads DISPLAY: `:0`, `:0.1`, `unix:0`, `host:10.0`. */
export function parseDisplay(name: string): DisplayAddress {
  const match = /^(?:(?<protocol>\w+)\/)?(?<host>[^/]*):(?<number>\d+)(?:\.(?<screen>\d+))?$/.exec(name);
  if (!match?.groups)
    throw fault('DISPLAY_UNREACHABLE', { display: name, why: 'DISPLAY is not host:number' });
  const number = Number(match.groups.number);
  const given = match.groups.host!.replace(/^\[(.*)\]$/, '$1');
  const host = given === 'unix' ? '' : given;
  const path = `/tmp/.X11-unix/X${number}`;
  // Linux servers listen on the abstract name too, which is seen where /tmp is another one (sandboxes).
  const addresses = host ? [{ host, port: 6000 + number }] : [{ path }, { path: `\0${path}` }];
  return { name, host, number, screen: Number(match.groups.screen ?? 0), addresses };
}

const METHOD = 'MIT-MAGIC-COOKIE-1';
const FAMILY_LOCAL = 256;
const FAMILY_ANY = 65535;

interface Entry {
  readonly family: number;
  readonly address: string;
  readonly number: string;
  readonly method: string;
  readonly data: Buffer;
}

/** The secret that the X server wants from its clients; undefined where there is none. */
export async function findCookie(
  display: DisplayAddress,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ method: string; data: Buffer } | undefined> {
  const path = env.XAUTHORITY || join(env.HOME || homedir(), '.Xauthority');
  const file = await readFile(path).catch(() => undefined);
  if (!file) return undefined;
  const names = [hostname(), display.host, 'localhost'].filter(Boolean);
  const fits = (entry: Entry) =>
    entry.method === METHOD &&
    (entry.number === '' || entry.number === String(display.number)) &&
    (entry.family === FAMILY_ANY || entry.family !== FAMILY_LOCAL || names.includes(entry.address));
  const entries = parseXauthority(file).filter(fits);
  // An entry for exactly this machine is worth more than one for any.
  return entries.find((entry) => entry.family === FAMILY_LOCAL) ?? entries[0];
}

/** Each entry: family, then address, display number, method and data, each with its length before it. */
export function parseXauthority(file: Buffer): Entry[] {
  const entries: Entry[] = [];
  let at = 0;
  const field = () => {
    const length = file.readUInt16BE(at);
    at += 2 + length;
    if (at > file.length) throw new RangeError('cut off');
    return file.subarray(at - length, at);
  };
  try {
    while (at < file.length) {
      const family = file.readUInt16BE(at);
      at += 2;
      const [address, number, method, data] = [field(), field(), field(), field()];
      entries.push({ family, address: `${address}`, number: `${number}`, method: `${method}`, data });
    }
  } catch {
    // A file that is being rewritten: what was whole counts.
  }
  return entries;
}
