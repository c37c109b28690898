/** Tests that fail for known reasons, under the published @playwright/test: is the reason told? `--only WORD --verbose` */
import { parseArgs } from 'node:util';
import { CATEGORIES } from '../src/toolsets/telemetry/generate/classify/rules.ts';
import { classifyFailures } from '../test/kit/failing-tests.ts';
import { failingTests } from './corpus/failures/failing-tests.ts';
import { percent, say } from './options.ts';

const BAR = 0.9;
const LEAST = 100;
const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, verbose: { type: 'boolean', default: false } },
});

const closings: (() => unknown)[] = [];
const chosen = failingTests.filter(({ name }) => name.includes(values.only));
const told = await classifyFailures({ after: (close) => void closings.unshift(close) }, chosen);
for (const close of closings) await close();

for (const { test, category, confidence, evidence, also, words, isRight } of told) {
  if (isRight && !values.verbose) continue;
  say(
    `${isRight ? 'right' : 'WRONG'} ${test.name} -> ${category} ${confidence} ${JSON.stringify(also ?? {})}`,
  );
  for (const one of evidence) say(`        ${one}`);
  if (!isRight) say(words.split('\n').slice(0, 14).join('\n').replaceAll(/^/gm, '        | '));
}
for (const test of chosen) if (!told.some((one) => one.test === test)) say(`did not fail: ${test.name}`);
for (const cause of CATEGORIES) {
  const all = told.filter(({ test }) => test.cause === cause);
  if (all.length > 0) say(`${cause}: ${all.filter(({ isRight }) => isRight).length} of ${all.length}`);
}
const right = told.filter(({ isRight }) => isRight).length;
say(`${right} of ${told.length} failures by their causes, ${percent(right, told.length)}`);
const isEnough = values.only !== '' || told.length >= LEAST;
if (!isEnough || right < BAR * told.length) process.exitCode = 1;
