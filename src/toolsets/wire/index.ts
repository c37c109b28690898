import type { AnyTool } from '../../kernel/tool.ts';
import type { Toolset } from '../../kernel/toolset.ts';
import type { FlowDeps, WireDeps } from './deps.ts';
import { startLogging, stopLogging } from './logging.ts';
import { addPortRule, removePortRule } from './port-rules.ts';
import { shutdown } from './shutdown.ts';
import { wireExport } from './wire-export.ts';
import { wireFault } from './wire-fault.ts';
import { wireFlow } from './wire-flow.ts';
import { wireFlows } from './wire-flows.ts';
import { wireReplay } from './wire-replay.ts';

/** A tool that sees what its caller has of the wire. */
const ofCaller = (tool: AnyTool<FlowDeps>): AnyTool<FlowDeps> => ({
  ...tool,
  async run(call) {
    const share = await call.deps.shareOf?.(call.caller);
    return tool.run(share ? { ...call, deps: { ...call.deps, ...share } } : call);
  },
});

export const wire: Toolset<FlowDeps> = {
  tools: [
    startLogging,
    stopLogging,
    addPortRule,
    removePortRule,
    wireFlows,
    wireFlow,
    wireFault,
    wireExport,
    wireReplay,
  ].map(ofCaller),
};

/** RawProx has exactly these, with exactly these arguments. */
export const rawprox: Toolset<WireDeps> = {
  tools: [
    startLogging,
    stopLogging,
    { ...addPortRule, input: addPortRule.input.omit({ persist: true }) },
    { ...removePortRule, input: removePortRule.input.omit({ connections: true }) },
    shutdown,
  ],
};
