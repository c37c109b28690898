import type { Call, Reply } from '../../kernel/tool.ts';
import type { TelemetryMode } from './call-deltas.ts';
import type { TelemetryDeps } from './deps.ts';
import { trackedTab } from './tabs.ts';

/** The answer with what is new since its caller's last one. */
export async function withDeltas(
  { args, deps, caller }: Call<Record<string, unknown>, TelemetryDeps>,
  tool: string,
  reply: Reply,
): Promise<Reply> {
  const tab = await trackedTab(deps.engine);
  return deps.deltas.told(reply, caller, tool, args.telemetry_mode as TelemetryMode | undefined, {
    extension_connected: deps.engine.isRunning,
    tracking_enabled: tab !== undefined,
    ...(tab ? { tracked_tab_id: tab.id, tracked_tab_url: tab.url } : {}),
  });
}
