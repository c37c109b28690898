/** The checks before the tests: build, format and lint, types, dead code, generated files. */
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { underModernNode } from './node24.mjs';
import { root, run } from './run.mjs';
import { green, red, say, seconds, step } from './say.mjs';
import { sayFailure, setup } from './setup.mjs';

const module = (...parts) => path.join(root, 'node_modules', ...parts);

/** Name and arguments to node of every gate, in their order. */
const gates = [
  ['build', [path.join(root, 'scripts', 'build.mjs')]],
  [
    'format and lint',
    [module('@biomejs', 'biome', 'bin', 'biome'), 'check', '--diagnostic-level=warn', '--error-on-warnings'],
  ],
  // From scratch: what the compiler kept of an earlier run has told errors that were none.
  ['types', [module('typescript', 'bin', 'tsc'), '-b', '--force', '.']],
  ['dead code', [module('knip', 'bin', 'knip.js'), '--no-progress', '--treat-config-hints-as-errors']],
  ['generated files', [path.join(root, 'scripts', 'gen.ts'), '--check']],
  ['package', [module('publint', 'src', 'cli.js'), '--strict', '--pack', 'npm']],
];

/** Runs the gates, a line each; returns { name, output } of those that failed and how many passed. */
export async function runGates(only) {
  const chosen = only ? gates.filter(([name]) => only.includes(name)) : gates;
  const failures = [];
  for (const [name, args] of chosen) {
    const start = Date.now();
    const { code, output } = await run(process.execPath, args, { limitMs: 300_000 });
    const took = seconds(Date.now() - start);
    say(`${code === 0 ? green('ok  ') : red('FAIL')} gate: ${name} (${took})`);
    if (code !== 0) failures.push({ name: `gate: ${name}`, output });
  }
  return { failures, passed: chosen.length - failures.length };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await underModernNode(step);
    await setup({ needsBuild: false, needsBrowser: false });
    const { failures } = await runGates();
    for (const failure of failures) say(`\n--- ${failure.name}\n${failure.output.trimEnd()}`);
    process.exitCode = failures.length > 0 ? 1 : 0;
  } catch (error) {
    sayFailure(error);
  }
}
