import { type Profile, SERVING, WORKING } from './profile.ts';

export const moonsurf: Profile = {
  command: 'moonsurf-mcp',
  identity: {
    name: 'moonsurf-mcp',
    title: 'Moonsurf',
    description: 'Many browser instances over MCP.',
  },
  instructions: 'Runs many browsers at once.',
  toolsets: [],
  usage: ['moonsurf-mcp [options]'],
  takes: [...SERVING, ...WORKING],
  defaults: { port: 3300, callTimeout: 30 },
  failure: 'error-object',
  keyOnLoopback: false,
};
