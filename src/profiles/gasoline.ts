import type { OptionKey } from '../config/options.ts';
import { BROWSER_CONFLICTS, BROWSING } from './browser.ts';
import { type Profile, SERVING, WORKING } from './profile.ts';
import { RECORDING, TELEMETRY_INSTRUCTIONS } from './telemetry.ts';

/** How browser tools answer; there are none here. */
const OF_BROWSER_TOOLS: readonly OptionKey[] = [
  ...(['caps', 'answers', 'snapshotBudget', 'snapshotMode', 'snapshotBoxes', 'codegen'] as const),
  ...(['consoleLevel', 'imageResponses', 'filePaths', 'saveSession', 'outputMaxSize'] as const),
  ...(['timeoutExpect', 'sharedBrowserContext', 'secrets'] as const),
];

export const gasoline: Profile = {
  command: 'gasoline-mcp',
  identity: {
    name: 'gasoline',
    title: 'Gasoline',
    description: 'Observe, analyze, generate, configure and interact with the pages you are building.',
  },
  instructions: `${TELEMETRY_INSTRUCTIONS} Resources: gasoline://quickstart, gasoline://guide, gasoline://capabilities.`,
  toolsets: ['telemetry'],
  usage: ['gasoline-mcp [options]'],
  takes: [
    ...SERVING,
    ...WORKING,
    ...RECORDING,
    'pilot',
    ...BROWSING.filter((key) => !OF_BROWSER_TOOLS.includes(key)),
  ],
  conflicts: BROWSER_CONFLICTS,
  besideStdio: 7890,
  failure: 'gasoline',
  keyOnLoopback: false,
};
