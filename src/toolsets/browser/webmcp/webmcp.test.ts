import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { browserKit } from '../../../../test/kit/browser-kit.ts';
import { startSite } from '../../../../test/kit/site.ts';
import { webmcp } from './webmcp.ts';

const OFFER = `
  const add = {
    name: 'add', description: 'Adds one', annotations: { readOnlyHint: true },
    inputSchema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
    execute: async ({ a }) => ({ content: [{ type: 'text', text: String(a + 1) }] }),
  };
  const others = {
    throws: async () => { throw new Error('no bread'); },
    refuses: async () => ({ isError: true, content: [{ type: 'text', text: 'sold out' }] }),
    hangs: () => new Promise(() => {}),
    writes: async () => { document.body.append('written'); },
  };
  document.modelContext.registerTool(add);
  for (const [name, execute] of Object.entries(others))
    document.modelContext.registerTool({ name, description: name + ' always', execute });`;
const FRAME = `<script>document.modelContext.registerTool({
  name: 'add', description: 'Adds ten', execute: async ({ a }) => a + 10 })</script>`;
const site = await startSite({
  '/': `<!doctype html><title>Shop</title><script>${OFFER}</script>`,
  '/framed': `<!doctype html><script>${OFFER}</script><iframe src="/frame"></iframe>`,
  '/frame': FRAME,
  '/plain': '<!doctype html><title>Plain</title>',
});
after(() => site.close());
const kit = await browserKit({ after }, ['--webmcp']);
const open = (path: string) => kit.ok('browser_navigate', { url: site.url(path) });

test('what a page offers is listed as its words, and called by name', async () => {
  await open('/');
  const { text, data } = await kit.ok(webmcp);
  assert.match(
    text,
    /The page offers 5 tools[^\n]*\n<page [\w-]+>\n- add \[readOnly\]: Adds one\n {2}- inputSchema: \{/,
  );
  assert.deepEqual((data.tools as { name: string }[]).map(({ name }) => name).sort(), [
    'add',
    'hangs',
    'refuses',
    'throws',
    'writes',
  ]);
  const sum = await kit.ok(webmcp, { name: 'add', params: { a: 2 } });
  assert.deepEqual(sum.data.result, { content: [{ type: 'text', text: '3' }] });
  assert.match(sum.text, /Called the page's tool "add"[^\n]*\n<page [\w-]+>[\s\S]*"3"[\s\S]*<\/page/);
  assert.match((await kit.ok(webmcp, { name: 'writes' })).text, /written/, 'what it changed is told');
});

test('a tool that is not there, throws, refuses or never ends is a fault that names it', async () => {
  await open('/');
  const unknown = await kit.fails('NO_SUCH_PAGE_TOOL', webmcp, { name: 'fly' });
  assert.match(unknown.text, /"add"/);
  // Chromium does not say what was thrown.
  assert.match((await kit.fails('PAGE_TOOL_FAILED', webmcp, { name: 'throws' })).text, /"throws".*failed/);
  assert.match((await kit.fails('PAGE_TOOL_FAILED', webmcp, { name: 'refuses' })).text, /sold out/);
  await kit.inHaste({ evaluate: 300 }, () => kit.fails('EVALUATION_TIMEOUT', webmcp, { name: 'hangs' }));
  await open('/plain');
  assert.match((await kit.ok(webmcp)).text, /The page offers no tools/);
});

test('frames that offer a tool of the same name are told apart', async () => {
  await open('/framed');
  const frame = site.url('/frame');
  assert.match((await kit.ok(webmcp)).text, new RegExp(`Adds ten\n {2}- frame: ${frame}`));
  const both = await kit.fails('AMBIGUOUS_PAGE_TOOL', webmcp, { name: 'add', params: { a: 1 } });
  assert.ok(both.text.includes(frame), both.text);
  assert.equal((await kit.ok(webmcp, { name: 'add', params: { a: 1 }, frame })).data.result, 11);
});

test('without --webmcp there is no such tool, and pages are not let', async (t) => {
  const plain = await browserKit(t, ['--caps', 'devtools']);
  assert.ok(!plain.session.listTools().some(({ name }) => name === webmcp.name));
  await plain.ok('browser_navigate', { url: site.url('/plain') });
  const asked = { function: '() => String(document.modelContext ?? navigator.modelContext)' };
  assert.match((await plain.ok('browser_evaluate', asked)).text, /undefined/);
});
