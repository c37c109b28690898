/** Which TCP ports a process and its children listen on, and which ones somebody was told of. Linux only. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { descendants } from './process-tree.ts';

const LISTENING = '0A';

export function listenedOn(pid: number): readonly number[] {
  const inodes = new Set([pid, ...descendants(pid)].flatMap(socketsOf));
  const ports = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'latin1')
      .split('\n')
      .map((row) => row.trim().split(/ +/))
      .filter(([, , , state, , , , , , inode]) => state === LISTENING && inodes.has(inode!))
      .map(([, address]) => Number.parseInt(address!.split(':')[1]!, 16)),
  );
  return sorted(ports);
}

/** Ports in words such as `127.0.0.1:4711`, `http://localhost:4711/mcp` and `port 4711`. */
export function portsIn(words: string): readonly number[] {
  return sorted(
    [...words.matchAll(/(?:127\.0\.0\.1:|localhost:|\bport )(\d+)/g)].map(([, port]) => Number(port)),
  );
}

const sorted = (ports: readonly number[]) => [...new Set(ports)].toSorted((a, b) => a - b);

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => inodeOf(`/proc/${pid}/fd/${fd}`));
  } catch {
    return []; // it ended while we looked
  }
}

function inodeOf(path: string): string[] {
  try {
    return [/^socket:\[(\d+)\]$/.exec(readlinkSync(path))?.[1] ?? []].flat();
  } catch {
    return []; // closed meanwhile
  }
}
