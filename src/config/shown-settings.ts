import { resolve } from 'node:path';
import type { SettingRow } from '../contract/app-control.ts';
import type { Loaded } from './load.ts';
import { envOf, flagOf, type Option } from './option.ts';
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

/** Each setting that a command takes, as people read it: what it does, what it is, and where that comes from. */
export function settingRows(
  config: Config,
  given: Loaded['given'],
  takes: readonly OptionKey[],
): readonly SettingRow[] {
  const shown = shownSettings(config);
  return [...new Set(takes)].map((key) => {
    const { group, help }: Option = options[key];
    const source = given.has(key) ? (given.get(key) ?? 'command line') : undefined;
    return {
      flag: flagOf(key),
      env: envOf(key),
      group,
      help,
      value: valueWords(shown[key]),
      ...(source !== undefined && { source }),
    };
  });
}

function valueWords(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
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
