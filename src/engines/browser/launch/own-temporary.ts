/**
 * What is temporary lies in one folder of this process: profiles, Playwright's files, sockets of the browsers. It goes
 * with the process; a killed one leaves it behind, and the next to start a browser takes it away.
 */
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './end-process.ts';

/** A browser's socket lies two folders deeper, and its path may have about 100 characters. */
const LONGEST = 30;

let own: string | undefined;
let usual: string | undefined;

/** From the first browser on: `tmpdir()` is the folder then, for us and all that we start. */
export function useOwnTemporaryFolder(): void {
  // Elsewhere the folder goes by other names, or its path is long.
  if (process.platform !== 'linux' || tmpdir().length > LONGEST) return;
  if (own === undefined) {
    const parent = tmpdir();
    removeAbandoned(parent);
    usual = process.env.TMPDIR;
    own = mkdtempSync(join(parent, `${prefix()}${process.pid}-`));
    process.env.TMPDIR = own;
    process.once('exit', () => rmSync(own ?? '', { recursive: true, force: true }));
  } else mkdirSync(own, { recursive: true, mode: 0o700 }); // somebody may have tidied up
}

/** For programs that outlive this process, and must find their folder where others look for it. */
export function usualEnvironment(env: Readonly<Record<string, string | undefined>>) {
  const { TMPDIR, ...rest } = env;
  const folder = TMPDIR === own ? usual : TMPDIR;
  return folder === undefined ? rest : { ...rest, TMPDIR: folder };
}

/** Numbers of processes mean something within their namespace only: a container may share the folder with others. */
function prefix(): string {
  const [namespace = ''] = /\d+/.exec(readlinkSync('/proc/self/ns/pid')) ?? [];
  return `sensorium-${Number(namespace).toString(36)}-`;
}

function removeAbandoned(parent: string): void {
  const ours = prefix();
  for (const entry of readdirSync(parent)) {
    if (!entry.startsWith(ours)) continue;
    const [, pid] = /^(\d+)-\w{6}$/.exec(entry.slice(ours.length)) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const folder = join(parent, entry);
    try {
      if (lstatSync(folder).uid === process.getuid?.()) rmSync(folder, { recursive: true, force: true });
    } catch {
      // another one was quicker
    }
  }
}
