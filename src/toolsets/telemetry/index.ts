import type { AnyTool } from '../../kernel/tool.ts';
import type { Toolset } from '../../kernel/toolset.ts';
import { configure } from './configure/configure.ts';
import type { TelemetryDeps, TelemetryShared } from './deps.ts';
import { interact } from './interact/interact.ts';
import { observe } from './observe/observe.ts';
import { guides } from './resources/guides.ts';

/** A tool that sees what its caller has of the browser. */
const ofCaller = (tool: AnyTool<TelemetryDeps>): AnyTool<TelemetryShared> => ({
  ...tool,
  run(call) {
    call.signal.throwIfAborted(); // a session that has ended must open nothing any more
    return tool.run({ ...call, deps: { ...call.deps, engine: call.deps.engineOf(call.caller.session) } });
  },
});

export const telemetry: Toolset<TelemetryShared> = {
  tools: [observe, configure, interact].map(ofCaller),
  resources: guides,
};
