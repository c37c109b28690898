/** Pairwise precision and recall of error clusters; fails when F1 is below its bar. `--seed N --each N --blind --thrown --verbose` */
import { parseArgs } from 'node:util';
import { clusterErrors } from '../src/toolsets/telemetry/analyze/clusters/cluster.ts';
import { blindErrors } from './corpus/errors/blind.ts';
import { errorCorpus } from './corpus/errors/corpus.ts';
import { thrownErrors } from './corpus/errors/thrown.ts';
import { heldOutSeed, percent, say } from './options.ts';

const BAR = 0.95;
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(heldOutSeed) },
    each: { type: 'string', default: '5' },
    blind: { type: 'boolean', default: false },
    thrown: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const [name, corpus] = values.blind
  ? ['blind set', blindErrors]
  : values.thrown
    ? ['really thrown', thrownErrors()]
    : [`seed ${values.seed}`, errorCorpus(Number(values.seed), Number(values.each))];
const started = performance.now();
const clusters = clusterErrors(corpus, (error) => error);
const ms = performance.now() - started;

const pairs = (count: number) => (count * (count - 1)) / 2;
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0);
const sizes = <T>(groups: Map<T, readonly unknown[]>) => [...groups.values()].map(({ length }) => length);
const together = sum(clusters.map(({ members }) => pairs(members.length)));
const wanted = sum(sizes(Map.groupBy(corpus, ({ cause }) => cause)).map(pairs));
const right = sum(
  clusters.flatMap(({ members }) => sizes(Map.groupBy(members, ({ cause }) => cause)).map(pairs)),
);
const f1 = (2 * right) / (together + wanted);

const frameworks = new Set(corpus.map(({ framework }) => framework));
const causes = new Set(corpus.map(({ cause }) => cause));
say(
  `${name}: ${corpus.length} errors of ${frameworks.size} frameworks with ${causes.size} causes are ${clusters.length} clusters (${ms.toFixed(0)} ms)`,
);
say(`precision ${percent(right, together)}, recall ${percent(right, wanted)}, F1 ${f1.toFixed(4)}`);
if (values.verbose) {
  for (const { members } of clusters) {
    const mixed = new Set(members.map(({ cause }) => cause));
    if (mixed.size > 1) say(`  mixed: ${[...new Set(members.map(({ message }) => message))].join(' | ')}`);
  }
  for (const [, group] of Map.groupBy(corpus, ({ cause }) => cause)) {
    const parts = clusters.filter(({ members }) => members.some((one) => group.includes(one)));
    if (parts.length > 1)
      say(`  split in ${parts.length}: ${group.map(({ message }) => message).join(' | ')}`);
  }
}
if (!(f1 >= BAR) || (!values.blind && corpus.length < 300) || frameworks.size < 6) process.exitCode = 1;
