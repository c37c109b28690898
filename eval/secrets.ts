/** Recall and precision of what is found in text; fails when a bar is missed. `--seed N --rounds N --verbose` */
import { parseArgs } from 'node:util';
import { NEW_KINDS, newFiles } from './corpus/newcomers/corpus.ts';
import { KIND_COUNT, secretCorpus } from './corpus/secrets.ts';
import { STRANGE_KINDS, strangeFiles, strangeLines } from './corpus/strangers/corpus.ts';
import { travellerFiles } from './corpus/travellers/corpus.ts';
import { visitorFiles } from './corpus/visitors/corpus.ts';
import { heldOutSeed, percent, say } from './options.ts';
import { scoreOf } from './secret-score.ts';

const precision = 0.98;
/** In files that hold as much that looks like secrets as secrets. */
const [inFirst, inSecond, ofVisitors] = [0.97, 0.88, 0.95];
const [outward, homeward] = [0.92, 0.88];
/** Of what stands in files a part is told by nothing but its place: the third of four arguments, a column. */
const [inLines, inFiles] = [0.99, 0.93];
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(heldOutSeed) },
    rounds: { type: 'string', default: '100' },
    verbose: { type: 'boolean', default: false },
  },
});
const [seed, rounds] = [Number(values.seed), Number(values.rounds)];
for (const [name, recall, samples, least = precision] of [
  [`${KIND_COUNT} kinds`, inLines, secretCorpus(seed, rounds)],
  [`${STRANGE_KINDS} kinds of strangers`, inLines, strangeLines(seed, rounds)],
  ['whole files of strangers', inFiles, strangeFiles(seed, rounds)],
  [`${NEW_KINDS} secrets in files of newcomers`, inFiles, newFiles(seed, rounds)],
  ['files of visitors, first part', inFirst, visitorFiles('first'), ofVisitors],
  ['files of visitors, second part', inSecond, visitorFiles('second'), ofVisitors],
  ['files of travellers, outward', outward, travellerFiles('outward', seed, rounds)],
  ['files of travellers, homeward', homeward, travellerFiles('homeward', seed, rounds)],
] as const) {
  const { secrets, hidden, finds, right, notes } = scoreOf(samples);
  say(
    `seed ${seed}, ${name}: recall ${percent(hidden, secrets)} of ${secrets}, precision ${percent(right, finds)} of ${finds}`,
  );
  if (values.verbose) for (const note of notes) say(`    ${note}`);
  if (hidden < recall * secrets || right < least * finds) process.exitCode = 1;
}
