/** Calls whose answers clients of playwright-mcp take apart: the expected texts are what version 0.0.83 writes. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../test/kit/browser-kit.ts';

const kit = await browserKit(
  { after },
  ['--answers', 'playwright', '--caps', 'network,storage,testing,devtools,vision,code'],
  { env: { SENSORIUM_TIMEOUT_EXPECT: '200' } },
);

/** The text with what differs from run to run taken out. */
async function say(tool: string, args: Record<string, unknown> = {}): Promise<string> {
  const { text } = await kit.call(tool, args);
  return text
    .replaceAll(kit.pages.origin, 'ORIGIN')
    .replaceAll(kit.folder, 'HOME')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d-]+Z/g, 'TIME')
    .replaceAll(/trace-\d+/g, 'trace-N')
    .replaceAll(/duration: {2}\d+ms/g, 'duration:  Nms');
}
const open = (path: string) => say('browser_navigate', { url: kit.pages.url(path) });
const code = (...lines: readonly string[]) =>
  ['### Ran Playwright code', '```js', ...lines, '```'].join('\n');
const page = (path: string, title: string) =>
  `### Page\n- Page URL: ORIGIN${path}${title && `\n- Page Title: ${title}`}`;
const SNAPSHOT = '### Snapshot\n- [Snapshot](output/page-TIME.yml)';
const modal = (words: string, tool: string) => `### Modal state\n- [${words}]: can be handled by ${tool}`;

test('a dialog: page without its title, an empty snapshot, and nothing else works until it is handled', async () => {
  await open('/dialogs.html');
  await open('/dialogs.html'); // the first one may tell of a missing icon
  const state = modal('"alert" dialog with message "hello"', 'browser_handle_dialog');
  assert.equal(
    await say('browser_click', { target: '#alert' }),
    [code("await page.locator('#alert').click();"), page('/dialogs.html', ''), state, SNAPSHOT].join('\n'),
  );
  for (const tool of ['browser_console_messages', 'browser_network_requests', 'browser_snapshot'])
    assert.equal(
      await say(tool),
      `### Error\nError: Tool "${tool}" does not handle the modal state.\n${state}`,
    );
  assert.equal(
    await say('browser_file_upload'),
    `### Error\nError: The tool "browser_file_upload" can only be used when there is related modal state present.\n${state}`,
  );
  assert.equal(
    await say('browser_tabs', { action: 'list' }),
    `### Result\n- 0: (current) [](ORIGIN/dialogs.html)\n${state}`,
  );
  assert.equal(await say('browser_route_list'), `### Result\nNo active routes\n${state}`);
  assert.equal(
    await say('browser_wait_for', { time: 0.01 }),
    [
      '### Result\nWaited for 0.01 seconds',
      code('await new Promise(f => setTimeout(f, 0.01 * 1000));'),
      page('/dialogs.html', ''),
      state,
      SNAPSHOT,
    ].join('\n'),
  );
  assert.equal(await say('browser_handle_dialog', { accept: true }), page('/dialogs.html', 'Dialogs'));
  await say('browser_click', { target: '#late' });
  assert.equal(
    await say('browser_handle_dialog', { accept: true }).then((text) => text.split('\n')[0]),
    '### Page',
  );
  assert.equal(
    await say('browser_handle_dialog', { accept: true }),
    '### Error\nError: The tool "browser_handle_dialog" can only be used when there is related modal state present.',
  );
  assert.equal(
    await say('browser_evaluate', { function: "() => alert('x')" }),
    [page('/dialogs.html', ''), modal('"alert" dialog with message "x"', 'browser_handle_dialog')].join('\n'),
  );
  await say('browser_handle_dialog', { accept: true });
});

