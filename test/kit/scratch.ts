/** Scratch folders that go away with the test. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a test context and a module's top level (`{ after }` of node:test) have in common. */
export interface Cleanup {
  after(fn: () => unknown): void;
}

/** Hooks run in the order in which they were set: what closes after the folder is gone may write to it once more. */
const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A fresh folder, removed in the end. Its path is short, because local sockets inside it have a length limit. */
export async function scratch(t: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sn-'));
  made.push(folder);
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }));
  return folder;
}
