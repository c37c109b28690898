import type { Environment } from '../config/load.ts';
import { optionsOf } from '../config/options.ts';
import { BROWSER_CAPS, BROWSER_CONFLICTS, BROWSER_INSTRUCTIONS } from './browser.ts';
import type { Profile } from './profile.ts';

/** Playwright's libraries for other languages say which one they are; code is then shown in it. */
function languageOfPlaywright({ PW_LANG_NAME: name }: Environment) {
  return name === 'python' || name === 'java' || name === 'csharp' ? { codegen: name } : {};
}

export const viewpoint: Profile = {
  command: 'viewpoint-mcp',
  identity: {
    name: 'viewpoint-mcp',
    title: 'Viewpoint',
    description: 'Browser automation for agents, with named contexts.',
  },
  instructions: BROWSER_INSTRUCTIONS,
  toolsets: ['browser'],
  caps: BROWSER_CAPS,
  usage: ['viewpoint-mcp [options]', 'viewpoint-mcp install-browser [NAME]'],
  takes: optionsOf('serving', 'process', 'work', 'browsers', 'browser', 'answers'),
  // playwright-mcp has taught people what --allowed-origins means for pages.
  flagNames: { allowedOrigins: 'httpOrigins', pageOrigins: 'allowedOrigins' },
  conflicts: BROWSER_CONFLICTS,
  variables: languageOfPlaywright,
  failure: 'result',
  keyForOwnUser: true,
};

/** `viewpoint-mcp install-browser firefox` */
export const viewpointInstall: Profile = {
  ...viewpoint,
  command: 'viewpoint-mcp install-browser',
  usage: ['viewpoint-mcp install-browser [NAME]'],
  takes: ['browser', 'logLevel'],
  conflicts: [],
  words: ([browser]) => ({ browser }),
};
