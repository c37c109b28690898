import { type Profile, SERVING, WORKING } from './profile.ts';

export const gasoline: Profile = {
  command: 'gasoline-mcp',
  identity: {
    name: 'gasoline',
    title: 'Gasoline',
    description: 'Observe, analyze, generate, configure and interact with the pages you are building.',
  },
  instructions: 'Observes running pages.',
  toolsets: [],
  usage: ['gasoline-mcp [options]'],
  takes: [...SERVING, ...WORKING],
  failure: 'result',
  keyOnLoopback: false,
};
