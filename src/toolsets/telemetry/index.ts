import type { Toolset } from '../../kernel/toolset.ts';
import { configure } from './configure/configure.ts';
import type { TelemetryDeps } from './deps.ts';
import { interact } from './interact/interact.ts';
import { observe } from './observe/observe.ts';
import { guides } from './resources/guides.ts';

export const telemetry: Toolset<TelemetryDeps> = {
  tools: [observe, configure, interact],
  resources: guides,
};
