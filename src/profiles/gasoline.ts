import { optionsOf } from '../config/options.ts';
import { BROWSER_CONFLICTS } from './browser.ts';
import { KEYLESS_CONFLICTS } from './keyless.ts';
import type { Profile } from './profile.ts';
import { TELEMETRY_INSTRUCTIONS } from './telemetry.ts';

export const gasoline: Profile = {
  command: 'gasoline-mcp',
  identity: {
    name: 'gasoline',
    title: 'Gasoline',
    description:
      'Observe, analyze, configure and interact with the pages you are building; generate tests and reports.',
  },
  instructions: [
    TELEMETRY_INSTRUCTIONS,
    'interact acts on a page and answers when it is done; with wait false, or after 15 seconds, ask observe ' +
      'command_result. navigate and refresh answer with perf_diff.',
    'tab_id names a tab of observe tabs; without it the active one is meant.',
    'Resources: gasoline://quickstart, gasoline://guide, gasoline://capabilities.',
  ].join('\n'),
  toolsets: ['telemetry-alone', 'telemetry'],
  usage: ['gasoline-mcp [options]'],
  takes: optionsOf('serving', 'keyless', 'process', 'work', 'record', 'telemetry', 'browsers', 'browser'),
  conflicts: [...BROWSER_CONFLICTS, ...KEYLESS_CONFLICTS],
  besideStdio: 7890,
  failure: 'gasoline',
  keyForOwnUser: false,
};
