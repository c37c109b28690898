/** More of what clients of playwright-mcp rely on: its tools and arguments, odd values, and pages of one document. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../test/kit/browser-kit.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { propertiesOf } from '../../kernel/json-schema.ts';
import { levelOf } from '../../report/playwright/console.ts';

const kit = await browserKit({ after }, [
  '--answers',
  'playwright',
  '--timeout-action',
  '6000',
  '--viewport-size',
  '900x600',
  '--caps',
  'network,storage,testing,devtools,config,code',
]);

const html = (body: string) => `data:text/html,${encodeURIComponent(body)}`;
const show = (body: string) => kit.ok('browser_navigate', { url: html(body) });
const say = async (tool: string, args: Record<string, unknown> = {}) => (await kit.call(tool, args)).text;
const codeOf = (text: string) => /```js\n([\s\S]*?)\n```/.exec(text)?.[1];

test('the list shows the arguments that playwright-mcp lists and no other, and code under its name too', async () => {
  const tools = new Map((await kit.session.listTools()).map((tool) => [tool.name, tool.inputSchema]));
  const shown = (tool: string) => Object.keys(tools.get(tool)?.properties ?? {});
  const has = (tool: string, ...names: readonly string[]) =>
    assert.deepEqual(shown(`browser_${tool}`).toSorted(), names.toSorted(), tool);
  has('click', 'element', 'target', 'doubleClick', 'button', 'modifiers');
  has('close');
  has('console_messages', 'level', 'all', 'filename');
  has('drag', 'startElement', 'startTarget', 'endElement', 'endTarget');
  has('drop', 'element', 'target', 'paths', 'data');
  has('emulate_media', 'colorScheme', 'reducedMotion', 'forcedColors', 'contrast', 'media');
  has('evaluate', 'element', 'target', 'function', 'filename');
  has('file_upload', 'paths');
  has('fill_form', 'fields');
  has('find', 'text', 'regex', 'filename');
  has('handle_dialog', 'accept', 'promptText');
  has('hover', 'element', 'target');
  has('navigate', 'url');
  has('navigate_back');
  has('network_request', 'index', 'part', 'filename');
  has('network_requests', 'static', 'filter', 'filename');
  has('press_key', 'key');
  has('resize', 'width', 'height');
  has('select_option', 'element', 'target', 'values');
  has('snapshot', 'target', 'filename', 'depth', 'boxes');
  has('tabs', 'action', 'index', 'url');
  has('take_screenshot', 'element', 'target', 'type', 'filename', 'fullPage', 'scale');
  has('type', 'element', 'target', 'text', 'submit', 'slowly');
  has('wait_for', 'time', 'text', 'textGone');
  has('route', 'pattern', 'status', 'body', 'contentType', 'headers', 'removeHeaders');
  has('cookie_set', 'name', 'value', 'domain', 'path', 'expires', 'httpOnly', 'secure', 'sameSite');
  has('localstorage_set', 'key', 'value');
  has('verify_value', 'type', 'element', 'target', 'value');
  has('start_video', 'filename', 'size', 'fps', 'cursor');
  has('stop_video');
  has('stop_tracing');
  has('video_chapter', 'title', 'description', 'duration');
  assert.ok(tools.has('browser_run_code') && tools.has('browser_run_code_unsafe'));
  await show('<title>Code</title>');
  assert.match(
    await say('browser_run_code_unsafe', { code: 'async (page) => page.title()' }),
    /^### Result\n"Code"/,
  );
});

test('a lean list knows one name for code, and tells our own arguments', async (t) => {
  const lean = await browserKit(t, ['--caps', 'code']);
  const tools = new Map((await lean.session.listTools()).map((tool) => [tool.name, tool.inputSchema]));
  assert.ok('timeout_ms' in propertiesOf(tools.get('browser_wait_for')!));
  assert.ok('tab' in propertiesOf(tools.get('browser_click')!));
  assert.ok(tools.has('browser_run_code') && !tools.has('browser_run_code_unsafe'));
});

test('what JSON has no words for is told beside the code', async () => {
  await show('<p>x</p>');
  assert.equal(
    await say('browser_evaluate', { function: '() => 10n' }),
    "### Error\nDo not know how to serialize a BigInt\n### Ran Playwright code\n```js\nawait page.evaluate('() => 10n');\n```",
  );
  assert.match(
    await say('browser_evaluate', { function: '() => { const a = {}; a.a = a; return a }' }),
    /^### Error\nConverting circular structure to JSON/,
  );
  assert.match(
    await say('browser_evaluate', { function: '() => { throw new Error("on it") }', target: 'p' }),
    /^### Error\nbrowserBackend\.callTool: Error: on it\n/,
  );
  assert.equal(
    codeOf(await say('browser_evaluate', { function: '// why\n() => 4' })),
    "await page.evaluate('// why\\n() => 4');",
  );
});

test('a stack names places in the code that was given', async () => {
  await show('<p>x</p>');
  const places = async (source: string) =>
    [
      ...(await say('browser_evaluate', { function: source })).matchAll(
        /at (\S+) \(eval at <anonymous> \(eval at evaluate \(:\d+:\d+\)\), <anonymous>:(\d+:\d+)\)/g,
      ),
    ].map(([, name, place]) => `${name} ${place}`);
  assert.deepEqual(await places('() => { throw new TypeError("t") }'), ['eval 1:16']);
  assert.deepEqual(await places('() => {\n function inner() { null.x }\n inner() }'), [
    'inner 2:26',
    'eval 3:2',
  ]);
});

test('an empty text where none can be meant counts as left out', async () => {
  await show('<title>Empty</title><p>here</p>');
  assert.match(await say('browser_wait_for', { time: 0.01, text: '', textGone: '' }), /Waited for 0\.01/);
  assert.match(await say('browser_snapshot', { target: '', filename: '', depth: 0 }), /paragraph/);
  assert.match(
    await say('browser_evaluate', { function: '() => 1', target: '', element: '' }),
    /^### Result\n1/,
  );
  assert.match(await say('browser_find', { text: 'here', regex: '' }), /Found 1 match for "here"/);
  assert.match(await say('browser_find', { text: '' }), /Provide either "text" or "regex"/);
  assert.match(
    await say('browser_click', { target: '' }),
    /expected string, received undefined\n {2}→ at target/,
  );
});

test('locators within locators, several marked elements, and none selected', async () => {
  await show(
    '<ul><li>a <b>x</b></li><li>b</li></ul><select multiple><option selected>p</option></select><button>Go</button>',
  );
  const either = "getByRole('button', { name: 'Go' }).or(getByText('none'))";
  assert.equal(codeOf(await say('browser_click', { target: either })), `await page.${either}.click();`);
  const holding = "locator('li').filter({ has: locator('b') })";
  assert.equal(codeOf(await say('browser_hover', { target: holding })), `await page.${holding}.hover();`);
  assert.match(await say('browser_click', { target: "getByText('b').or(3)" }), /^### Error/);
  assert.equal(await say('browser_highlight', { target: 'li' }), "### Result\nHighlighted locator('li')");
  await kit.ok('browser_hide_highlight');
  const none = await say('browser_select_option', { target: 'select', values: [] });
  assert.equal(codeOf(none), "await page.locator('select').selectOption([]);");
  assert.match(
    await say('browser_evaluate', { function: '() => document.querySelector("select").value' }),
    /^### Result\n""/,
  );
  const ref = /button "Go" (?:\[active\] )?\[ref=(\w+)\]/.exec(await say('browser_snapshot'))?.[1];
  assert.equal(
    codeOf(await say('browser_click', { target: `aria-ref=${ref}` })),
    "await page.getByRole('button', { name: 'Go' }).click();",
  );
});

test('a list that is verified becomes its whole items', async () => {
  await show('<ul style="text-transform: uppercase"><li>One apple</li><li>Two pears</li></ul>');
  const text = await say('browser_verify_list_visible', {
    element: 'l',
    target: 'ul',
    items: ['one', 'Two'],
  });
  assert.match(text, /- listitem: "One apple"\n {4}- listitem: "Two pears"/);
  assert.match(
    await say('browser_verify_list_visible', { element: 'l', target: 'ul', items: ['Two', 'One'] }),
    /^### Error\nItem "One" not found/,
  );
});

test('the console of a document outlives changes of its address, and knows hints of the browser', async () => {
  await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  await kit.ok('browser_evaluate', {
    function: '() => { console.error("kept"); history.pushState({}, "", "?a") }',
  });
  await kit.ok('browser_evaluate', { function: '() => { location.hash = "b" }' });
  assert.match(await say('browser_console_messages', { level: 'error' }), /\[ERROR\] kept/);
  await kit.ok('browser_navigate', { url: kit.pages.url('/form.html') });
  assert.doesNotMatch(await say('browser_console_messages', { level: 'error' }), /kept/);
  // Hints of Chromium itself, such as one about a password field without a form.
  assert.equal(levelOf({ type: 'verbose', level: 'debug' }), 'info');
  assert.equal(levelOf({ type: 'trace', level: 'debug' }), 'debug');
});

test('cookies, routes and states as playwright-mcp takes and prints them', async () => {
  await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  await kit.ok('browser_cookie_set', { name: 'w', value: '1', secure: true, sameSite: 'None' });
  assert.match(await say('browser_cookie_get', { name: 'w' }), /^### Result\nw=1/);
  assert.equal(
    codeOf(await say('browser_route', { pattern: "a\\b'c" })),
    "await page.context().route('a\\\\b\\'c', async route => { /* route handler */ });",
  );
  await kit.ok('browser_unroute');
  writeFileSync(join(kit.folder, 'no.json'), 'hello');
  assert.match(
    await say('browser_set_storage_state', { filename: 'no.json' }),
    /^### Error\nSyntaxError: Error reading storage state from .*no\.json:\nUnexpected token/,
  );
});

