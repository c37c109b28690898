import { type OptionKey, optionsOf } from '../config/options.ts';
import { fault } from '../kernel/fault.ts';
import { KEYLESS_CONFLICTS } from './keyless.ts';
import type { Profile } from './profile.ts';

export const rawprox: Profile = {
  command: 'rawprox',
  identity: {
    name: 'rawprox',
    title: 'RawProx',
    description: 'Forwards TCP and captures every byte.',
  },
  instructions:
    'add-port-rule forwards a local port to a target; start-logging and stop-logging choose where the traffic ' +
    'is written as NDJSON.',
  toolsets: ['rawprox'],
  usage: ['rawprox [options] [LOCAL_PORT:TARGET_HOST:TARGET_PORT …] [@LOG_DIRECTORY]'],
  takes: [
    ...optionsOf('rawprox', 'wire'),
    ...optionsOf('keyless'),
    'apiKey',
    'allowedHosts',
    'allowedOrigins',
    'list',
    'outputDir',
    'rateLimit',
    'callTimeout',
    'redactPatterns',
    'logLevel',
    'logFile',
    'config',
  ],
  words,
  conflicts: KEYLESS_CONFLICTS,
  failure: 'jsonrpc',
  keyForOwnUser: false,
};

function words(given: readonly string[]): Partial<Record<OptionKey, unknown>> {
  const directories = given.filter((word) => word.startsWith('@'));
  if (directories.length > 1) {
    const problem = 'one log directory can be given; add more with start-logging, in --output-dir';
    throw fault('INVALID_FLAG', { flag: directories[1]!, problem });
  }
  const rules = given.filter((word) => !word.startsWith('@'));
  return {
    ...(rules.length > 0 ? { rules } : {}),
    ...(directories[0] ? { logDirectory: directories[0].slice(1) } : {}),
  };
}
