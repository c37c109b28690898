/** What CONTRIBUTING says is to be touched for a new thing, held against a real one of its kind. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '..');

/** Source files that are written by hand, by their path. */
const sources = new Map(
  ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.generated.ts'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
  ),
);

/** `## Adding a tool`, with "As `name` was" and a list of files. */
const sections = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  .split(/^## /m)
  .filter((section) => /^Adding .+\nAs `\w+` was/.test(section))
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    example: /`(\w+)`/.exec(section)?.[1] ?? '',
    listed: (/```\n([\s\S]*?)```/.exec(section)?.[1] ?? '').match(/^\S+/gm) ?? [],
  }));

test('a tool, an option, a fault and an observe mode are shown', () => {
  const titles = sections.map(({ title }) => title);
  for (const wanted of ['Adding a tool', 'Adding an option', 'Adding a fault', 'Adding an observe mode'])
    assert.ok(titles.includes(wanted), wanted);
});

for (const { title, example, listed } of sections) {
  test(`${title}: ${example} is named in the files of the list and in no other`, () => {
    const name = new RegExp(`\\b${example}\\b`);
    const found = [...sources].filter(([, text]) => name.test(text)).map(([path]) => path);
    assert.deepEqual(found.sort(), [...listed].sort());
    assert.ok(listed.length <= (title.includes('decoder') ? 4 : 3), `${listed.length} files`);
  });
}
