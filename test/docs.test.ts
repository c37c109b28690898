import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { describe, test } from 'node:test';

const root = resolve(import.meta.dirname, '..');
const ignored = new Set(['node_modules', '.git', '.toolchain', 'dist', 'coverage']);
const textFiles = new Set([
  '.md',
  '.ts',
  '.tsx',
  '.mjs',
  '.cjs',
  '.js',
  '.json',
  '.css',
  '.html',
  '.yml',
  '',
]);

function* filesUnder(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (ignored.has(entry.name)) continue;
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile()) yield path;
  }
}

interface Page {
  readonly path: string;
  readonly text: string;
}

const pages: readonly Page[] = [
  ...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'src/README.md'].map((name) => join(root, name)),
  ...(existsSync(join(root, 'docs')) ? filesUnder(join(root, 'docs')) : []),
]
  .filter((path) => path.endsWith('.md') && existsSync(path))
  .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));

/** Text without fenced blocks, where links and paths are examples. */
const prose = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '');

function headings(text: string): ReadonlySet<string> {
  const titles = [...prose(text).matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  const slug = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-');
  return new Set(titles.map(slug));
}

/** Relative links that lead nowhere. */
function brokenLinks({ path, text }: Page): readonly string[] {
  const links = [...prose(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map((match) => match[1] ?? '');
  return links
    .filter((link) => !/^[a-z][a-z+.-]*:/i.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file ? resolve(root, dirname(path), decodeURI(file)) : join(root, path);
      if (file && !existsSync(target)) return true;
      if (!anchor || !target.endsWith('.md')) return false;
      return !headings(file ? readFileSync(target, 'utf8') : text).has(anchor);
    })
    .map((link) => `${path}: ${link}`);
}

/** Paths and npm scripts in code spans that do not exist. */
function wrongNames({ path, text }: Page, scripts: ReadonlySet<string>): readonly string[] {
  const spans = [...prose(text).matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
  const places = spans.filter((span) =>
    /^(src|test|scripts|docs|bin|bench|web|extension|\.ci)\/[\w./-]*$/.test(span),
  );
  const missing = places.filter((place) => !existsSync(join(root, place)));
  const commands = spans.flatMap((span) => /^npm (?:run )?([\w:-]+)/.exec(span)?.[1] ?? []);
  const builtIn = new Set(['ci', 'install', 'i', 'pack', 'publish', 'exec']);
  const unknown = commands.filter((name) => !scripts.has(name) && !builtIn.has(name));
  return [
    ...missing.map((place) => `${path}: ${place}`),
    ...unknown.map((name) => `${path}: npm run ${name}`),
  ];
}

// Put together here, so that this file does not find itself.
const machinePaths = [
  ['', 'work', ''],
  ['', 'home', ''],
  ['', 'root', ''],
  ['', 'tmp', 'bash'],
].map((parts) => parts.join('/'));

/** Paths of the machine somebody worked on. A test may invent a home folder. */
function machinePathsIn({ path, text }: Page): readonly string[] {
  const before = '(?<![\\w.:/}$-])';
  return machinePaths
    .filter((place) => !(place.includes('home') && path.endsWith('.test.ts')))
    .filter((place) => new RegExp(`${before}${place}`).test(text))
    .map((place) => `${path}: ${place}`);
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const scripts = new Set(Object.keys(manifest.scripts));

describe('the documentation', () => {
  test('was seen', () => assert.ok(pages.length >= 4, `${pages.length} pages`));
  test('links only to what exists', () => assert.deepEqual(pages.flatMap(brokenLinks), []));
  test('names only paths and scripts that exist', () => {
    assert.deepEqual(
      pages.flatMap((page) => wrongNames(page, scripts)),
      [],
    );
  });
});

test('no file names a path of the machine it was written on', () => {
  const files = [...filesUnder(root)].filter(
    // Samples of others' files name others' machines.
    (path) =>
      textFiles.has(extname(path)) && statSync(path).size < 2_000_000 && !path.includes('eval/corpus/'),
  );
  assert.ok(files.length > 100, `${files.length} files`);
  const read = files.map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));
  assert.deepEqual(read.flatMap(machinePathsIn), []);
});

test('the lock file has no download addresses', () => {
  assert.doesNotMatch(readFileSync(join(root, 'package-lock.json'), 'utf8'), /"resolved"/);
});

describe('what is wrong is found', () => {
  const page = (text: string): Page => ({ path: 'README.md', text });
  test('a link to nowhere, and to a heading that is not there', () => {
    assert.equal(brokenLinks(page('[a](docs/none.md) [b](#none) [c](https://example.org)')).length, 2);
    assert.deepEqual(
      brokenLinks(page('# A heading, of sorts\n[b](#a-heading-of-sorts) [c](package.json)')),
      [],
    );
  });
  test('a path and a script that are not there', () => {
    assert.equal(wrongNames(page('`src/none.ts` and `npm run none` and `npm test`'), scripts).length, 2);
  });
  test('a path of a machine, but not an address or a part of a name', () => {
    assert.equal(machinePathsIn(page(`see ${machinePaths[2]}x`)).length, 1);
    assert.deepEqual(machinePathsIn(page('https://example.org/work/1 and net/work/2')), []);
  });
});
