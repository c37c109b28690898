/**
 * `npm run bench` and `npm run eval`: one area of several, after what it needs was brought; `npm run soak` has one
 * only. What cannot be brought is named in a sentence.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { mayInstall, missingOf, remedy } from './debian.mjs';
import { npmCommand, SetupError, underModernNode } from './node24.mjs';
import { root, run, runAttached, tail } from './run.mjs';
import { Shortfall, say, step } from './say.mjs';
import { sayFailure, setup } from './setup.mjs';

/** Other people's servers, which some benchmarks stand beside. */
const peers = ['@playwright/mcp@0.0.83', 'chrome-devtools-mcp@1.11.0'];
const peerFolder = path.join(root, '.bench');

/**
 * Runs `folder`/AREA.ts with the rest of the arguments. Each area says `what` it measures, which Debian packages it
 * uses, and whether it `needsBrowser` and `needsPeers`.
 */
export async function runArea(folder, areas) {
  const [name, ...rest] = process.argv.slice(2);
  const area = Object.hasOwn(areas, name ?? '') ? areas[name] : undefined;
  if (!area) return sayAreas(folder, areas, name);
  await bringAndRun(name, path.join(folder, `${name}.ts`), rest, area);
}

/** Runs one of our files with these arguments, after what it needs was brought. */
export async function bringAndRun(
  name,
  file,
  args,
  { debian = [], needsBrowser = false, needsPeers = false },
) {
  try {
    await underModernNode(step);
    if (!mayInstall()) demand(name, debian);
    const { node, env, browser } = await setup({ debian, needsBrowser });
    demand(name, debian);
    if (browser instanceof Shortfall) throw new SetupError(`"${name}" needs a browser: ${browser.sentence}`);
    if (needsPeers) await step('peers', () => installPeers(node, env));
    process.exitCode = await runAttached(node, [path.join(root, file), ...args], { env });
  } catch (error) {
    sayFailure(error);
  }
}

function sayAreas(folder, areas, name) {
  const rows = Object.entries(areas).map(([area, { what }]) => `  ${area.padEnd(10)} ${what}`);
  if (name !== undefined) say(`There is no "${name}". There are:`);
  else say(`npm run ${folder} -- AREA [options of the area]`);
  say(rows.join('\n'));
  process.exitCode = name === undefined ? 0 : 1;
}

function demand(name, debian) {
  const missing = missingOf(debian);
  if (missing.length > 0) throw new SetupError(`"${name}" cannot run here. ${remedy(missing)}`);
}

async function installPeers(node, env) {
  if (peers.every(isInstalled)) return 'all there';
  mkdirSync(peerFolder, { recursive: true });
  const npm = npmCommand(node);
  const options = ['--prefix', peerFolder, '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  const result = await run(npm.command, [...npm.lead, 'install', ...options, ...peers], {
    env,
    shell: npm.shell,
  });
  if (result.code === 0) return `installed ${peers.join(', ')}`;
  throw new SetupError(`npm could not install ${peers.join(', ')}.\n${tail(result.output, 5)}`);
}

function isInstalled(peer) {
  const [, name, version] = /^(.+)@(.+)$/.exec(peer);
  const manifest = path.join(peerFolder, 'node_modules', name, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
}
