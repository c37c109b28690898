/**
 * `npm test`: set-up, gates, every test, and the gate of the requirements; the last line is
 * "N passed, N failed[, N skipped]". `npm test -- wire` runs only the files whose path contains "wire".
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { run as runTests } from 'node:test';
import { forTests, mayInstall } from './debian.mjs';
import { underModernNode } from './node24.mjs';
import { root } from './run.mjs';
import { say, seconds, step } from './say.mjs';
import { sayFailure, setup } from './setup.mjs';

const folders = ['src', 'test', 'web', 'extension'];
const concurrency = 2;
/** No single test takes this long. */
const silenceLimitMs = 240_000;

try {
  await underModernNode(step);
  const { env } = await setup({ debian: forTests, needsBuild: false });
  process.env.PATH = env.PATH;
  await main(process.argv.slice(2));
} catch (error) {
  sayFailure(error);
  say('\n0 passed, 1 failed');
}

async function main(filters) {
  const { runGates } = await import('./gates.mjs');
  const { Reporter } = await import('./reporter.mjs');
  const start = Date.now();
  const reporter = new Reporter({ mayLack: !mayInstall() });
  const citations = mkdtempSync(path.join(tmpdir(), 'citations-'));
  process.env.SENSORIUM_CITATIONS = citations;
  try {
    const gates = await runGates(filters.length > 0 ? ['build'] : undefined);
    reporter.addPasses(gates.passed);
    for (const { name, output } of gates.failures) reporter.addFailure(name, output);
    const files = testFiles(filters);
    if (files.length === 0)
      reporter.addFailure('no test file', `No test file has ${filters.join(' or ')} in its path.`);
    await Promise.all(Array.from({ length: concurrency }, () => work(files, reporter)));
    await runFailedOnceMore(reporter, citations);
    if (filters.length === 0) await checkRequirements(citations, reporter);
  } finally {
    rmSync(citations, { recursive: true, force: true });
  }
  say(`\nall of it took ${seconds(Date.now() - start)}`);
  reporter.finish();
  process.exitCode = reporter.failed > 0 ? 1 : 0;
}

/** Takes files from the list until it is empty; each runs in a process of its own. */
async function work(files, reporter) {
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    await reporter.read(file, eventsOf(file));
  }
}

/**
 * A shared machine can starve a browser or a display for seconds. What failed beside others is run once more by
 * itself; what fails again, has failed. Both runs are in the log.
 */
async function runFailedOnceMore(reporter, citations) {
  for (const file of reporter.failedFiles()) {
    say(`once more, alone: ${path.relative(root, file)}`);
    reporter.forget(file);
    rmSync(path.join(citations, `${file.replaceAll(/[^\w.-]/g, '_')}.ndjson`), { force: true });
    await reporter.read(file, eventsOf(file));
  }
}

/** The events of one file. A file from which nothing is heard for too long is ended. */
async function* eventsOf(file) {
  const stop = new AbortController();
  const late = new DOMException('silent', 'TimeoutError');
  const timer = setTimeout(() => stop.abort(late), silenceLimitMs);
  try {
    for await (const event of runTests({ files: [file], signal: stop.signal })) {
      timer.refresh();
      yield event;
    }
  } finally {
    clearTimeout(timer);
  }
}

function testFiles(filters) {
  const names = folders
    .flatMap(namesUnder)
    .filter((name) => name.endsWith('.test.ts'))
    .sort();
  const chosen =
    filters.length > 0 ? names.filter((name) => filters.some((filter) => name.includes(filter))) : names;
  return chosen.map((name) => path.join(root, name));
}

function namesUnder(folder) {
  const place = path.join(root, folder);
  const names = existsSync(place) ? readdirSync(place, { recursive: true }) : [];
  return names.map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

async function checkRequirements(folder, reporter) {
  const { judge } = await import('../test/requirements/gate.ts');
  const verdict = judge(folder);
  say(verdict.summary);
  if (verdict.problems.length === 0) reporter.addPasses(1);
  else reporter.addFailure('gate: requirements', verdict.problems.join('\n'));
}
