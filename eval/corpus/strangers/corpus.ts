/** Secrets as strangers write them, with decoys: made from vendors' own words without a look at what finds them. */
import { Chance } from '../random.ts';
import type { SecretSample } from '../secrets.ts';
import { FILES } from './files.ts';
import { CLASSES, FORMED, NAMED } from './kinds.ts';
import { MORE_FILES } from './more-files.ts';
import { DECOYS, NAMED_PLACES, PLAIN_PLACES, WAYS } from './places.ts';

export const STRANGE_KINDS = FORMED.length + NAMED.length + WAYS.length;

/** Every kind in a place of its own choice, every way, every decoy. */
export function strangeLines(seed: number, rounds: number): readonly SecretSample[] {
  const chance = new Chance(seed);
  const placed = (place: string, name: string, pattern: string) =>
    place.replaceAll('%n', name).replace('%v', () => (pattern.includes('«') ? pattern : `«${pattern}»`));
  return Array.from({ length: rounds }).flatMap(() => [
    ...FORMED.map(([kind, pattern]) => filled(kind, placed(chance.pick(PLAIN_PLACES), '', pattern), chance)),
    ...NAMED.map(([name, pattern]) => filled(name, placed(chance.pick(NAMED_PLACES), name, pattern), chance)),
    ...WAYS.map(([kind, text]) => filled(kind, text, chance)),
    ...DECOYS.map((text) => filled('decoy', text, chance)),
  ]);
}

/** Whole files. Some hold secrets of which nothing tells but their place in a call. */
export function strangeFiles(seed: number, rounds: number): readonly SecretSample[] {
  const chance = new Chance(seed);
  return Array.from({ length: rounds }).flatMap(() =>
    [...FILES, ...MORE_FILES].map(([kind, text]) => filled(kind, text, chance)),
  );
}

export function filled(kind: string, pattern: string, chance: Chance): SecretSample {
  const parts = pattern
    .replaceAll(/\[([a-zA-Z])(\d+)\]/g, (whole, name: string, length: string) => {
      const signs = CLASSES[name];
      return signs ? chance.text(Number(length), signs) : whole;
    })
    .split(/[«»]/);
  return { kind, text: parts.join(''), secrets: parts.filter((_, i) => i % 2 === 1) };
}
