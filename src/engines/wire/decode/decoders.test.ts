import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DECODERS } from './decoders.ts';

const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

test('each decoder is tried with what holds for all', () => {
  for (const { protocol } of DECODERS) {
    const path = `src/engines/wire/decode/${protocol}/${protocol}.test.ts`;
    assert.match(read(path), /^decoderSuite\(/m, path);
  }
});

/** The files that CONTRIBUTING.md says to touch, in its example's name. */
function filesToTouch(): string[] {
  const [, section = ''] = /^## Adding a decoder\n(.*?)^## /ms.exec(read('CONTRIBUTING.md')) ?? [];
  return [...section.matchAll(/^(\S+\.\w+) {2,}/gm)].map(([, path]) => path!);
}

test('a protocol is known to no other file than CONTRIBUTING.md tells, words for people aside', () => {
  const files = filesToTouch();
  assert.ok(files.length >= 3 && files.length <= 4, files.join(', '));
  // Redis stands for all: it is no English word, and no other decoder hands over to it.
  const expected = files.map((path) => path.replaceAll('mqtt', 'redis'));
  const sources = globSync('src/**/*.ts', { cwd: root }).filter(
    (path) =>
      !/\.(generated|test)\.ts$/.test(path) &&
      // Whose keys there are is told by their names.
      !/^src\/(profiles|kernel\/redaction)\//.test(path),
  );
  assert.ok(sources.length > 300);
  // A program of that name takes passwords on its command line; that is no protocol.
  const naming = sources.filter((path) => /\bredis\b(?!-cli)/i.test(read(path)));
  const own = /^src\/engines\/wire\/decode\/redis\//;
  assert.deepEqual(
    naming.filter((path) => !own.test(path)),
    expected.filter((path) => path.startsWith('src/') && !own.test(path)),
  );
  for (const path of expected) assert.match(read(path), /redis/i, path);
});
