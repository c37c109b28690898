/** One neutral result, told by each style; what they ask of the page is answered here. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Fault, fault } from '../kernel/fault.ts';
import type { Reply } from '../kernel/tool.ts';
import { type BrowserResult, pageText } from './browser-result.ts';
import type { AnswerSettings, AnswerSource, BrowserStyle, PageFacts, PageSource } from './browser-style.ts';
import { lean } from './lean/style.ts';
import { playwright } from './playwright/style.ts';

const settings: AnswerSettings = {
  budget: 6000,
  hasSnapshots: true,
  boxes: false,
  codegen: 'typescript',
  consoleLevel: 'info',
  images: 'inline',
};

const url = 'http://a/';

function sourceOf(asked: string[] = []): AnswerSource {
  const modals = { open: [], assertFree: () => {}, next: async () => {} };
  const tab = {
    id: 't1',
    url,
    isCrashed: false,
    title: async () => 'A',
    modals,
    video: { isOn: false },
    opened: { time: 0, messages: 0, requests: 0, downloads: 0 },
    console: { last: 0, list: () => [], since: () => [] },
    network: {},
  } as unknown as PageFacts;
  const page = {
    tab,
    isNews: () => false,
    isNewTitle: () => false,
    inNames: (words: string) => words,
    changes: async () => {
      asked.push('changes');
      return { kind: 'diff', text: '+ button "New"', elements: 1, omitted: 0 };
    },
    tree: async () => '- button "New" [ref=e1]',
  } as unknown as PageSource;
  return {
    asked: page,
    page,
    current: page,
    contexts: 1,
    paused: undefined,
    downloads: { last: 0, list: () => [] },
    tabs: () => ({ tabs: [tab], active: tab }),
    newTabs: () => [],
    notices: () => [],
    hideSecrets: (value) => value,
    save: async (_filename, [stem, ending]) => {
      asked.push('save');
      const shown = `${stem}.${ending}`;
      return { path: `/out/${shown}`, uri: `file:///out/${shown}`, shown, bytes: 1 };
    },
    append: async () => 0,
    shownPath: (path) => path,
    meantPath: (path) => ({ path, folders: ['/out'] }),
  };
}

const clicked: BrowserResult = {
  done: 'Clicked e1.',
  show: 'changes',
  outcome: { settledBy: 'quiet', problems: [] },
  code: [{ on: "getByRole('button')", call: 'click' }],
};

async function told(
  style: BrowserStyle,
  result: BrowserResult,
  { tool = 'browser_click', args = {}, asked = [] as string[] } = {},
): Promise<Reply> {
  return (await style.answers(settings)).render({ tool, args }, result, sourceOf(asked));
}
const words = ({ blocks = [] }: Reply) =>
  blocks.map((block) => (block.type === 'text' ? block.text : block.type));

test('an action: what it changed, or its code, the page and a file', async () => {
  const asked: string[] = [];
  const [text] = words(await told(lean, clicked, { asked }));
  assert.match(text!, /^Clicked e1\.\n<page (\S+)>\n\+ button "New"\n<\/page \1>$/);
  assert.deepEqual(asked, ['changes'], 'one look at the page and none at the disk');
  assert.deepEqual(words(await told(playwright, clicked)), [
    "### Ran Playwright code\n```js\nawait page.getByRole('button').click();\n```\n### Page\n- Page URL: http://a/\n- Page Title: A\n### Snapshot\n- [Snapshot](page.yml)",
  ]);
});

test('playwright-mcp has actions in every language, and JavaScript for the rest', async () => {
  const { render } = await playwright.answers({ ...settings, codegen: 'python' });
  const call = { tool: 'browser_click', args: {} };
  const code: BrowserResult['code'] = [
    ...clicked.code!,
    { part: 'keyboard', call: 'press', args: ['Escape'], note: 'Press Escape' },
    { on: "getByRole('list')", call: 'evaluate', args: ['(list) => list.id'] },
  ];
  const [text] = words(await render(call, { code, show: 'nothing' }, sourceOf()));
  const lines = [
    'page.get_by_role("button").click()',
    '// Press Escape',
    "await page.keyboard.press('Escape');",
    "await page.getByRole('list').evaluate('(list) => list.id');",
  ];
  assert.ok(text!.includes(`\`\`\`python\n${lines.join('\n')}\n\`\`\``), text);
});

test('an answer says whether all its words are ours', async () => {
  const { render } = await playwright.answers(settings);
  const call = { tool: 'browser_take_screenshot', args: {} };
  const isOwn = async (result: BrowserResult, more: Partial<AnswerSource> = {}) =>
    (await render(call, { show: 'nothing', ...result }, { ...sourceOf(), ...quiet, ...more })).isOwn;
  const quiet = { tabs: () => ({ tabs: [] }) };
  assert.equal(await isOwn({ code: [{ call: 'screenshot' }] }), true);
  assert.equal(await isOwn({ code: [{ on: "getByText('A')", call: 'screenshot' }] }), false);
  assert.equal(await isOwn({ results: [pageText('A')] }), false);
  assert.equal(await isOwn({}, { paused: { title: 'Click', file: 'a.ts' } }), false);
  assert.equal(await isOwn({}, { notices: () => [{ kind: 'browser-restarted', words: 'A' }] }), false);
  assert.equal(await isOwn(clicked), false);
});

test('links stand beside the words, or in them', async () => {
  const link = { type: 'resource_link', uri: 'file:///out/a.pdf', name: 'a.pdf' } as const;
  const saved: BrowserResult = { done: 'Saved to a.pdf.', files: [link], show: 'nothing' };
  assert.deepEqual(words(await told(lean, saved)), ['Saved to a.pdf.', 'resource_link']);
  const [text, ...more] = words(await told(playwright, saved, { tool: 'browser_pdf_save' }));
  assert.match(text!, /^### Result\n- \[Page as pdf\]\(a\.pdf\)/);
  assert.deepEqual(more, []);
});

test('a failure is pardoned, or told with what the page shows', async () => {
  const answers = await playwright.answers(settings);
  const call = { tool: 'browser_navigate_back', args: {} };
  assert.deepEqual(answers.pardon?.(fault('NO_HISTORY', { direction: 'back' }), call)?.show, 'changes');
  assert.equal(answers.pardon?.(fault('TAB_CLOSED', { tab: 't1' }), call), undefined);
  assert.equal((await lean.answers(settings)).pardon, undefined);
  const modal = fault('MODAL_STATE', { open: ['x'], tools: ['y'] });
  const account = await answers.account?.(modal, { tool: 'browser_click', args: {} }, {}, sourceOf());
  const failed = new Fault(modal.code, modal.data, modal.cause, account);
  assert.deepEqual(playwright.renderFault?.(failed, 'browser_click')?.content, [
    {
      type: 'text',
      text: '### Error\nError: Tool "browser_click" does not handle the modal state.\n### Page\n- Page URL: http://a/\n- Page Title: A',
    },
  ]);
});

test('a page that went away before it could be shown says so', async () => {
  const source = sourceOf();
  const asked = { ...source.asked!, outline: gone, tree: gone };
  const view = { kind: 'snapshot' } as const;
  for (const style of [lean, playwright]) {
    const { render } = await style.answers(settings);
    const call = { tool: 'browser_snapshot', args: {} };
    await assert.rejects(render(call, { view }, { ...source, asked, page: undefined }), {
      code: 'TAB_CLOSED',
    });
  }
});
const gone = () => Promise.reject(fault('TAB_CLOSED', { tab: 't1' }));

test('before a tool runs: refusals and other arguments', async () => {
  const theirs = await playwright.answers(settings);
  const wait = { tool: 'browser_wait_for', args: { time: 45 }, isFree: true };
  assert.deepEqual(await theirs.before?.(wait, sourceOf()), { time: 30 });
  const both = { tool: 'browser_find', args: { text: 'a', regex: 'b' } };
  const source = sourceOf();
  await assert.rejects(theirs.before!(both, source), { code: 'INVALID_ARGUMENTS' });
  const chapter = { tool: 'browser_video_chapter', args: {} };
  await assert.rejects((await lean.answers(settings)).before!(chapter, source), { code: 'NOT_RECORDING' });
  assert.equal(await theirs.before?.(chapter, source), undefined);
});
