import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { root } from '../kit/start-server.ts';

const folder = join(root, 'dist', 'app');
const FIRST = 60 * 1024;
const FIRST_STYLE = 12 * 1024;
const ALL = 180 * 1024;

const weight = async (name: string) => gzipSync(await readFile(join(folder, name)), { level: 9 }).length;

/** What the page loads before anything is clicked: its script, and what that imports at once. */
async function firstScripts(): Promise<readonly string[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const names = new Set([/src="([^"]+)"/.exec(page)?.[1] ?? '']);
  for (const name of names) {
    const code = await readFile(join(folder, name), 'utf8');
    // Quotes of a dynamic import stand behind a bracket.
    for (const [, other = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g))
      names.add(other);
  }
  return [...names];
}

test('the web app is small: what is loaded first, and all of it', async () => {
  const names = await readdir(folder);
  const scripts = await firstScripts();
  assert.ok(scripts.every((name) => names.includes(name)));
  const first = (await Promise.all(scripts.map(weight))).reduce((sum, bytes) => sum + bytes, 0);
  const styles = names.filter((name) => name.endsWith('.css'));
  const style = (await Promise.all(styles.map(weight))).reduce((sum, bytes) => sum + bytes, 0);
  const all = (await Promise.all(names.map(weight))).reduce((sum, bytes) => sum + bytes, 0);
  assert.ok(first > 5000 && first <= FIRST, `${first} bytes of script at first`);
  assert.ok(style > 500 && style <= FIRST_STYLE, `${style} bytes of style`);
  assert.ok(all > first && all <= ALL, `${all} bytes in all`);
});

test('the web app loads nothing from anywhere else', async () => {
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    const addresses = [...text.matchAll(/\b(?:https?|wss?):\/\/[\w.-]+/g)].map(([address]) => address);
    // Names of the kinds of markup, and words of warnings of highlight.js: nobody loads them.
    const words = ['http://www.w3.org', ...(name.startsWith('colouring-') ? ['https://github.com'] : [])];
    assert.deepEqual(
      addresses.filter((address) => !words.includes(address)),
      [],
      name,
    );
  }
});
