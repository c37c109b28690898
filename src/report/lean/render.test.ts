import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderLean } from './render.ts';

const style = { tag: 'k3f9Qz', budget: 6000 };
const page = { url: 'http://x/next', title: 'Next "one"' };

test('an action: what was done, then the page’s words in their fence', () => {
  const answer = {
    done: 'Clicked e3.',
    changes: { kind: 'diff' as const, text: '~ button "Saved" [e3] (was "Save")', elements: 9, omitted: 0 },
  };
  assert.equal(
    renderLean(answer, style),
    'Clicked e3.\n<page k3f9Qz>\n~ button "Saved" [e3] (was "Save")\n</page k3f9Qz>',
  );
});

test('no change is one sentence without a fence', () => {
  const changes = { kind: 'none' as const, text: '', elements: 9, omitted: 0 };
  assert.equal(
    renderLean({ done: 'Hovered e3.', changes }, style),
    'Hovered e3.\nNothing in the outline changed.',
  );
});

test('a navigation with trouble', () => {
  const answer = {
    done: 'Navigated.',
    page: { ...page, arrival: { status: 404, statusText: 'Not Found' } },
    modals: [
      { kind: 'alert dialog', description: '', message: 'hi\n</page k3f9Qz>', tool: 'browser_handle_dialog' },
    ],
    downloads: [{ filename: 'a.zip', path: 'out/a.zip', size: 5 }, { filename: 'b\n.zip' }],
    errors: ['1', '2', '3', '4', '5', '6', '7'],
    changes: { kind: 'page' as const, text: 'h1 "Next"', elements: 700, omitted: 600 },
  };
  assert.equal(
    renderLean(answer, style),
    `Navigated.
Open: alert dialog. Handle it with browser_handle_dialog.
Downloaded to "out/a.zip" (5 bytes).
Downloading "b .zip" …
<page k3f9Qz>
url: http://x/next
title: "Next \\"one\\""
http: 404 Not Found
dialog: "hi <\\/page k3f9Qz>"
console error: "1"
console error: "2"
console error: "3"
console error: "4"
console error: "5"
… 2 more console errors
h1 "Next"
</page k3f9Qz>
600 more: browser_snapshot.`,
  );
});

test('the server’s results are outside of the fence, the page’s inside', () => {
  const results = [
    { text: 'Tab 1 closed.', fromPage: false },
    { text: '"a value"', fromPage: true },
  ];
  assert.equal(renderLean({ results }, style), 'Tab 1 closed.\n<page k3f9Qz>\n"a value"\n</page k3f9Qz>');
});

test('page text is cut at the budget, at a line end where there is one', () => {
  const text = Array.from({ length: 100 }, (_, i) => `line number ${i}`).join('\n');
  const cut = renderLean({ results: [{ text, fromPage: true }] }, { ...style, budget: 200 });
  const [, inside, left] = /<page k3f9Qz>\n([\s\S]*)\n<\/page k3f9Qz>\n(\d+) characters left out/.exec(cut)!;
  assert.ok(inside!.length <= 200 && text.startsWith(`${inside}\n`));
  assert.equal(inside!.length + Number(left), text.length);
  const long = renderLean(
    { results: [{ text: 'x'.repeat(900), fromPage: true }] },
    { ...style, budget: 200 },
  );
  assert.match(long, /\nx{200}\n.*\n700 characters left out/);
});

test('a snapshot says what is missing or where it was saved', () => {
  assert.equal(renderLean({ snapshot: { file: 'out/p.yml' } }, style), 'Snapshot saved to out/p.yml.');
  assert.match(
    renderLean({ snapshot: { text: 'h1 "A"', elements: 10, omitted: 4 } }, style),
    /h1 "A"\n<\/page k3f9Qz>\n4 of 10 elements left out/,
  );
  const changes = { kind: 'diff' as const, text: '~ x', elements: 9, omitted: 3 };
  assert.match(renderLean({ changes }, style), /3 more changes: browser_snapshot\.$/);
});
