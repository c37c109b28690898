import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { browserKit } from '../../../test/kit/browser-kit.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { storageSaves } from '../../../test/kit/storage-saves.ts';
import { REQUEST_PARTS } from '../../report/browser-result.ts';
import { consoleLine } from '../../report/lean/views.ts';
import { getConfig } from './core/program.ts';
import { badArguments } from './define-tool.ts';
import { saveState } from './storage/storage-state.ts';

test("playwright-mcp's sections, with code, page, snapshot file and events", async (t) => {
  const kit = await browserKit(t, ['--answers', 'playwright']);
  const opened = await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  assert.match(
    opened.text,
    /^### Ran Playwright code\n```js\nawait page\.goto\('http:\S+'\);\n```\n### Page\n- Page URL: http:\S+index\.html\n- Page Title: Start\n(- Console: .*\n)?### Snapshot\n- \[Snapshot\]\((\S+\.yml)\)/,
  );
  const file = /\[Snapshot\]\((\S+)\)/.exec(opened.text)![1]!;
  const tree = readFileSync(join(kit.folder, file), 'utf8');
  const ref = /button "Log" \[ref=(e\d+)\]/.exec(tree)![1];
  const clicked = await kit.ok('browser_click', { target: ref, element: 'Log' });
  assert.match(clicked.text, /await page\.getByRole\('button', \{ name: 'Log' \}\)\.click\(\);/);
  assert.match(clicked.text, /- Console: \d+ errors, 1 warnings/);
  const [, log, first, last] = /### Events\n- New console entries: (\S+\.log)#L(\d+)-L(\d+)/.exec(
    clicked.text,
  )!;
  const lines = readFileSync(join(kit.folder, log!), 'utf8')
    .split('\n')
    .slice(Number(first) - 1, Number(last));
  assert.deepEqual(
    lines.map((line) => line.replace(/ @ .*/, '').replace(/^\[ +\d+ms\] /, '')),
    ['[LOG] said {a: 1}', '[ERROR] wrong', '[WARNING] careful'],
  );
  const inline = await kit.ok('browser_snapshot');
  assert.match(inline.text, /### Snapshot\n```yaml\n- generic/);
  assert.match(
    (await kit.call('browser_click', { target: 'e999' })).text,
    /^### Error\nError: Ref e999 not found in the current page snapshot\. Try capturing new snapshot\.$/,
  );
  await kit.ok('browser_navigate', { url: kit.pages.url('/dialogs.html') });
  const met = await kit.ok('browser_click', { target: '#alert' });
  assert.match(met.text, /await page\.locator\('#alert'\)\.click\(\);/);
  assert.match(
    met.text,
    /### Modal state\n- \["alert" dialog with message "hello"\]: can be handled by browser_handle_dialog/,
  );
  const blocked = await kit.call('browser_click', { target: '#alert' });
  assert.match(blocked.text, /^### Error\n[\s\S]*### Modal state\n- \["alert" dialog/);
  assert.match(blocked.text, /Tool "browser_click" does not handle the modal state\./);
  assert.doesNotMatch((await kit.ok('browser_handle_dialog', { accept: true })).text, /### Snapshot/);
  const pressed = await kit.ok('browser_press_key', { key: 'Tab' });
  assert.equal(
    pressed.text,
    "### Ran Playwright code\n```js\n// Press Tab\nawait page.keyboard.press('Tab');\n```",
  );
  await kit.ok('browser_navigate', { url: kit.pages.url('/downloads.html') });
  assert.match(
    (await kit.ok('browser_click', { target: '#server' })).text,
    /- Downloading file report\.csv \.\.\.\n- Downloaded file report\.csv to "output\/report\.csv"/,
  );
  assert.match(
    (await kit.ok('browser_tabs', { action: 'list' })).text,
    /^### Result\n- 0: \(current\) \[Downloads\]\(http:\S+\)/,
  );
  assert.match((await kit.ok('browser_close')).text, /No open tabs\. Navigate to a URL to create one\./);
});

for (const [language, code] of [
  ['python', 'page.get_by_role("textbox", name="Name").fill("Ann")'],
  ['java', 'page.getByRole(AriaRole.TEXTBOX, new Page.GetByRoleOptions().setName("Name")).fill("Ann");'],
  ['csharp', 'await page.GetByRole(AriaRole.Textbox, new() { Name = "Name" }).FillAsync("Ann");'],
] as const) {
  test(`code in ${language}`, async (t) => {
    const kit = await browserKit(t, [
      '--answers',
      'playwright',
      '--codegen',
      language,
      '--snapshot-mode',
      'none',
    ]);
    await kit.ok('browser_navigate', { url: kit.pages.url('/form.html') });
    const target = "getByRole('textbox', { name: 'Name' })";
    const { text } = await kit.ok('browser_type', { target, text: 'Ann' });
    assert.ok(text.includes(`\`\`\`${language}\n${code}\n\`\`\``), text);
    assert.doesNotMatch(text, /### Snapshot/);
  });
}

test('secrets are typed by name, and no answer, file or log shows them', async (t) => {
  const folder = await scratch(t);
  const file = join(folder, 'secrets.env');
  writeFileSync(file, 'PASS=hunter2-Geheim"x\nUSER=ann\n');
  const kit = await browserKit(t, ['--secrets', file, '--save-session', '--answers', 'lean']);
  await kit.ok('browser_navigate', { url: kit.pages.url('/form.html') });
  const typed = await kit.ok('browser_type', { target: '[name=name]', text: 'PASS' });
  assert.match(typed.text, /<secret>PASS<\/secret>/);
  await kit.ok('browser_fill_form', { fields: [{ target: '[name=notes]', value: 'PASS' }] });
  const value = await kit.ok('browser_evaluate', { function: "document.querySelector('[name=name]').value" });
  assert.match(value.text, /<secret>PASS<\/secret>/);
  const sent = await kit.ok('browser_click', { target: 'form button' });
  assert.doesNotMatch(sent.text, /hunter2/);
  await kit.ok('browser_snapshot', { filename: 'page.txt' });
  await kit.ok('browser_network_requests', { static: true, filename: 'network.log' });
  const { data } = await kit.ok('browser_network_requests', { static: true });
  const post = (data.requests as { number: number; method: string }[]).find(
    ({ method }) => method === 'POST',
  )!;
  assert.match(
    (await kit.ok('browser_network_requests', { index: post.number, part: 'request-body' })).text,
    /<secret>PASS/,
  );
  assert.ok(kit.pages.requests.includes('POST /echo'));
  const written = ['', 'output'].flatMap((name) => {
    const place = join(kit.folder, name);
    const files = existsSync(place) ? readdirSync(place, { withFileTypes: true, recursive: true }) : [];
    return files
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
  });
  assert.ok(written.length >= 3);
  for (const words of [...written, ...kit.logged]) assert.doesNotMatch(words, /hunter2|Geheim/);
  assert.doesNotMatch(JSON.stringify(kit.assembly.journal.query({ limit: 100 })), /hunter2/);
});

test('a crashed page and a killed browser: the call in flight fails at once, the next works and says so', async (t) => {
  const saves = storageSaves(t);
  const kit = await browserKit(t);
  await kit.ok('browser_navigate', { url: kit.pages.url('/set-cookie?name=kept&value=yes') });
  await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  const engine = await kit.engine();
  const waiting = kit.call('browser_wait_for', { text: 'never' });
  const devtools = await (await engine.tab()).cdp.session();
  devtools.send('Page.crash').catch(() => {}); // it takes its own answer with it
  const crashed = await waiting;
  assert.match(crashed.text, /^BROWSER_CRASHED: The page crashed/);
  assert.ok(crashed.ms < 3000);
  const after = await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  assert.match(after.text, /Tab t\d+ had crashed and was replaced/);
  await saves.first(({ cookies }) => cookies.some(({ value }) => value === 'yes'), 'the saved cookie');
  const { pid } = await engine.browser();
  const hanging = kit.call('browser_navigate', { url: kit.pages.url('/hang') });
  await kit.pages.asked('GET /hang');
  process.kill(pid!, 'SIGKILL');
  const killed = await hanging;
  assert.match(killed.text, /^BROWSER_CRASHED: The browser crashed or was killed/);
  const again = await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  assert.match(
    again.text,
    /The browser had crashed; a new one has the contexts default with their storage as last saved/,
  );
  assert.match((await kit.ok('browser_evaluate', { function: 'document.cookie' })).text, /kept=yes/);
  assert.doesNotMatch((await kit.ok('browser_snapshot')).text, /had crashed/);
});

test('get_config tells the settings without secrets', async (t) => {
  const kit = await browserKit(t, ['--caps', 'config', '--proxy-server', 'http://ann:pw-of-ann@127.0.0.1:1']);
  const { data, text } = await kit.ok(getConfig);
  assert.equal(data.timeoutAction, 5000);
  assert.equal(data.proxyServer, '(set)');
  assert.doesNotMatch(text, /pw-of-ann/);
});

test('the pieces of answers', () => {
  assert.match(badArguments('x', 'a is b').message, /x: a is b/);
  assert.equal(REQUEST_PARTS.length, 4);
  const entry = {
    number: 1,
    level: 'error',
    type: 'error',
    text: 'no',
    args: [],
    url: '',
    line: 0,
    column: 0,
    time: 0,
    document: 0,
  } as const;
  assert.equal(consoleLine(entry), '[ERROR] no');
  assert.equal(consoleLine({ ...entry, url: 'http://a/', line: 3 }), '[ERROR] no @ http://a/:3');
  assert.equal(typeof saveState, 'function');
});