test('a file chooser: a file that is missing leaves it open, none cancels it', async () => {
  await open('/upload.html');
  const state = modal('File chooser', 'browser_file_upload');
  await say('browser_click', { target: '#file' });
  assert.equal(
    await say('browser_file_upload', { paths: ['missing.txt'] }),
    [
      "### Error\nENOENT: no such file or directory, stat 'HOME/missing.txt'",
      code('await fileChooser.setFiles(["HOME/missing.txt"])'),
      page('/upload.html', ''),
      state,
      SNAPSHOT,
    ].join('\n'),
  );
  assert.equal(
    await say('browser_file_upload', { paths: ['/etc/hostname'] }),
    '### Error\nError: File access denied: /etc/hostname is outside allowed roots. Allowed roots: HOME/output, HOME',
  );
  writeFileSync(join(kit.folder, 'up.txt'), 'content');
  assert.equal(
    await say('browser_file_upload', { paths: ['up.txt'] }),
    [code('await fileChooser.setFiles(["HOME/up.txt"])'), page('/upload.html', 'Upload'), SNAPSHOT].join(
      '\n',
    ),
  );
  await say('browser_click', { target: '#file' });
  assert.match(await say('browser_file_upload'), /^### Ran[\s\S]*setFiles\(undefined\)\n/);
});

test('the page heads an answer when something about it is news', async () => {
  await open('/index.html');
  assert.equal(
    await say('browser_evaluate', { function: '() => 1' }),
    `### Result\n1\n${code("await page.evaluate('() => 1');")}`,
  );
  assert.equal(
    await say('browser_evaluate', { function: "document.title = 'New'" }),
    `### Result\n"New"\n${code("await page.evaluate('() => (document.title = \\'New\\')');")}\n${page('/index.html', 'New')}`,
  );
  assert.equal(
    await say('browser_type', { target: '#nothing', text: 'x' }).then((text) => text.split('\n')[1]),
    'Error: browserBackend.callTool: Error: Element is not an <input>, <textarea>, <select> or [contenteditable] and does not have a role allowing [aria-readonly]',
  );
  assert.equal(
    await say('browser_network_state_set', { state: 'online' }),
    `### Result\nNetwork is now online\n${code('await page.context().setOffline(false);')}`,
  );
});

test('messages of the console: exceptions last and without a label, a new file for each address', async () => {
  await open('/index.html');
  await say('browser_click', { target: '#throw' });
  const { text } = await kit.ok('browser_click', { target: '#log' });
  assert.match(
    await say('browser_console_messages', { level: 'warning' }),
    /^### Result\nTotal messages: 5 \(Errors: 2, Warnings: 1\)\nReturning 3 messages for level "warning"\n\n\[ERROR\] wrong @ ORIGIN\/index\.html:\d+\n\[WARNING\] careful @ ORIGIN\/index\.html:\d+\nError: boom\n {4}at /,
  );
  const [, file] = /### Events\n- New console entries: (output\/console-\S+\.log)#L\d+-L\d+$/.exec(text)!;
  assert.match(
    readFileSync(join(kit.folder, file!), 'utf8'),
    /^\[ +\d+ms\] Error: boom\n {4}at [\s\S]*\n\[ +\d+ms\] \[LOG\] said \{a: 1\} @ \S+\n/,
  );
  await open('/noisy.html');
  const [, next] = /New console entries: (\S+\.log)#L1-/.exec((await kit.ok('browser_snapshot')).text) ?? [];
  if (next) assert.notEqual(next, file);
});

test('elements that are missing, several, hidden, or written wrongly', async () => {
  await open('/index.html');
  assert.equal(
    await say('browser_click', { target: "getByText('Nowhere')" }),
    '### Error\nError: "getByText(\'Nowhere\')" does not match any elements.',
  );
  assert.match(
    await say('browser_click', { target: 'button' }),
    /^### Error\nError: browserBackend\.callTool: Error: strict mode violation: locator\('button'\) resolved to \d+ elements:\n {4}1\) <button id="nothing">Press me<\/button> aka getByRole\('button', \{ name: 'Press me' \}\)\n/,
  );
  const late = (tool: string, args: Record<string, unknown>) =>
    kit.inHaste({ action: 400 }, () => say(tool, args));
  assert.match(
    await late('browser_click', { target: '#hidden' }),
    /^### Error\nTimeoutError: browserBackend\.callTool: Timeout 400ms exceeded\.\nCall log:\n {2}- waiting for locator\('#hidden'\)\n/,
  );
  assert.equal(
    await say('browser_click', { target: 'a[' }),
    '### Error\nError: browserBackend.callTool: Unexpected token "" while parsing css selector "". Did you mean to CSS.escape it?',
  );
  const ref = /button "Disabled" \[disabled\] \[ref=((?:f\d+)?e\d+)\]/.exec(
    (await kit.ok('browser_snapshot')).text,
  )![1]!;
  assert.match(
    await late('browser_click', { target: ref }),
    new RegExp(`waiting for locator\\('aria-ref=${ref}'\\)`),
  );
  assert.equal(
    await say('browser_snapshot', { target: 'h1' }),
    `${page('/index.html', 'Start')}\n### Snapshot\n\`\`\`yaml\n- heading "Start" [level=1] [ref=${await refOf('heading "Start"')}]\n\`\`\``,
  );
  assert.equal(
    await late('browser_wait_for', { text: 'never' }),
    "### Error\nTimeoutError: Timeout 400ms exceeded.\nCall log:\n  - waiting for getByText('never').first() to be visible\n",
  );
});

async function refOf(name: string): Promise<string> {
  const { text } = await kit.ok('browser_snapshot');
  return new RegExp(`${name} (?:\\[[^\\]]*\\] )*\\[ref=((?:f\\d+)?e\\d+)\\]`).exec(text)![1]!;
}

test('wrong arguments', async () => {
  const wrong = (tool: string, ...problems: readonly string[]) =>
    [`### Error\nInvalid arguments for tool "${tool}":`, ...problems].join('\n');
  const missing = (name: string) => `✖ Invalid input: expected string, received undefined\n  → at ${name}`;
  assert.equal(await say('browser_type'), wrong('browser_type', missing('target'), missing('text')));
  assert.equal(await say('browser_drag', { startTarget: '#a' }), wrong('browser_drag', missing('endTarget')));
  assert.equal(
    await say('browser_fill_form', { fields: [{ type: 'color', value: 'x' }] }),
    wrong(
      'browser_fill_form',
      missing('fields[0].target'),
      '✖ Invalid option: expected one of "textbox"|"checkbox"|"radio"|"combobox"|"slider"\n  → at fields[0].type',
    ),
  );
  const others: readonly [string, Record<string, unknown>, string][] = [
    ['browser_wait_for', {}, 'Error: Either time, text or textGone must be provided'],
    ['browser_wait_for', { time: 0 }, 'Error: Either time, text or textGone must be provided'],
    ['browser_drop', { target: 'h1' }, 'Error: At least one of "paths" or "data" must be provided.'],
    ['browser_tabs', { action: 'select' }, 'Error: Tab index is required'],
    ['browser_tabs', { action: 'select', index: 7 }, 'Error: Tab 7 not found'],
    ['browser_emulate_media', {}, 'Error: Specify at least one media feature to emulate.'],
    ['browser_find', {}, 'Provide either "text" or "regex" to search for.'],
    ['browser_find', { text: 'a', regex: 'b' }, 'Provide only one of "text" or "regex", not both.'],
    ['browser_route', { pattern: 'x', headers: ['bad'] }, 'Invalid header "bad": expected "Name: Value"'],
    [
      'browser_take_screenshot',
      { target: 'h1', fullPage: true },
      'Error: fullPage cannot be used with element screenshots.',
    ],
  ];
  for (const [tool, args, words] of others) assert.equal(await say(tool, args), `### Error\n${words}`);
});

test('code of an action', async () => {
  await open('/form.html');
  const lines = async (tool: string, args: Record<string, unknown>) =>
    /```js\n([\s\S]*?)\n```/.exec(await say(tool, args))?.[1];
  assert.equal(
    await lines('browser_click', { target: 'form button', button: 'right', modifiers: ['Shift', 'Control'] }),
    "await page.locator('form button').click({\n  button: 'right',\n  modifiers: ['ControlOrMeta', 'Shift']\n});",
  );
  assert.equal(
    await lines('browser_hover', { target: 'label >> nth=0' }),
    "await page.locator('label').first().hover();",
  );
  assert.equal(
    await lines('browser_mouse_drag_xy', { startX: 1, startY: 2, endX: 3, endY: 4 }),
    '// Drag mouse from (1, 2) to (3, 4)\nawait page.mouse.move(1, 2);\nawait page.mouse.down();\nawait page.mouse.move(3, 4);\nawait page.mouse.up();',
  );
  assert.equal(
    await lines('browser_cookie_set', { name: 'a', value: 'b', httpOnly: true }),
    'await page.context().addCookies([{"name":"a","value":"b","domain":"127.0.0.1","path":"/","httpOnly":true}]);',
  );
  assert.equal(
    await say('browser_run_code', { code: 'async (page) => ({ a: await page.title() })' }),
    `### Result\n{"a":"Form"}\n${code('await (async (page) => ({ a: await page.title() }))(page);')}`,
  );
  assert.equal(
    await say('browser_run_code', { code: '42' }),
    '### Error\nTypeError: __fn__ is not a function',
  );
  assert.equal(
    await say('browser_fill_form', {
      fields: [{ target: '[name=name]', name: 'Name', type: 'textbox', value: 'Ann' }],
    }),
    code("await page.locator('[name=name]').fill('Ann');"),
  );
});

test('checks, locators and marks', async () => {
  await open('/form.html');
  assert.equal(
    await say('browser_verify_value', {
      element: 'Name',
      target: '[name=name]',
      type: 'textbox',
      value: 'Eve',
    }),
    '### Error\nExpected value "Eve", but got ""',
  );
  assert.equal(await say('browser_verify_text_visible', { text: 'Nowhere' }), '### Error\nText not found');
  assert.equal(
    await say('browser_verify_element_visible', { role: 'button', accessibleName: 'Buy' }),
    '### Error\nElement with role "button" and accessible name "Buy" not found',
  );
  assert.equal(
    await say('browser_generate_locator', { target: 'form button' }),
    "### Result\nlocator('form button')",
  );
  assert.equal(
    await say('browser_generate_locator', { target: await refOf('button "Send"') }),
    "### Result\ngetByRole('button', { name: 'Send' })",
  );
  assert.equal(
    await say('browser_highlight', { target: 'form', element: 'It' }),
    "### Result\nHighlighted locator('form')",
  );
  assert.equal(
    await say('browser_highlight', { target: await refOf('button "Send"'), element: 'It' }),
    '### Result\nHighlighted It',
  );
  await say('browser_hide_highlight');
});

test('routes without counts, a part of a domain, recordings', async () => {
  await open('/index.html');
  await say('browser_route', { pattern: '**/a', status: 201, body: 'x', contentType: 'text/plain' });
  await say('browser_route', { pattern: '**/b' });
  assert.equal(
    await say('browser_route_list'),
    '### Result\n1. **/a (status=201, body=x, contentType=text/plain)\n2. **/b',
  );
  await say('browser_unroute');
  await say('browser_cookie_clear');
  await say('browser_cookie_set', { name: 'k', value: 'v', domain: 'www.example.com' });
  assert.match(
    await say('browser_cookie_list', { domain: 'example' }),
    /^### Result\nk=v \(domain: www\.example\.com, path: \/\)\n/,
  );
  assert.equal(await say('browser_stop_video'), '### Result\nNo videos were recorded.');
  assert.equal(
    await say('browser_stop_recording'),
    '### Error\nError: No recording in progress, use browser_start_recording to start one.',
  );
  await say('browser_start_recording');
  assert.equal(
    await say('browser_stop_recording'),
    `### Result\nRecording stopped. No actions were recorded.\n${page('/index.html', 'Start')}\n${SNAPSHOT}`,
  );
});

test('a trace lies in files of its own, which are named when it starts', async () => {
  await open('/index.html');
  const links = (title: string) =>
    `- [${title}](output/traces/trace-N.trace)\n- [Network log](output/traces/trace-N.network)\n- [Resources](output/traces/resources)`;
  assert.equal(await say('browser_stop_tracing'), '### Error\nError: Tracing is not started');
  assert.equal(
    await say('browser_start_tracing'),
    `### Result\nTrace recording started\n${links('Action log')}`,
  );
  assert.equal(
    await say('browser_start_tracing'),
    '### Error\nError: browserBackend.callTool: Tracing has been already started',
  );
  await say('browser_click', { target: '#count' });
  const stopped = await kit.ok('browser_stop_tracing');
  assert.equal(
    stopped.text.replaceAll(/trace-\d+/g, 'trace-N'),
    `### Result\nTrace recording stopped.\n${links('Trace')}`,
  );
  assert.deepEqual(
    stopped.content.map(({ type }) => type),
    ['text'],
  );
  const [, trace] = /\[Trace\]\((\S+)\)/.exec(stopped.text)!;
  assert.match(readFileSync(join(kit.folder, trace!), 'utf8'), /^\{"version":\d+,"type":"context-options"/);
  assert.ok(existsSync(join(kit.folder, trace!.replace(/trace$/, 'network'))));
  // Pictures and files that the trace points to lie beside it.
  const beside = readdirSync(join(kit.folder, 'output/traces'), { recursive: true, encoding: 'utf8' });
  assert.ok(beside.includes('resources'));
  assert.ok(
    beside.some((name) => /^screencast\/.+\.jpeg$/.test(name)),
    beside.join(),
  );
});

test('a download is told once when it begins and once when it is there; nothing to go back to is no failure', async () => {
  await say('browser_tabs', { action: 'new' });
  assert.match(
    await say('browser_navigate_back'),
    /^### Ran Playwright code\n```js\nawait page\.goBack\(\);\n/,
  );
  await open('/downloads.html');
  const first = await say('browser_click', { target: '#server' });
  const later = await say('browser_wait_for', { time: 0.2 });
  const told = `${first}\n${later}`.split('\n').filter((line) => line.startsWith('- Download'));
  assert.deepEqual(told, [
    '- Downloading file report.csv ...',
    '- Downloaded file report.csv to "output/report.csv"',
  ]);
  await say('browser_tabs', { action: 'close' });
});
