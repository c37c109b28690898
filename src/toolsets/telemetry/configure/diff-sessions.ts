import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import type { Caller } from '../../../kernel/tool.ts';
import { address } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { listSnapshots, type SessionSnapshot, snapshotDocuments, takeSnapshot } from '../session-snapshot.ts';
import { snapshotDiff } from '../snapshot-diff.ts';
import { trackedTab } from '../tabs.ts';

const MOST = 50;
const CURRENT = 'current';
const name = z.string().min(1).max(50);

const input = z.object({
  session_action: z.enum(['capture', 'compare', 'list', 'delete']).default('list'),
  name: name.optional().describe('Of your choice.'),
  compare_a: name.optional().describe('compare: a name.'),
  compare_b: name.optional().describe('compare: a name; left out: now.'),
  url: address,
});
type Args = z.output<typeof input>;

export const diffSessions = defineMode({
  summary: 'capture errors and requests under a name; compare two, or one with now.',
  destroys: true,
  input,
  async run({ args, deps, caller }) {
    switch (args.session_action) {
      case 'capture':
        return capture(deps, caller, args);
      case 'compare':
        return compare(deps, caller, args);
      case 'delete': {
        const given = needed(args, 'name');
        if (!(await snapshotDocuments(deps.store, caller).delete(given)))
          throw await unknown(deps, caller, given);
        return { summary: `Deleted ${given}`, data: { action: 'deleted', name: given } };
      }
      default: {
        const snapshots = await listSnapshots(deps.store, caller);
        return { summary: `${snapshots.length} snapshots`, data: { action: 'listed', snapshots } };
      }
    }
  },
});

async function capture(deps: TelemetryDeps, caller: Caller, args: Args) {
  const given = needed(args, 'name');
  if (given === CURRENT)
    throw problem('name', '"current" means what is there now and cannot be taken as a name');
  const documents = snapshotDocuments(deps.store, caller);
  const kept = await listSnapshots(deps.store, caller);
  const snapshot = await now(deps, given, args.url);
  await documents.put(given, snapshot);
  for (const old of kept.filter((one) => one.name !== given).slice(MOST - 1))
    await documents.delete(old.name);
  const { errors, warnings, endpoints, captured_at, page_url } = snapshot;
  const figures = {
    captured_at,
    console_errors: errors.length,
    console_warnings: warnings.length,
    network_requests: Object.values(endpoints).reduce((sum, { count }) => sum + count, 0),
    page_url,
  };
  return { summary: `Captured ${given}`, data: { action: 'captured', name: given, snapshot: figures } };
}

async function compare(deps: TelemetryDeps, caller: Caller, args: Args) {
  const [a, b] = [needed(args, 'compare_a'), args.compare_b ?? CURRENT];
  const find = async (wanted: string): Promise<SessionSnapshot> => {
    if (wanted === CURRENT) return now(deps, CURRENT, args.url);
    const found = await snapshotDocuments(deps.store, caller).get<SessionSnapshot>(wanted);
    if (!found) throw await unknown(deps, caller, wanted);
    return found;
  };
  const { diff, summary } = snapshotDiff(await find(a), await find(b));
  return {
    summary: `${b} against ${a}: ${summary.verdict}, ${summary.new_errors} new errors, ${summary.resolved_errors} resolved`,
    data: { action: 'compared', a, b, diff, summary },
  };
}

async function now(deps: TelemetryDeps, name: string, url: string | undefined): Promise<SessionSnapshot> {
  const tab = await trackedTab(deps.engine);
  return takeSnapshot(deps.store, deps.clock, { name, url, pageUrl: tab?.url ?? null });
}

async function unknown(deps: TelemetryDeps, caller: Caller, wanted: string) {
  const names = (await listSnapshots(deps.store, caller)).map((one) => one.name);
  return fault('NO_SUCH_SNAPSHOT', { name: wanted, names });
}

function needed(args: Args, param: 'name' | 'compare_a'): string {
  const value = args[param];
  if (value === undefined) throw problem(param, `"${param}" is missing`, true);
  return value;
}

const problem = (param: string, words: string, isMissing?: boolean) =>
  fault('INVALID_ARGUMENTS', { tool: 'configure', problems: [words], param, isMissing });
