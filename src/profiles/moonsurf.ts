import { optionsOf } from '../config/options.ts';
import { KEYLESS_CONFLICTS } from './keyless.ts';
import { moonsurfVariables } from './moonsurf-variables.ts';
import type { Profile } from './profile.ts';

export const moonsurf: Profile = {
  command: 'moonsurf-mcp',
  identity: {
    name: 'moonsurf-mcp',
    title: 'Moonsurf',
    description: 'Many browser instances over MCP.',
  },
  instructions: [
    'browser_instance new opens a browser, which every tool uses from then on; they end with the session.',
    'instanceId names another browser, tabId another tab (of browser_tab list) than the current one.',
    'Selectors are CSS, text=words or el:has-text(words).',
  ].join('\n'),
  toolsets: ['moonsurf'],
  usage: ['moonsurf-mcp [options]'],
  takes: optionsOf('serving', 'keyless', 'remote', 'process', 'work', 'instances', 'tasks', 'browsers'),
  defaults: { port: 3300, callTimeout: 30 },
  variables: moonsurfVariables,
  conflicts: KEYLESS_CONFLICTS,
  failure: 'moonsurf',
  serves: ['moonsurf'],
  keyForOwnUser: false,
};
