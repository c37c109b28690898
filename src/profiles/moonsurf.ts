import { optionsOf } from '../config/options.ts';
import { moonsurfVariables } from './moonsurf-variables.ts';
import type { Profile } from './profile.ts';

export const moonsurf: Profile = {
  command: 'moonsurf-mcp',
  identity: {
    name: 'moonsurf-mcp',
    title: 'Moonsurf',
    description: 'Many browser instances over MCP.',
  },
  instructions:
    'browser_instance new opens a browser, which every tool uses from then on; pass instanceId and tabId to act ' +
    'elsewhere. Selectors are CSS, text=words or el:has-text(words). Browsers end with the session.',
  toolsets: ['moonsurf'],
  usage: ['moonsurf-mcp [options]'],
  takes: optionsOf('serving', 'remote', 'process', 'work', 'instances', 'tasks', 'browsers'),
  defaults: { port: 3300, callTimeout: 30 },
  variables: moonsurfVariables,
  failure: 'moonsurf',
  serves: 'moonsurf',
  keyOnLoopback: false,
};
