import assert from 'node:assert/strict';
import test from 'node:test';
import { snippets } from './snippets.ts';

test('snippets stand under the elements around them', () => {
  const outline = ['- main:', '  - list:', ...Array.from({ length: 20 }, (_, i) => `    - item ${i}`)].join(
    '\n',
  );
  const { count, text } = snippets(outline, (line) => / 1[05]$/.test(line));
  assert.equal(count, 2);
  assert.match(text, /^- main:\n {2}- list:\n {4}- item 7\n/);
  assert.match(text, /item 18$/);
  assert.equal(snippets(outline, () => false).count, 0);
});

test('dots stand where lines were left out beside the way to what was found', () => {
  const rows = Array.from({ length: 4 }, (_, i) => [`  - row ${i}:`, `    - cell a${i}`, `    - cell b${i}`]);
  const { text } = snippets(['- table:', ...rows.flat()].join('\n'), (line) => / a3$/.test(line));
  assert.equal(
    text,
    [
      '- table:',
      '  - row 2:',
      '    - cell a2',
      '    - cell b2',
      '  - row 3:',
      '    - cell a3',
      '    - cell b3',
    ].join('\n'),
  );
  const deep = ['- main:', '  - one:', '    - x', '    - y', '    - z', '  - two:', '    - hit'].join('\n');
  assert.equal(
    snippets(deep, (line) => line.endsWith('hit')).text,
    ['- main:', '  - one:', '    ...', '    - y', '    - z', '  - two:', '    - hit'].join('\n'),
  );
});
