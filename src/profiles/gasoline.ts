import { optionsOf } from '../config/options.ts';
import { BROWSER_CONFLICTS } from './browser.ts';
import type { Profile } from './profile.ts';
import { TELEMETRY_INSTRUCTIONS } from './telemetry.ts';

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
  takes: optionsOf('serving', 'process', 'work', 'record', 'telemetry', 'browsers', 'browser'),
  conflicts: BROWSER_CONFLICTS,
  besideStdio: 7890,
  failure: 'gasoline',
  keyOnLoopback: false,
};
