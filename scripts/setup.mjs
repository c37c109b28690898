/**
 * Brings what is missing: Node, the packages, the build, a browser. Runs on Node 20, needs nothing but npm,
 * and does nothing the second time. `--for-tests` adds the Debian packages that tests use and leaves out the build.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { forTests, install, mayInstall, missingOf, remedy } from './debian.mjs';
import { bringNode, environmentOf, npmCommand, SetupError } from './node24.mjs';
import { root, run, tail } from './run.mjs';
import { Shortfall, say, step } from './say.mjs';

const stamp = path.join(root, 'node_modules', '.sensorium-setup');
const lockFile = path.join(root, 'package-lock.json');

/**
 * Everything the product needs, and Debian packages beside; returns the Node to run it with. Throws a SetupError on
 * what is essential. The test run makes the build itself, because there a failed one is a result and no reason to stop.
 */
export async function setup({ debian = [], needsBuild = true, needsBrowser = true, browserPath } = {}) {
  const node = await bringNode(step);
  const env = environmentOf(node);
  await step('packages', () => installPackages(node, env));
  if (needsBuild) await step('build', () => build(node, env));
  if (debian.length > 0) await step('Debian packages', () => installDebian(debian));
  const browser = needsBrowser && (await step('browser', () => bringBrowser(node, env, browserPath)));
  return { node, env, browser };
}

// --- packages ---------------------------------------------------------------------------------------------

async function installPackages(node, env) {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return 'up to date';
  if (!installedMatchesLock()) {
    const npm = npmCommand(node);
    const result = await run(npm.command, [...npm.lead, 'ci', '--no-audit', '--no-fund'], {
      env,
      shell: npm.shell,
    });
    if (result.code !== 0) {
      throw new SetupError(
        `npm ci failed; check the connection to the npm registry and start again.\n${npmReason(result.output)}`,
      );
    }
  }
  writeFileSync(stamp, hash);
  return 'installed';
}

/** npm says first what is wrong and then at length how it is used; the first lines are enough. */
function npmReason(output) {
  const lines = output.split('\n').filter((line) => line.startsWith('npm error'));
  return (lines.length > 0 ? lines : output.split('\n')).slice(0, 12).join('\n');
}

/** True when someone ran npm by hand and node_modules already is what the lock file says. */
function installedMatchesLock() {
  const hidden = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const there = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const names = Object.keys(wanted).filter(
    (name) => name !== '' && !wanted[name].optional && !wanted[name].link,
  );
  return names.every((name) => there[name]?.version === wanted[name].version);
}

// --- build ------------------------------------------------------------------------------------------------

async function build(node, env) {
  const result = await run(node, [path.join(root, 'scripts', 'build.mjs')], { env });
  if (result.code !== 0) throw new SetupError(`The build failed.\n${tail(result.output, 60)}`);
  return result.output.trim().split('\n').at(-1);
}

// --- browser ----------------------------------------------------------------------------------------------

async function bringBrowser(node, env, browserPath) {
  const known = await lookForBrowser(node, env, browserPath);
  if (known) return known;
  const given = browserPath ?? env.SENSORIUM_BROWSER;
  if (given) {
    return new Shortfall(`${given} cannot be started; correct --browser-path or SENSORIUM_BROWSER.`);
  }
  const playwright = path.join(root, 'node_modules', 'playwright-core', 'cli.js');
  const download = await run(node, [playwright, 'install', 'chromium'], { env, limitMs: 240_000 });
  const downloaded = download.code === 0 && (await lookForBrowser(node, env));
  if (downloaded) return downloaded;
  if (mayInstall()) {
    await install(['chromium']);
    const installed = await lookForBrowser(node, env);
    if (installed) return installed;
  }
  return new Shortfall(
    'none could be found or downloaded; install Chrome or Chromium, or name one with SENSORIUM_BROWSER.',
  );
}

/** Asks the product's own finder, so that set-up and server never disagree. */
async function lookForBrowser(node, env, given) {
  const finder = pathToFileURL(
    path.join(root, 'src', 'engines', 'browser', 'launch', 'find-browser.ts'),
  ).href;
  const code = `import(${JSON.stringify(finder)}).then(async ({ findBrowser }) => {
    const given = ${JSON.stringify(given)};
    const found = await findBrowser({ given, env: process.env, withVersion: true });
    if (found) process.stdout.write([found.path, found.version].filter(Boolean).join(' '));
  });`;
  const result = await run(node, ['--disable-warning=ExperimentalWarning', '-e', code], {
    env,
    limitMs: 60_000,
  });
  return result.code === 0 ? result.output.trim() : '';
}

// --- Debian -----------------------------------------------------------------------------------------------

async function installDebian(names) {
  const missing = missingOf(names);
  if (missing.length === 0) return 'all there';
  if (!mayInstall()) return new Shortfall(`what needs ${missing.join(', ')} is left out. ${remedy(missing)}`);
  const problem = await install(missing);
  return problem ? new Shortfall(`apt-get could not install ${problem}.`) : `installed ${missing.join(', ')}`;
}

// --- as a command -----------------------------------------------------------------------------------------

/** Prints a SetupError as its sentence and everything else in full; the exit code is 1. */
export function sayFailure(error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
}

function optionOf(name) {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isForTests = process.argv.includes('--for-tests');
  await setup({
    ...(isForTests && { debian: forTests, needsBuild: false }),
    browserPath: optionOf('--browser-path'),
  }).then(() => say('Ready.'), sayFailure);
}
