/**
 * Bundles src/cli/*.ts into dist/: one small entry a command, the shared code in one chunk, and what is
 * imported dynamically in chunks of its own; the web app into dist/app, the browser extension into dist/extension.
 * Does nothing when no source has changed.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { underModernNode } from './node24.mjs';
import { root } from './run.mjs';
import { say } from './say.mjs';

await underModernNode();

const dist = path.join(root, 'dist');
const stamp = path.join(dist, '.build');
const fonts = path.join(root, 'node_modules', 'dejavu-fonts-ttf');
const sources = [
  'src',
  'web',
  'extension',
  'scripts/build.mjs',
  'scripts/build-app.mjs',
  'scripts/build-extension.mjs',
  'scripts/notices.mjs',
  'package.json',
  'package-lock.json',
];

const hash = hashOf(sources);
const force = process.argv.includes('--force');
if (!force && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) say('up to date');
else await build();

async function build() {
  const { rolldown } = await import('rolldown');
  const { writeNotices } = await import('./notices.mjs');
  const { buildApp } = await import('./build-app.mjs');
  const { buildExtension } = await import('./build-extension.mjs');
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const input = entries();
  if (Object.keys(input).length === 0) throw new Error('src/cli has no command to build.');
  const bundle = await rolldown({
    input,
    cwd: root,
    platform: 'node',
    // Some packages keep an older module format under "main" that cannot be bundled.
    resolve: {
      mainFields: ['module', 'main'],
      alias: { '@modelcontextprotocol/server/_shims': path.join(root, 'src', 'transport', 'sdk-shims.ts') },
    },
    external: externals(manifest),
    logLevel: 'warn',
    // What is not there would be missed only when it is called for.
    onLog(level, log, say) {
      // The trace engine names what its makers left out of the package, in a function that nobody calls.
      if (log.code === 'IMPORT_IS_UNDEFINED' && /trace_engine/.test(log.id ?? log.message)) return;
      say(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
    },
  });
  const { output } = await bundle.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name]-[hash].mjs',
    // What every command loads at its start comes in few files instead of many small ones; in one it compiles slower.
    codeSplitting: {
      groups: [
        { name: 'redaction', test: /[\\/]src[\\/]kernel[\\/]redaction[\\/]/ },
        { name: 'libraries', test: /[\\/]node_modules[\\/]zod[\\/]/ },
        { name: 'ground', test: /[\\/]src[\\/](config|profiles|kernel[\\/](?!recognizers))/ },
      ],
    },
    sourcemap: false,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
  const app = await buildApp(path.join(dist, 'app'));
  const extension = await buildExtension(path.join(dist, 'extension'), manifest.version);
  const chunks = output.map((chunk) => path.join(dist, chunk.fileName));
  removeStale(new Set([...chunks, ...copyAssets(), ...app.files, ...extension.files]));
  writeNotices([...output, ...app.output, ...extension.output], fonts);
  writeFileSync(stamp, hash);
  const bytes = output.reduce((sum, chunk) => sum + Buffer.byteLength(chunk.code ?? chunk.source), 0);
  say(
    `${Object.keys(input).filter((name) => !name.includes('/')).length} commands, ${output.length} files, ${Math.round(bytes / 1024)} kB`,
  );
}

/** Files that the program reads: the fonts it draws with. */
function copyAssets() {
  const folder = path.join(dist, 'assets');
  mkdirSync(folder, { recursive: true });
  return ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => {
    const target = path.join(folder, name);
    copyFileSync(path.join(fonts, 'ttf', name), target);
    return target;
  });
}

/** Old chunks go only now, so that a server that is running meanwhile finds its files until the end. */
function removeStale(fresh) {
  for (const file of filesOf(dist)) if (!fresh.has(file)) rmSync(file);
}

/** The commands, and what runs in threads of its own. */
function entries() {
  const named = (folder, ending, prefix) => {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const files = names.filter((name) => name.endsWith(ending) && !name.includes('.test.'));
    return files.map((name) => [prefix + name.slice(0, -ending.length), path.join(folder, name)]);
  };
  return Object.fromEntries([
    ...named(path.join(root, 'src', 'cli'), '.ts', ''),
    ...named(path.join(root, 'src', 'engines', 'browser', 'threads'), '.thread.ts', 'threads/'),
    ...named(path.join(root, 'src', 'engines', 'wire', 'follow'), '.thread.ts', 'threads/'),
  ]);
}

/** What the user installs, or may install, beside us stays outside the bundle; so do native add-ons. */
function externals(manifest) {
  const names = [
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.optionalDependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
    'pg',
    'bufferutil',
    'utf-8-validate',
    '@napi-rs/keyring',
  ];
  return names.map((name) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')}(/|$)`));
}

function hashOf(places) {
  const sum = createHash('sha256');
  for (const file of places.flatMap((place) => filesOf(path.join(root, place)))) {
    sum.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return sum.digest('hex');
}

function filesOf(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  const names = readdirSync(place, { recursive: true }).sort();
  const files = names.map((name) => path.join(place, name)).filter((file) => statSync(file).isFile());
  return files.filter((file) => !/\.test\.[a-z]+$/.test(file));
}
