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
  ],
};

/** RawProx has exactly these, with exactly these arguments. */
export const rawprox: Toolset<WireDeps> = {
  tools: [
    startLogging,
    stopLogging,
    addPortRule,
    { ...removePortRule, input: removePortRule.input.omit({ connections: true }) },
    shutdown,
  ],
};
