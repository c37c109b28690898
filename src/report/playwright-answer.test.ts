import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserAnswer } from './browser-answer.ts';
import { playwrightTabs, renderPlaywright } from './playwright-answer.ts';

const page = { url: 'http://x/', title: 'Hi', isNew: true, errors: 0, warnings: 0 };

test('a click: code, page, link to the snapshot', () => {
  const answer: BrowserAnswer = {
    done: 'never printed here',
    code: { language: 'typescript', lines: ["await page.getByRole('button', { name: 'Go' }).click();"] },
    tabs: [{ title: 'Hi', url: 'http://x/', isCurrent: true }],
    page,
    snapshot: { file: '.playwright-mcp/page-1.yml' },
    changes: { kind: 'diff', text: 'never printed here', elements: 3, omitted: 0 },
  };
  assert.equal(
    renderPlaywright(answer),
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
  const answer: BrowserAnswer = {
    errors: ['Error: no'],
    results: [
      { text: '{"a":1}', fromPage: true },
      { text: 'two', fromPage: false },
    ],
    code: { language: 'python', lines: ['page.reload()'] },
    tabs: [
      { title: 'A', url: 'http://a/', isCurrent: false },
      { title: 'B', url: 'http://b/', isCurrent: true, isCrashed: true },
    ],
    page: { ...page, isCrashed: true, status: { code: 404, text: 'Not Found' }, errors: 2, warnings: 1 },
    modals: [
      {
        kind: 'alert dialog',
        description: '"alert" dialog with message "hi"',
        message: 'hi',
        tool: 'browser_handle_dialog',
      },
    ],
    snapshot: { text: '- button "Go" [ref=e1]' },
    console: { newErrors: ['boom'], link: 'console.log#L1-L3' },
    downloads: [{ name: 'a.zip' }, { name: 'a.zip', path: 'out/a.zip', bytes: 5 }],
    paused: { title: 'Click', at: 'a.ts:3' },
  };
  assert.equal(
    renderPlaywright(answer),
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
- Downloaded file a.zip to "out/a.zip"
### Paused
- Click at a.ts:3
- Use any tools to explore and interact, resume by calling resume/step-over/pause-at`,
  );
});

test('raw and JSON forms', () => {
  const answer: BrowserAnswer = {
    results: [{ text: '42', fromPage: true }],
    page,
    snapshot: { text: '- text: x', json: [{ role: 'text' }] },
  };
  assert.equal(renderPlaywright(answer, { form: 'raw' }), '42\n- text: x');
  assert.deepEqual(JSON.parse(renderPlaywright(answer, { form: 'json' })), {
    result: '42',
    snapshot: [{ role: 'text' }],
  });
  const failed = renderPlaywright({ errors: ['no'], snapshot: { file: 'p.yml' } }, { form: 'json' });
  assert.deepEqual(JSON.parse(failed), { isError: true, error: 'no', snapshot: { file: 'p.yml' } });
});

test('no tabs, and nothing at all', () => {
  assert.deepEqual(playwrightTabs([]), ['No open tabs. Navigate to a URL to create one.']);
  assert.equal(renderPlaywright({}), '');
});
