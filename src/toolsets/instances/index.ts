import type { Toolset } from '../../kernel/toolset.ts';
import { browserInstance } from './browser-instance.ts';
import type { InstanceDeps } from './deps.ts';
import { contentTool } from './moonsurf/content.ts';
import { debugTool } from './moonsurf/debug.ts';
import { emulateTool } from './moonsurf/emulate.ts';
import { executeTool, sleepTool } from './moonsurf/execute.ts';
import { instanceTool } from './moonsurf/instance.ts';
import { interactTool } from './moonsurf/interact.ts';
import { navigateTool } from './moonsurf/navigate.ts';
import { networkTool } from './moonsurf/network.ts';
import { tabTool } from './moonsurf/tab.ts';

/** Beside the browser tools of the product, which all take `instanceId`. */
export const instances: Toolset<InstanceDeps> = { tools: [browserInstance] };

/** Moonsurf's ten. */
export const moonsurf: Toolset<InstanceDeps> = {
  tools: [
    instanceTool,
    tabTool,
    navigateTool,
    contentTool,
    interactTool,
    executeTool,
    networkTool,
    emulateTool,
    debugTool,
    sleepTool,
  ],
};
