/** Recall and precision of what is found in text; fails when a bar is missed. `--seed N --rounds N --verbose` */
import { parseArgs } from 'node:util';
import { KIND_COUNT, secretCorpus } from './corpus/secrets.ts';
import { heldOutSeed, percent, say } from './options.ts';
import { scoreOf } from './secret-score.ts';

const bars = { recall: 0.99, precision: 0.98 };
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(heldOutSeed) },
    rounds: { type: 'string', default: '100' },
    verbose: { type: 'boolean', default: false },
  },
});
const { secrets, hidden, finds, right, notes } = scoreOf(
  secretCorpus(Number(values.seed), Number(values.rounds)),
);
say(
  `seed ${values.seed}, ${KIND_COUNT} kinds: recall ${percent(hidden, secrets)} of ${secrets}, precision ${percent(right, finds)} of ${finds}`,
);
if (values.verbose) for (const note of notes) say(`    ${note}`);
process.exitCode = hidden < bars.recall * secrets || right < bars.precision * finds ? 1 : 0;
