/**
 * Counts what node:test reports: a line a file while it runs, with the beginning of what failed in it; failures in
 * full, the reasons of skipped tests and what passed only at a second run at the end.
 */
import path from 'node:path';
import { inspect } from 'node:util';
import { root } from './run.mjs';
import { dim, green, red, say, seconds } from './say.mjs';

export class Reporter {
  passed = 0;
  failed = 0;
  skipped = 0;
  #files = new Map();
  #failures = [];
  #firstFailures = [];
  #skips = [];
  #mayLack;

  /** Unless the machine may lack something, what is skipped without naming another system or kernel has failed. */
  constructor({ mayLack = true } = {}) {
    this.#mayLack = mayLack;
  }

  /** Reads the event stream of node:test's run() for one file to its end. */
  async read(file, events) {
    const start = Date.now();
    // A test that a function of the kit declares says that it lies there: what counts is the file that runs.
    for await (const { type, data } of events) this.#take(type, { ...data, file, from: data.file });
    this.#closeFile(file, Date.now() - start);
  }

  /** Files in which something failed. */
  failedFiles() {
    return [...this.#files].filter(([, { failed }]) => failed > 0).map(([file]) => file);
  }

  /** Takes back all that was counted for a file, before it is run once more. */
  forget(file) {
    const { passed, failed, skipped } = this.#file(file);
    this.passed -= passed;
    this.failed -= failed;
    this.skipped -= skipped;
    this.#files.delete(file);
    const { true: own = [], false: others = [] } = Object.groupBy(this.#failures, (one) => one.file === file);
    this.#firstFailures.push(...own);
    this.#failures = others;
    this.#skips = this.#skips.filter((skip) => skip.file !== file);
  }

  /** A failure from outside node:test (a gate). */
  addFailure(name, output) {
    this.failed += 1;
    this.#failures.push({ title: name, text: output.trimEnd() });
  }

  addPasses(count) {
    this.passed += count;
  }

  /** The closing part; its last line is the one that machines read. */
  finish() {
    for (const { reason, titles } of this.#skipGroups()) {
      say(`${dim('skipped')} ${titles.length}: ${reason}`);
      for (const title of titles) say(dim(`    ${title}`));
    }
    for (const { title, text } of this.#failures) say(`\n${red('FAILED')} ${title}\n${indent(text)}`);
    const again = this.#neededSecondRun();
    if (again.length > 0) say(`\nneeded a second run ${again.length}:\n${indent(again.join('\n'))}`);
    const tail = this.skipped > 0 ? `, ${this.skipped} skipped` : '';
    say(`\n${this.passed} passed, ${this.failed} failed${tail}`);
  }

  #take(type, data) {
    if (type === 'test:pass') this.#pass(data);
    else if (type === 'test:fail') this.#fail(data);
    else if (type === 'test:stdout' || type === 'test:stderr') this.#keep(data.file, data.message);
    else if (type === 'test:diagnostic' && data.from) this.#keep(data.file, `${data.message}\n`);
  }

  /** Shown with the next failure of the file. */
  #keep(file, words) {
    this.#file(file).output.push(words);
  }

  #pass(data) {
    if (data.skip || data.todo) return this.#skip(data);
    // The tests of a suite are reported by themselves.
    if (data.details?.type === 'suite') return;
    this.passed += 1;
    this.#file(data.file).passed += 1;
  }

  #skip(data) {
    const given = data.skip || data.todo;
    const reason = typeof given === 'string' ? given : 'no reason given';
    if (!this.#mayLack && !OTHER_SYSTEM.test(reason))
      return this.#addFailed(data, `skipped, where nothing may be missing: ${reason}`);
    this.skipped += 1;
    this.#file(data.file).skipped += 1;
    this.#skips.push({ file: data.file, title: titleOf(data), reason });
  }

  #fail(data) {
    const error = data.details?.error;
    // A parent fails with its children; they are reported by themselves.
    if (error?.failureType === 'subtestsFailed') return;
    if (data.todo !== undefined) return this.#skip(data);
    const printed = this.#file(data.file).output.splice(0).join('').trimEnd();
    const words = [textOf(error), printed && `--- printed by the file so far\n${printed}`];
    this.#addFailed(data, words.filter(Boolean).join('\n'));
  }

  #addFailed(data, text) {
    this.failed += 1;
    this.#file(data.file).failed += 1;
    this.#failures.push({ file: data.file, title: titleOf(data), text });
  }

  #file(name = 'unknown file') {
    const known = this.#files.get(name) ?? { passed: 0, failed: 0, skipped: 0, output: [] };
    this.#files.set(name, known);
    return known;
  }

  #closeFile(file, took) {
    const { passed, failed, skipped } = this.#file(file);
    const mark = failed > 0 ? red('FAIL') : green('ok  ');
    const counts = [`${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`];
    say(`${mark} ${relative(file)}  ${dim(`${counts.filter(Boolean).join(', ')} (${seconds(took)})`)}`);
    for (const failure of this.#failures.filter((one) => one.file === file))
      say(indent(`${failure.title}\n${indent(beginning(failure.text))}`));
  }

  /** What failed at first and not at last. */
  #neededSecondRun() {
    const failed = new Set(this.#failures.map(({ title }) => title));
    return this.#firstFailures.map(({ title }) => title).filter((title) => !failed.has(title));
  }

  #skipGroups() {
    const groups = Map.groupBy(this.#skips, ({ reason }) => reason);
    return [...groups].map(([reason, skips]) => ({ reason, titles: skips.map(({ title }) => title) }));
  }
}

const OTHER_SYSTEM = /\b(Windows|macOS|kernel)\b/;

const relative = (file) => path.relative(root, file).replaceAll('\\', '/');
const titleOf = ({ file, from = file, name, line }) =>
  file === name ? relative(file) : `${name}  ${dim(`${relative(from)}:${line ?? 1}`)}`;
const beginning = (text) => text.split('\n').slice(0, 8).join('\n');
const indent = (text) => text.replace(/^(?=.)/gm, '    ');

function textOf(error) {
  const cause = error?.cause ?? error;
  if (error?.exitCode) return `The file ended with exit code ${error.exitCode}, outside of its tests.`;
  if (error?.signal) return `The file was ended by ${error.signal}.`;
  // As the runner ends a file; the time-outs of libraries say themselves what did not come.
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return 'The file did not end in time: a test hangs, or left something open.';
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
  return text.replace(/\n +at .*\(?node:(internal|async_hooks)[^\n]*/g, '');
}
