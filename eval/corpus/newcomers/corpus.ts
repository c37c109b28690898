/** Secrets as newcomers would bring them: whole files of many formats, written after the others and measured unseen. */
import { Chance } from '../random.ts';
import type { SecretSample } from '../secrets.ts';
import { filled } from '../strangers/corpus.ts';
import { SETTINGS } from './settings.ts';
import { SOURCES } from './sources.ts';
import { TRAFFIC } from './traffic.ts';

const FILES = [...SETTINGS, ...TRAFFIC, ...SOURCES];

export const NEW_KINDS = FILES.reduce((sum, [, text]) => sum + text.split('«').length - 1, 0);

export function newFiles(seed: number, rounds: number): readonly SecretSample[] {
  const chance = new Chance(seed);
  return Array.from({ length: rounds }).flatMap(() =>
    FILES.map(([kind, text]) => filled(kind, text, chance)),
  );
}
