import { resolve } from 'node:path';
import type { Option } from './option.ts';
import { type Config, type OptionKey, options, optionsOf } from './options.ts';

/** Settings as they may be told: of a secret one only whether it is set. */
export function shownSettings(config: Config): Record<string, unknown> {
  const entries = Object.entries(config) as [OptionKey, unknown][];
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      if (!options[key].secret) return [[key, value]];
      const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0);
      return isSet ? [[key, '(set)']] : [];
    }),
  );
}

/** These concern only the process that was started, wherever the work is done. */
const OWN: ReadonlySet<OptionKey> = new Set(optionsOf('process', 'serving', 'keyless', 'remote', 'doctor'));

/** What was set and matters where the work is done, in a form that can be compared. */
export function sharedSettings(config: Config, keys: Iterable<OptionKey>): Record<string, unknown> {
  const shared = [...keys].filter((key) => !OWN.has(key) && config[key] !== undefined);
  return Object.fromEntries(shared.map((key) => [key, comparable(options[key], config[key])]));
}

/** The same words mean another file in another folder. */
function comparable({ isPath, reads }: Option, value: unknown): unknown {
  if (!isPath && !reads) return value;
  return Array.isArray(value) ? value.map((path) => resolve(String(path))) : resolve(String(value));
}
