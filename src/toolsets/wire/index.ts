import type { AnyTool } from '../../kernel/tool.ts';
import type { Toolset } from '../../kernel/toolset.ts';
import type { FlowDeps, WireDeps, WireShare } from './deps.ts';
import { startLogging, stopLogging } from './logging.ts';
import { addPortRule, removePortRule } from './port-rules.ts';
import { shutdown } from './shutdown.ts';
import { wireExchanges } from './wire-exchanges.ts';
import { wireExport } from './wire-export.ts';
import { wireFault } from './wire-fault.ts';
import { wireFlow } from './wire-flow.ts';
import { wireFlows } from './wire-flows.ts';
import { wireReplay } from './wire-replay.ts';

/** A tool that sees what its caller has of the wire. */
const ofCaller = (tool: AnyTool<FlowDeps>): AnyTool<FlowDeps> => ({
  ...tool,
  run(call) {
    const runOn = ({ engine, flows, exchanges }: WireShare) =>
      tool.run({ ...call, deps: { ...call.deps, engine, flows, exchanges } });
    const share = call.deps.shareOf?.(call.caller);
    if (share === undefined) return tool.run(call);
    return share instanceof Promise ? share.then(runOn) : runOn(share);
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
    wireExchanges,
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
