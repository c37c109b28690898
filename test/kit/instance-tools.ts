/** Calls tools of the instances toolset on a real pool, as a session does: arguments are checked, turns are not. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolLimits } from '../../src/engines/browser/pool/instance-pool.ts';
import { silentLog } from '../../src/kernel/log.ts';
import type { AnyTool, Reply } from '../../src/kernel/tool.ts';
import { Files } from '../../src/session/output-folder.ts';
import { validate } from '../../src/session/validate.ts';
import type { InstanceDeps } from '../../src/toolsets/instances/deps.ts';
import { withoutNote } from './outside-note.ts';
import { startPool, type TestPool } from './pool.ts';
import type { Cleanup } from './scratch.ts';

export interface InstanceKit extends TestPool {
  /** The whole reply. */
  call(tool: AnyTool<InstanceDeps>, args: Record<string, unknown>, session?: string): Promise<Reply>;
  /** The JSON of the reply. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  ask(tool: AnyTool<InstanceDeps>, args: Record<string, unknown>, session?: string): Promise<any>;
  /** What sessions were told outside of calls. */
  readonly told: { session: string; data: unknown }[];
  write(name: string, text: string): Promise<string>;
}

export async function startInstanceKit(
  t: Cleanup,
  limits: Partial<PoolLimits> = {},
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<InstanceKit> {
  const made = await startPool(t, limits, { env });
  const { pool, folder } = made;
  const output = new Files(join(folder, 'output'), folder);
  const deps: InstanceDeps = { pool, output, env };
  const told: InstanceKit['told'] = [];
  const call: InstanceKit['call'] = async (tool, given, session = 'one') => {
    const { args } = validate(tool, given);
    const notify = (_level: string, _logger: string, data: unknown) => told.push({ session, data }) > 0;
    const caller = { session, cwd: folder, notify };
    const { signal } = new AbortController();
    return tool.run({ args, deps, caller, signal, log: silentLog, budget: 6000, progress: () => {} });
  };
  return {
    ...made,
    told,
    call,
    async ask(tool, given, session) {
      const reply = await call(tool, given, session);
      const [first] = reply.blocks ?? [];
      return first?.type === 'text' ? withoutNote(JSON.parse(first.text)) : reply.data;
    },
    async write(name, text) {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    },
  };
}
