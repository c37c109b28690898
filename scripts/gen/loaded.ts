/** The toolsets and profiles that pages are made from. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Toolset } from '../../src/kernel/toolset.ts';
import type { Profile } from '../../src/profiles/profile.ts';
import { toolsets } from '../../src/toolsets/index.ts';

/** Pages look at a toolset; they never run a tool, so its dependencies do not matter. */
export type ShownToolset = Toolset<never>;

export async function loadToolsets(): Promise<ReadonlyMap<string, ShownToolset>> {
  const entries = Object.entries(toolsets).map(async ([name, load]) => [name, await load()] as const);
  return new Map<string, ShownToolset>(await Promise.all(entries));
}

/** Every profile: what a file of src/profiles exports that has a command. */
export async function loadProfiles(): Promise<readonly Profile[]> {
  const folder = resolve(import.meta.dirname, '..', '..', 'src', 'profiles');
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const modules = await Promise.all(
    files.sort().map((name) => import(pathToFileURL(join(folder, name)).href)),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isProfile);
}

function isProfile(value: unknown): value is Profile {
  return typeof value === 'object' && value !== null && 'command' in value && 'toolsets' in value;
}
