/**
 * `npm run flatpak`: packs the built product, the packages it needs and Node into a Flatpak app, and writes it
 * as one file or into a repository. Needs the `flatpak` program; no SDK and no network.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { underModernNode } from '../../scripts/node24.mjs';
import { root, run, tail } from '../../scripts/run.mjs';
import { say, step } from '../../scripts/say.mjs';
import { neededPackages } from './packages.mjs';

await underModernNode(step);

const recipe = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'io.github.charly.fotos.json'), 'utf8'),
);
const product = '/app/lib/sensorium';
/** The commands in the sandbox: the entry in bin/ and what precedes the caller's arguments. */
const commands = {
  fotos: ['sensorium', 'app'],
  'fotos-mcp': ['fotos-mcp'],
  sensorium: ['sensorium'],
};
const runtimeSource = 'https://dl.flathub.org/repo/flathub.flatpakrepo';

const scratch = mkdtempSync(path.join(tmpdir(), 'flatpak-'));
try {
  await main(options());
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error.message}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function options() {
  const { values } = parseArgs({
    options: { bundle: { type: 'string' }, repo: { type: 'string' }, runtime: { type: 'string' } },
  });
  const given = values.runtime ?? `${recipe.runtime}//${recipe['runtime-version']}`;
  const [, name, version] = /^([^/]+)\/\/([^/]+)$/.exec(given) ?? [];
  if (!name) throw new Error(`--runtime is NAME//BRANCH, such as ${recipe.runtime}//25.08, not "${given}".`);
  const bundle = values.bundle ?? (values.repo ? undefined : 'fotos.flatpak');
  return { bundle, repo: values.repo ?? path.join(scratch, 'repo'), name, version, isOurs: !values.runtime };
}

async function main({ bundle, repo, name, version, isOurs }) {
  if (isOurs) refuseBorrowedLibraries();
  const arch = await flatpak('--default-arch');
  const sdk = isOurs ? recipe.sdk : name;
  await step('build', () => command(process.execPath, [path.join(root, 'scripts', 'build.mjs')]));
  const app = path.join(scratch, 'app');
  await step('files', () =>
    layOut(app, { runtime: `${name}/${arch}/${version}`, sdk: `${sdk}/${arch}/${version}` }),
  );
  await step('export', async () => {
    await flatpak('build-finish', app, `--command=${recipe.command}`, ...recipe['finish-args']);
    await flatpak('build-export', repo, app, recipe.branch);
    await flatpak('build-update-repo', repo);
  });
  if (!bundle) return say(`${recipe['app-id']}//${recipe.branch} is in ${repo}`);
  const source = isOurs ? [`--runtime-repo=${runtimeSource}`] : [];
  await step('bundle', () =>
    flatpak('build-bundle', ...source, repo, bundle, recipe['app-id'], recipe.branch),
  );
  return say(`flatpak install --user ${path.resolve(bundle)}`);
}

/** A Node that a distribution has built may lean on libraries that the runtime does not have. */
function refuseBorrowedLibraries() {
  const shared = Object.entries(process.config.variables)
    .filter(([name, value]) => name.startsWith('node_shared') && String(value) === 'true')
    .map(([name]) => name);
  if (shared.length === 0) return;
  throw new Error(
    `${process.execPath} needs libraries of this system (${shared.join(', ')}); run it with Node from https://nodejs.org.`,
  );
}

/** The build folder as `flatpak build-init` makes it, which would ask for an SDK that nothing here uses. */
function layOut(folder, { runtime, sdk }) {
  const files = path.join(folder, 'files');
  const bin = path.join(files, 'bin');
  mkdirSync(bin, { recursive: true });
  mkdirSync(path.join(folder, 'var'));
  const metadata = ['[Application]', `name=${recipe['app-id']}`, `runtime=${runtime}`, `sdk=${sdk}`, ''];
  writeFileSync(path.join(folder, 'metadata'), metadata.join('\n'));
  const target = path.join(files, path.posix.relative('/app', product));
  const { files: published } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const packages = neededPackages(root);
  for (const one of [...published, 'package.json', 'LICENSE', ...packages]) {
    cpSync(path.join(root, one), path.join(target, one), { recursive: true });
  }
  copyNode(bin, path.join(files, 'share', 'licenses', 'node'));
  for (const [name, [entry, ...lead]] of Object.entries(commands)) {
    const lines = [
      '#!/app/bin/node',
      ...lead.map((word) => `process.argv.splice(2, 0, ${JSON.stringify(word)});`),
      `require('${product}/bin/${entry}.cjs');`,
      '',
    ];
    writeFileSync(path.join(bin, name), lines.join('\n'));
    chmodSync(path.join(bin, name), 0o755);
  }
  return `${packages.length} packages`;
}

function copyNode(bin, licences) {
  cpSync(process.execPath, path.join(bin, 'node'));
  const licence = path.resolve(path.dirname(process.execPath), '..', 'LICENSE');
  if (existsSync(licence)) cpSync(licence, path.join(licences, 'LICENSE'));
}

function flatpak(...args) {
  return command('flatpak', args);
}

async function command(program, args) {
  const { code, output } = await run(program, args, { cwd: process.cwd() });
  if (code === 0) return output.trim().split('\n').at(-1);
  if (code === 127)
    throw new Error(`${program} cannot be started; install it (Debian: apt install ${program}).`);
  throw new Error(`${program} ${args.slice(0, 1)} failed.\n${tail(output, 10)}`);
}
