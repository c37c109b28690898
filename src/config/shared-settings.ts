import { resolve } from 'node:path';
import type { Config, OptionKey } from './options.ts';

/** Settings that concern only the process that was started, wherever the work is done. */
const OWN: ReadonlySet<OptionKey> = new Set<OptionKey>([
  'bridge',
  'standalone',
  'stateDir',
  'config',
  'logLevel',
  'logFile',
  'json',
  'port',
  'host',
  'apiKey',
  'allowedHosts',
  'allowedOrigins',
  'publicUrl',
  'sessionIdle',
]);
const PATHS: ReadonlySet<OptionKey> = new Set<OptionKey>(['outputDir', 'redactPatterns', 'logDirectory']);

/** What was set and matters where the work is done, in a form that can be compared. */
export function sharedSettings(config: Config, keys: Iterable<OptionKey>): Record<string, unknown> {
  const shared = [...keys].filter((key) => !OWN.has(key) && config[key] !== undefined);
  return Object.fromEntries(
    shared.map((key) => [key, PATHS.has(key) ? resolve(String(config[key])) : config[key]]),
  );
}
