import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markIssue, marksReport } from './marks-markdown.ts';

const mark = {
  number: 1,
  kind: 'box',
  text: 'Too *small*\n<script>alert(1)</script> | x',
  state: 'done',
  reply: 'Mended',
  url: 'https://a.example/b?c=d',
  element: 'button "Sa`ve"',
  selector: '#save',
  box: { x: 1.4, y: 2, width: 30, height: 20.6 },
  flags: ['low_contrast:2.10:1'],
  styles: { color: 'red' },
  outline: '- text: ```` and more',
  pictures: { marked: 'a b/1-marked.png', plain: undefined },
};

test('words of people and pages stay words', () => {
  const { title, body } = markIssue(mark);
  assert.equal(title, 'Too \\*small\\* \\<script\\>alert\\(1\\)\\</script\\> \\| x');
  assert.ok(body.startsWith('> Too \\*small\\*\n> \\<script\\>'));
  assert.ok(body.includes('| page | <https://a.example/b?c=d> |'));
  assert.ok(body.includes('| element | `button "Sa ve"` |'));
  assert.ok(body.includes('| state | done: Mended |'));
  assert.ok(body.includes('![With the mark](<a b/1-marked.png>)') && !body.includes('Without it'));
  assert.ok(body.includes('`````\n- text: ```` and more\n`````'), 'a fence that nothing inside ends');
});

test('a report has every page and mark; one without words is named by its element', () => {
  const page = { title: 'Shop', url: 'about:blank', asked: 'then', status: 'submitted', question: 'What?' };
  const plain = { ...mark, text: '', state: 'open', reply: undefined };
  const report = marksReport('review', [{ ...page, picture: 'all.png', marks: [plain] }]);
  assert.match(
    report,
    /^# Marks: review\n\n1 marks on 1 pages\.\n\n## Shop\n\n`about:blank`, then, submitted\n\n> What\?/,
  );
  assert.match(report, /### 1\. box at button/);
});
