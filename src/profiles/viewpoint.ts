import { type Profile, SERVING, WORKING } from './profile.ts';

export const viewpoint: Profile = {
  command: 'viewpoint-mcp',
  identity: {
    name: 'viewpoint-mcp',
    title: 'Viewpoint',
    description: 'Browser automation for agents, with named contexts.',
  },
  instructions: 'Drives a browser.',
  toolsets: [],
  usage: ['viewpoint-mcp [options]'],
  takes: [...SERVING, ...WORKING],
  failure: 'result',
  keyOnLoopback: true,
};
