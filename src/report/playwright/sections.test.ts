import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, renderSections, tabLines } from './sections.ts';

const page = { url: 'http://x/', title: 'Hi', isCurrent: true, errors: 0, warnings: 0 };

test('a click: code, page, link to the snapshot', () => {
  const answer: Answer = {
    code: { language: 'typescript', lines: ["await page.getByRole('button', { name: 'Go' }).click();"] },
    tabs: [page],
    page,
    snapshot: { file: '.playwright-mcp/page-1.yml' },
  };
  assert.equal(
    renderSections(answer),
    `### Ran Playwright code
\`\`\`js
await page.getByRole('button', { name: 'Go' }).click();
\`\`\`
### Page
- Page URL: http://x/
- Page Title: Hi
### Snapshot
- [Snapshot](.playwright-mcp/page-1.yml)`,
  );
});

test('every section, in order', () => {
  const answer: Answer = {
    errors: ['Error: no'],
    results: [
      { text: '{"a":1}', fromPage: true },
      { text: 'two', fromPage: false },
    ],
    code: { language: 'python', lines: ['page.reload()'] },
    tabs: [
      { ...page, title: 'A', url: 'http://a/', isCurrent: false },
      { ...page, title: 'B', url: 'http://b/', isCrashed: true },
    ],
    page: {
      ...page,
      isCrashed: true,
      arrival: { status: 404, statusText: 'Not Found' },
      errors: 2,
      warnings: 1,
    },
    modals: [
      {
        kind: 'alert dialog',
        description: '"alert" dialog with message "hi"',
        message: 'hi',
        tool: 'browser_handle_dialog',
      },
    ],
    snapshot: { text: '- button "Go" [ref=e1]' },
    log: 'console.log#L1-L3',
    downloads: [{ filename: 'a.zip' }, { filename: 'a.zip', path: 'out/a.zip' }],
  };
  assert.equal(
    renderSections(answer),
    `### Error
Error: no
### Result
{"a":1}
two
### Ran Playwright code
\`\`\`python
page.reload()
\`\`\`
### Open tabs
- 0: [A](http://a/)
- 1: (current) [B](http://b/) [crashed]
### Page
- Page URL: http://x/
- Page Title: Hi
- Page status: crashed
- HTTP status: 404 Not Found
- Console: 2 errors, 1 warnings
### Modal state
- ["alert" dialog with message "hi"]: can be handled by browser_handle_dialog
### Snapshot
\`\`\`yaml
- button "Go" [ref=e1]
\`\`\`
### Events
- New console entries: console.log#L1-L3
- Downloading file a.zip ...
- Downloaded file a.zip to "out/a.zip"`,
  );
});

test('no tabs, and nothing at all', () => {
  assert.deepEqual(tabLines([]), ['No open tabs. Navigate to a URL to create one.']);
  assert.equal(renderSections({}), '');
});
