import { type Config, type OptionKey, options } from './options.ts';

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
