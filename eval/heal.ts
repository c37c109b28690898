/** Tests that pages broke in known ways: mended right, left unsure, or mended wrong. `--only WAY --set second --verbose --run` */
import { parseArgs } from 'node:util';
import { type JudgedLocator, judgeBroken } from '../test/kit/broken-tests.ts';
import { runSpecs } from '../test/kit/generated-tests.ts';
import { type BrokenTest, WAYS } from './corpus/broken-tests/broken-test.ts';
import { brokenTests } from './corpus/broken-tests/broken-tests.ts';
import { secondSet } from './corpus/broken-tests/second-set.ts';
import { thirdSet } from './corpus/broken-tests/third-set.ts';
import { percent, say } from './options.ts';

const BAR = 0.9;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    set: { type: 'string', default: 'all' },
    verbose: { type: 'boolean', default: false },
    run: { type: 'boolean', default: false },
  },
});

const closings: (() => unknown)[] = [];
const sets: Readonly<Record<string, readonly BrokenTest[]>> = {
  all: brokenTests,
  second: secondSet,
  third: thirdSet,
};
const set = sets[values.set];
if (!set) throw new Error(`There is no set "${values.set}"; there are ${Object.keys(sets).join(', ')}.`);
const chosen = set.filter(({ way }) => way.includes(values.only));
const { folder, judged } = await judgeBroken({ after: (close) => void closings.unshift(close) }, chosen);
const ran = values.run ? await runSpecs(folder, {}, { timeout: 20_000, actionTimeout: 5000 }) : undefined;
for (const close of closings) await close();

const isWanted = ({ way, outcome }: JudgedLocator) => outcome === (way === 'gone' ? 'unsure' : 'right');
for (const one of judged)
  if (!isWanted(one) || values.verbose)
    say(`${isWanted(one) ? 'ok' : one.outcome.toUpperCase()} ${one.way}: ${one.code} ${one.words}`);
for (const way of WAYS) {
  const all = judged.filter((one) => one.way === way);
  const count = (outcome: JudgedLocator['outcome']) => all.filter((one) => one.outcome === outcome).length;
  if (all.length > 0)
    say(
      `${way}: ${all.length} locators, ${count('right')} right, ${count('unsure')} unsure, ${count('wrong')} wrong`,
    );
}
const wrong = judged.filter(({ outcome }) => outcome === 'wrong').length;
const files = [
  ...Map.groupBy(
    judged.filter(({ way }) => way !== 'gone'),
    ({ file }) => file,
  ),
];
const mended = files.filter(([, some]) => some.every(isWanted));
say(
  `${mended.length} of ${files.length} tests mended right, ${percent(mended.length, files.length)}; ${wrong} locators mended to a wrong element`,
);
const failed = ran ? mended.filter(([file]) => ran.get(file)?.isGreen !== true) : [];
for (const [file] of failed) say(`NOT GREEN ${file}: ${ran?.get(file)?.words}`);
if (ran) say(`${mended.length - failed.length} of the mended ones are green under @playwright/test`);
if (failed.length > 0 || wrong > 0 || mended.length < BAR * files.length) process.exitCode = 1;