test('settings are told as its config file would have them', async () => {
  const settings = JSON.parse((await say('browser_get_config')).replace(/^### Result\n/, ''));
  assert.equal(settings.browser.isolated, true);
  assert.deepEqual(settings.browser.contextOptions.viewport, { width: 900, height: 600 });
  assert.equal(settings.timeouts.action, 6000);
  assert.ok(settings.capabilities.includes('storage'));
});

test('chapters need no video; a video has a file for each tab', async () => {
  await show('<title>First</title><p>one</p>');
  assert.match(
    await say('browser_video_chapter', { title: 'T', duration: 1 }),
    /^### Result\nChapter 'T' added\./,
  );
  assert.equal(await say('browser_stop_video'), '### Result\nNo videos were recorded.');
  await kit.ok('browser_start_video', { filename: 'v.webm', size: { width: 160, height: 120 } });
  assert.match(await say('browser_start_video'), /Video recording has already been started\./);
  await kit.ok('browser_tabs', { action: 'new', url: html('<p>two</p>') });
  const text = await say('browser_stop_video');
  assert.match(text, /^### Result\n- \[Video\]\(\.\/v\.webm\)\n- \[Video\]\(\.\/v-1\.webm\)/);
  assert.ok(['v.webm', 'v-1.webm'].every((name) => existsSync(join(kit.folder, name))));
  await kit.ok('browser_tabs', { action: 'close' });
});

test('a page that crashed is told in the console file of the one that takes its place', async () => {
  await show('<p>here');
  const tab = await (await kit.engine()).tab();
  const over = tab.page.waitForEvent('crash');
  (await tab.cdp.session()).send('Page.crash').catch(() => {}); // it takes its own answer with it
  await over;
  const text = await say('browser_snapshot');
  assert.doesNotMatch(text, /had crashed/);
  assert.match(text, /Page URL: about:blank/);
  const [, path = ''] = /New console entries: (\S+\.log)#L1/.exec(text) ?? [];
  assert.match(
    readFileSync(join(kit.folder, path), 'utf8'),
    /\[ERROR\] Page crashed and was reset to about:blank\./,
  );
});

test('pictures have the size of the page, and page modules see them taken', async (t) => {
  await kit.ok('browser_resize', { width: 1800, height: 400 });
  await show('<p>wide');
  const picture = (await kit.call('browser_take_screenshot')).content.find(({ type }) => type === 'image');
  assert.ok(picture?.type === 'image');
  assert.equal(Buffer.from(picture.data, 'base64').readUInt32BE(16), 1800);
  const module = join(await scratch(t), 'hook.mjs');
  writeFileSync(
    module,
    'export default ({ page }) => { page.screenshot = async () => { throw Error("the hook was asked"); }; };',
  );
  const hooked = await browserKit(t, ['--answers', 'playwright', '--init-page', module]);
  assert.match((await hooked.call('browser_take_screenshot')).text, /the hook was asked/);
});
