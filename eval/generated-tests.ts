/** Tests made of recorded walks: green on the site that they were recorded on, red once it is broken. `--only WORD`. */
import { parseArgs } from 'node:util';
import { runFlows } from '../test/kit/generated-tests.ts';
import { flows } from './corpus/recordings/recordings.ts';
import { say } from './options.ts';

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, show: { type: 'boolean', default: false } },
});
const closings: (() => unknown)[] = [];
const chosen = flows.filter(({ name }) => name.includes(values.only));
const results = await runFlows({ after: (close) => void closings.unshift(close) }, chosen);
for (const close of closings) await close();
for (const { name, isGreen, isRed, words, script } of results) {
  const isRight = isGreen && isRed;
  say(`${isRight ? 'right' : 'WRONG'} ${name}${isGreen ? '' : ': not green'}${isRed ? '' : ': not red'}`);
  if (!isRight || values.show) say(`${script}\n${words}`);
}
const right = results.filter(({ isGreen, isRed }) => isGreen && isRed).length;
say(`${right} of ${results.length} recordings: green as recorded, red when broken`);
process.exitCode = right === results.length ? 0 : 1;
