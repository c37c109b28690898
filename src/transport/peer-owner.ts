import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { endianness } from 'node:os';

/** One end of a connection. */
export interface End {
  readonly address: string;
  readonly port: number;
}

/** What users without a name here are shown as; whoever runs under it cannot be told from them. */
const OVERFLOW_UID = 65534;
const LSOF = '/usr/sbin/lsof';
const LSOF_MS = 3000;

/** Why the owner of a loopback connection cannot be told on this machine; undefined where it can. */
export async function whyUntold(): Promise<string | undefined> {
  const table = { linux: '/proc/net/tcp', darwin: LSOF }[process.platform as string];
  if (table === undefined) return 'this system does not show it';
  if (process.geteuid?.() === OVERFLOW_UID) return `user ${OVERFLOW_UID} stands for many`;
  return access(table, constants.R_OK).then(
    () => undefined,
    () => `${table} cannot be read`,
  );
}

/** The look at each connection's owner, where this machine lets us have it. */
export async function ownerCheck(): Promise<typeof isOfOwnUser | undefined> {
  return (await whyUntold()) === undefined ? isOfOwnUser : undefined;
}

/**
 * Whether the other end of a loopback connection is shown to be a socket of our own user. False wherever that cannot
 * be told: another network namespace, an end that is closed already, a system that does not show it.
 */
export async function isOfOwnUser(socket: Socket): Promise<boolean> {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  const uid = process.geteuid?.();
  if (!remoteAddress || !remotePort || !localAddress || !localPort) return false;
  if (uid === undefined || (await whyUntold()) !== undefined) return false;
  const far = { address: plain(remoteAddress), port: remotePort };
  const near = { address: plain(localAddress), port: localPort };
  if (process.platform === 'darwin') return isOnlyOwner(uid, ownersInLsof(await lsof(remotePort), far, near));
  const inode = await inodeOf(socket);
  let tables = '';
  // The ends of an IPv4 connection may stand in either table, and reading one takes the kernel a while.
  for (const name of far.address === '::1' ? ['tcp6'] : ['tcp', 'tcp6']) {
    tables += await readFile(`/proc/net/${name}`, 'latin1').catch(() => '');
    const owners = ownersInTable(tables, far, near, inode);
    if (owners.length > 0) return isOnlyOwner(uid, owners);
  }
  return false;
}

const isOnlyOwner = (uid: number, owners: readonly number[]) =>
  owners.length > 0 && owners.every((owner) => owner === uid);

/**
 * Users that hold the far end, by the kernel's table. It counts only while our own end, which the inode tells from
 * any later one with the same ports, stands there too. Rows of ends that are closed name no true owner.
 */
export function ownersInTable(table: string, far: End, near: End, inode: string | undefined): number[] {
  if (!rows(table, near, far).some((row) => row.inode === inode)) return [];
  return rows(table, far, near).map(({ uid }) => uid);
}

function rows(table: string, from: End, to: End): { uid: number; inode: string }[] {
  const [sources, targets] = [hexEnds(from), hexEnds(to)];
  return sources.flatMap((source, kind) => {
    const at = table.indexOf(` ${source} ${targets[kind]} ${ESTABLISHED} `);
    if (at < 0) return [];
    const [, , , , , , uid, , inode] = table
      .slice(at, at + ROW)
      .trim()
      .split(/ +/);
    return uid === undefined || inode === undefined ? [] : [{ uid: Number(uid), inode }];
  });
}

const ESTABLISHED = '01';
/** No row is longer. */
const ROW = 300;

/** An end as the tables write it: an IPv4 address in its own, and mapped into IPv6 for sockets of that family. */
function hexEnds({ address, port }: End): string[] {
  const tail = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  if (address === '::1') return [[0, 0, 0, 1].map((last) => hexWord([0, 0, 0, last])).join('') + tail];
  const v4 = address.split('.').map(Number);
  if (v4.length !== 4) return [];
  const mapped = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0xff, 0xff], v4].map(hexWord).join('');
  return [hexWord(v4) + tail, mapped + tail];
}

/** The kernel prints each four bytes as a number of the machine. */
function hexWord(bytes: readonly number[]): string {
  const hex = Buffer.from(endianness() === 'LE' ? bytes.toReversed() : bytes).toString('hex');
  return hex.toUpperCase();
}

/** Users that hold the far end, by what `lsof -Fun` prints: a user's line, then those of its connections. */
export function ownersInLsof(printed: string, far: End, near: End): number[] {
  const wanted = `${far.address}:${far.port}->${near.address}:${near.port}`;
  let uid = Number.NaN;
  return printed.split('\n').flatMap((line) => {
    if (line.startsWith('u')) uid = Number(line.slice(1));
    return line.startsWith('n') && plain(line.slice(1)) === wanted ? [uid] : [];
  });
}

function lsof(port: number): Promise<string> {
  const args = ['-nP', `-iTCP:${port}`, '-sTCP:ESTABLISHED', '-Fun'];
  return new Promise((resolve) => {
    // Its exit code says no more than that nothing was found.
    execFile(LSOF, args, { timeout: LSOF_MS }, (_, printed) => resolve(printed));
  });
}

/** The number of our own end, as the kernel's tables have it. */
async function inodeOf(socket: Socket & { readonly _handle?: { readonly fd?: number } }) {
  const link = await readlink(`/proc/self/fd/${socket._handle?.fd ?? -1}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1];
}

/** An IPv4 address that stands mapped into IPv6, as itself; no brackets. */
const plain = (words: string) => words.replaceAll(/\[|\]/g, '').replaceAll(/::ffff:(?=\d+\.)/gi, '');
