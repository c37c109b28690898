import { realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { dirname, parse, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from '../kernel/tool.ts';

/** Where systems keep home folders. */
const HOLD_HOMES = process.platform === 'win32' ? ['C:\\Users'] : ['/home', '/Users'];

/**
 * Whether all sorts of things lie in a folder: the root of the file system, a home folder, or what holds home folders.
 * Whoever works there has no folder of their own, else a fence around it would keep nothing out.
 */
function isShared(folder: string): boolean {
  const path = resolve(folder);
  if (path === parse(path).root || HOLD_HOMES.includes(dirname(path))) return true;
  // From a home folder to itself or to what lies above it one only goes up.
  return [...homes(), ...HOLD_HOMES].some((home) => /^(?:\.\.[/\\]?)*$/.test(relative(home, path)));
}

function homes(): string[] {
  const named = [homedir, () => userInfo().homedir].flatMap((find) => tried(find));
  return [...named, ...named.flatMap((home) => tried(() => realpathSync(home)))];
}

/** A user without an entry has no home, and a home need not exist. */
function tried(find: () => string): string[] {
  try {
    return [find()];
  } catch {
    return [];
  }
}

/** The folders that are the caller's own: the roots that the client named, else the one that it works in. */
export async function ownFolders({ cwd, roots }: Pick<Caller, 'cwd' | 'roots'>): Promise<readonly string[]> {
  if (roots) return roots;
  const real = await realpath(cwd).catch(() => resolve(cwd));
  return isShared(real) ? [] : [real];
}

/** More are no list of folders that somebody works in. */
const MOST_ROOTS = 100;

/** Roots of a client as folders of this machine. What is none, or is shared, is left out. */
export async function foldersOf(roots: readonly { readonly uri: string }[]): Promise<readonly string[]> {
  const paths = roots.slice(0, MOST_ROOTS).flatMap(({ uri }) => tried(() => fileURLToPath(uri)));
  const found = await Promise.all(
    paths.map(async (path) => {
      const real = await realpath(path).catch(() => undefined);
      const isFolder = real !== undefined && (await stat(real).catch(() => undefined))?.isDirectory();
      return isFolder && !isShared(real) ? [real] : [];
    }),
  );
  return [...new Set(found.flat())];
}
