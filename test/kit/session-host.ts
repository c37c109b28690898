import { FAILURES } from '../../src/assemble/styles.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { describeToolset } from '../../src/kernel/descriptor.ts';
import { makeLog } from '../../src/kernel/log.ts';
import { Redactor } from '../../src/kernel/redact.ts';
import type { AnyTool } from '../../src/kernel/tool.ts';
import type { Prompt, Resource } from '../../src/kernel/toolset.ts';
import { Host, type HostParts } from '../../src/session/host.ts';
import { Journal } from '../../src/session/journal.ts';
import { RateLimit } from '../../src/session/rate-limit.ts';
import { TargetQueue } from '../../src/session/target-queue.ts';

interface Offered {
  readonly tools?: readonly AnyTool<unknown>[];
  readonly resources?: readonly Resource<unknown>[];
  readonly prompts?: readonly Prompt<unknown>[];
  /** What they work on. */
  readonly deps?: unknown;
}

/** A real host with the given tools on it, everything else as in the product. */
export function makeHost(offered: Offered, changes: Partial<HostParts> = {}) {
  const described = describeToolset({ tools: offered.tools ?? [], ...offered });
  const load = <T>(thing: T) => ({ load: async () => ({ thing, deps: offered.deps ?? {} }) });
  const logged: string[] = [];
  const evidence: Evidence[] = [];
  const spilled: { tool: string; mimeType: string; bytes: Uint8Array }[] = [];
  const ended: string[] = [];
  const clock = systemClock();
  const parts: HostParts = {
    identity: { name: 'kit', title: 'Kit', version: '1.0.0', description: 'For tests.', instructions: '' },
    catalog: {
      tools: new Map(
        described.tools.map((descriptor, i) => [
          descriptor.name,
          { descriptor, ...load(offered.tools![i]!) },
        ]),
      ),
      resources: described.resources.map((descriptor, i) => ({
        descriptor,
        ...load(offered.resources![i]!),
      })),
      prompts: new Map(
        described.prompts.map((descriptor, i) => [
          descriptor.name,
          { descriptor, ...load(offered.prompts![i]!) },
        ]),
      ),
    },
    renderFault: FAILURES.result,
    callTimeoutMs: 5000,
    budget: 6000,
    clock,
    log: makeLog('debug', (line) => logged.push(line)),
    redactor: new Redactor().forReaders(),
    rateLimit: new RateLimit(500, clock),
    queue: new TargetQueue(),
    journal: new Journal(),
    sink: (item) => evidence.push(item),
    spill: async (_caller, tool, mimeType, bytes) => {
      spilled.push({ tool, mimeType, bytes });
      return { uri: `file:///spilled/${spilled.length}`, path: `/spilled/${spilled.length}` };
    },
    sessionEnded: async (session) => void ended.push(session),
    ...changes,
  };
  return { host: new Host(parts), parts, logged, evidence, spilled, ended };
}
