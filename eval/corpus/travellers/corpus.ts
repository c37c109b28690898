/**
 * Settings, logs, traffic, sources and notes as their programs' manuals show them, written before the engine was read.
 * `outward` was measured and then looked at; `homeward` was measured at the same time, and looked at last of all.
 */
import { readFileSync } from 'node:fs';
import { Chance } from '../random.ts';
import type { SecretSample } from '../secrets.ts';
import { filled } from '../strangers/corpus.ts';

export function travellerFiles(
  part: 'outward' | 'homeward',
  seed: number,
  rounds: number,
): readonly SecretSample[] {
  const text = readFileSync(new URL(`./${part}.txt`, import.meta.url), 'utf8');
  const files = text.split(/^=== (.+)\n/m).slice(1);
  const chance = new Chance(seed);
  return Array.from({ length: rounds * (files.length / 2) }, (_, index) => {
    const at = (index * 2) % files.length;
    return filled(files[at]!, files[at + 1]!, chance);
  });
}
