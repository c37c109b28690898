/**
 * Playwright's own specs for its MCP server, against `viewpoint-mcp --answers playwright` or (`--peer`) the server that
 * they were written for. They are brought at run time, from GitHub or (`--specs REPO`) a copy of the repository here, and
 * are no part of this project. `--only WORD` runs the files whose name has it; `--workers N`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../src/engines/browser/launch/find-browser.ts';
import { say } from './options.ts';

/** The last commit whose specs fit the playwright-core of package.json and the published @playwright/mcp. */
const COMMIT = 'd4e1023f6c03a8dced50eb3db88c2217e7c1a86a';
const SOURCE = 'https://github.com/microsoft/playwright';
const PARTS = ['tests/mcp', 'tests/config', 'tests/assets', 'tests/third_party'];
const PACKAGES = [
  '@playwright/test@1.65.0',
  '@modelcontextprotocol/sdk@1.29.0',
  'ws',
  'mime@3',
  '@zip.js/zip.js',
];
const PEER = '@playwright/mcp@0.0.83';

const { values } = parseArgs({
  options: {
    specs: { type: 'string' },
    peer: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    workers: { type: 'string', default: '2' },
  },
});
const root = join(import.meta.dirname, '..');
const folder = join(root, '.cache', 'playwright-specs');
const inFolder = (...parts: readonly string[]) => join(folder, ...parts);
const npmInto = (place: string, packages: readonly string[]) => {
  mkdirSync(place, { recursive: true });
  const options = ['--prefix', place, '--no-save', '--no-package-lock', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
};

mkdirSync(folder, { recursive: true });
// Theirs are no modules, unlike ours around them.
writeFileSync(inFolder('package.json'), '{ "private": true }\n');
bringSpecs(values.specs);
if (!existsSync(inFolder('node_modules', '@playwright', 'test'))) npmInto(folder, PACKAGES);
if (values.peer && !existsSync(inFolder('peer', 'node_modules'))) npmInto(inFolder('peer'), [PEER]);
layOut();
const browser = await findBrowser({ env: process.env });
if (!browser) throw new Error('No browser was found; "npx playwright-core install chromium" brings one.');
standIn(browser.path);
process.exitCode = run();

function bringSpecs(copy: string | undefined): void {
  if (existsSync(inFolder('tests', 'mcp'))) return;
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'inherit'] });
  const repository = copy ?? inFolder('repository');
  if (copy === undefined) {
    git('init', '-q', '--bare', repository);
    git('--git-dir', repository, 'fetch', '-q', '--depth', '1', SOURCE, COMMIT);
  }
  const archive = git('-C', repository, 'archive', COMMIT, ...PARTS);
  execFileSync('tar', ['x', '-C', folder], { input: archive });
}

/** The specs look for Playwright's own packages beside them; the server there is a shim that starts the one to be tried. */
function layOut(): void {
  const ours = join(import.meta.dirname, 'playwright-specs');
  const core = inFolder('packages', 'playwright-core');
  rmSync(inFolder('packages'), { recursive: true, force: true });
  const installed = inFolder('node_modules', 'playwright-core');
  link(installed, core, 'lib');
  link(join(installed, 'lib'), join(core, 'lib'), 'entry');
  mkdirSync(join(core, 'lib', 'entry'), { recursive: true });
  cpSync(join(ours, 'server.cjs'), join(core, 'lib', 'entry', 'mcp.js'));
  mkdirSync(inFolder('packages', 'playwright-test'), { recursive: true });
  writeFileSync(inFolder('packages', 'playwright-test', 'cli.js'), "require('@playwright/test/cli');\n");
  // Two folders deep, as theirs: some paths are relative to where it lies.
  cpSync(join(ours, 'specs.config.cjs'), inFolder('tests', 'mcp', 'specs.config.cjs'));
  cpSync(join(ours, 'reporter.cjs'), inFolder('reporter.cjs'));
}

function link(from: string, to: string, besides: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name !== besides) symlinkSync(join(from, name), join(to, name));
}

/** The browser and the ffmpeg of this machine in the places where the versions of Playwright look for theirs. */
function standIn(program: string): void {
  const script = inFolder('browser');
  writeFileSync(script, `#!/bin/sh\nexec "${program}" --no-sandbox "$@"\n`, { mode: 0o755 });
  const ffmpeg = inFolder('ffmpeg');
  writeFileSync(ffmpeg, '#!/bin/sh\nexec ffmpeg "$@"\n', { mode: 0o755 });
  const places = [
    ['chromium', 'chromium-', 'chrome-linux64/chrome', script],
    [
      'chromium-headless-shell',
      'chromium_headless_shell-',
      'chrome-headless-shell-linux64/chrome-headless-shell',
      script,
    ],
    ['ffmpeg', 'ffmpeg-', 'ffmpeg-linux', ffmpeg],
  ] as const;
  for (const install of [folder, inFolder('peer'), root]) {
    const list = join(install, 'node_modules', 'playwright-core', 'browsers.json');
    if (!existsSync(list)) continue;
    const { browsers } = JSON.parse(readFileSync(list, 'utf8')) as {
      browsers: { name: string; revision: string }[];
    };
    for (const [name, prefix, rest, stands] of places) {
      const { revision } = browsers.find((one) => one.name === name)!;
      const place = inFolder('browsers', `${prefix}${revision}`, rest);
      mkdirSync(dirname(place), { recursive: true });
      if (!existsSync(place)) symlinkSync(stands, place);
    }
  }
}

function run(): number {
  const server = values.peer
    ? inFolder('peer', 'node_modules', '@playwright', 'mcp', 'cli.js')
    : join(root, 'bin', 'viewpoint-mcp.cjs');
  const out = inFolder(values.peer ? 'peer.txt' : 'ours.txt');
  const cli = inFolder('node_modules', '@playwright', 'test', 'cli.js');
  const options = ['--config=tests/mcp/specs.config.cjs', `--output=${inFolder('results')}`];
  const { status } = spawnSync(
    process.execPath,
    [cli, 'test', ...options, '--reporter=./reporter.cjs', `--workers=${values.workers}`, ...values.only],
    {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        PLAYWRIGHT_BROWSERS_PATH: inFolder('browsers'),
        PLAYWRIGHT_SKIP_VALIDATE_HOST_REQUIREMENTS: '1',
        SPECS_SERVER: server,
        SPECS_KEY: values.peer ? '' : 'key-of-the-specs',
        SPECS_OUT: out,
      },
    },
  );
  say(`What each said: ${out}`);
  return status ?? 1;
}
