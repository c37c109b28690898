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
for (const { name, isGreen, isRed, isRight, words, script } of results) {
  say(`${isRight ? 'right' : 'WRONG'} ${name}${isGreen ? '' : ': not green'}${isRed ? '' : ': not red'}`);
  if (!isRight || values.show) say(`${script}\n${words}`);
}
const right = results.filter(({ isRight }) => isRight).length;
const locators = results.flatMap(({ script }) => script.match(/\bpage\d*\.(?:getBy\w+|locator)/g) ?? []);
const byRole = locators.filter((one) => one.includes('getByRole')).length;
say(`${byRole} of ${locators.length} locators begin with getByRole`);
say(
  `${right} of ${results.length} recordings: green as recorded, red when broken (or green without the server)`,
);
process.exitCode = right === results.length ? 0 : 1;
