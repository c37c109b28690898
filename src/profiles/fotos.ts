import { optionsOf } from '../config/options.ts';
import type { Profile } from './profile.ts';
import { SCREEN_INSTRUCTIONS } from './screen.ts';

/** Speaks over stdio only, as its specification demands. */
export const fotos: Profile = {
  command: 'fotos-mcp',
  identity: {
    name: 'fotos',
    title: 'Fotos',
    description: 'AI-powered screenshot capture, annotation, and analysis',
  },
  instructions: SCREEN_INSTRUCTIONS,
  toolsets: ['screen'],
  usage: ['fotos-mcp [options]'],
  takes: optionsOf('process', 'work', 'screen'),
  failure: 'result',
  keyForOwnUser: true,
};
