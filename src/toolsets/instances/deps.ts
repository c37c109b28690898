import type { InstancePool } from '../../engines/browser/pool/instance-pool.ts';
import { modesFor } from '../../kernel/modal.ts';
import type { OutputFolder } from '../../kernel/output.ts';

/** What the tools for many browsers work on. */
export interface InstanceDeps {
  readonly pool: InstancePool;
  readonly output: OutputFolder;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export const defineMode = modesFor<InstanceDeps>();
