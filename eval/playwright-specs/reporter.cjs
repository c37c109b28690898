'use strict';
/** Writes how each spec ended as soon as it is known, and counts. */
const { appendFileSync, writeFileSync } = require('node:fs');
const { basename } = require('node:path');
const process = require('node:process');

const OUT = process.env.SPECS_OUT;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one
const COLOUR = /\u001b\[[0-9;]*m/g;
const linesOf = ({ message = '' }) =>
  message
    .replaceAll(COLOUR, '')
    .split('\n')
    .slice(0, 40)
    .map((line) => `    ${line.slice(0, 300)}\n`)
    .join('');

module.exports = class {
  ended = new Map();

  onBegin() {
    writeFileSync(OUT, '');
  }

  onTestEnd(test, result) {
    const name = `${basename(test.location.file)} › ${test.titlePath().slice(3).join(' › ')}`;
    const outcome = ['passed', 'skipped'].includes(result.status) ? result.status : 'failed';
    this.ended.set(test.id, { name, outcome });
    const why = outcome === 'failed' ? result.errors.map(linesOf).join('') : '';
    appendFileSync(OUT, `${outcome} ${name}\n${why}`);
  }

  onEnd() {
    const all = [...this.ended.values()];
    const named = (wanted) => all.filter(({ outcome }) => outcome === wanted);
    for (const { name } of named('failed')) process.stdout.write(`failed: ${name}\n`);
    const [held, skipped] = [named('passed').length, named('skipped').length];
    process.stdout.write(`${held} of ${all.length - skipped} hold, ${skipped} do not apply here\n`);
  }
};
