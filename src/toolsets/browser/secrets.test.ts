import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { browserKit } from '../../../test/kit/browser-kit.ts';
import { scratch } from '../../../test/kit/scratch.ts';
import { readZip } from '../../engines/browser/media/rewrite-zip.ts';

/** Of the same length, so that dots in their place look the same. */
const FIRST = 'hunter22-first';
const OTHER = 'xyzzy-77-other';
const folder = await scratch({ after });
const file = join(folder, 'secrets.env');
writeFileSync(file, `PASSWORD=${FIRST}\nOTHER=${OTHER}\n`);
const caps = ['--caps', 'devtools,pdf,storage,extra', '--save-session'];
const kit = await browserKit({ after }, ['--secrets', file, ...caps]);

/** A page that says what was typed wherever it can: text, console, storage, requests, a frame. */
const PAGE = `() => {
  document.body.innerHTML = '<input id=field aria-label=Field><p id=echo></p><iframe srcdoc="<p id=inner></p>"></iframe>';
  document.querySelector('#field').addEventListener('input', ({ target }) => {
    document.querySelector('#echo').textContent = target.value;
    const inner = document.querySelector('iframe').contentDocument.querySelector('#inner');
    if (inner) inner.textContent = target.value;
    console.log('typed', target.value);
    localStorage.typed = target.value;
    localStorage.encoded = btoa(target.value);
    fetch('/echo?text=' + encodeURIComponent(target.value), { method: 'POST', body: target.value });
  });
}`;
const tab = async () => (await kit.engine()).tab();
const picture = async () => {
  const { content } = await kit.ok('browser_take_screenshot');
  const image = content.find((block) => block.type === 'image');
  assert.ok(image?.type === 'image');
  return image.data;
};

test('a secret is typed by its name and shown nowhere', async () => {
  const answers: string[] = [];
  const ok = async (tool: string, args: Record<string, unknown> = {}) => {
    const answer = await kit.ok(tool, args);
    answers.push(JSON.stringify(answer.content.filter(({ type }) => type !== 'image')));
    return answer;
  };
  await ok('browser_navigate', { url: kit.pages.url('/index.html') });
  await ok('browser_start_tracing');
  await ok('browser_evaluate', { function: PAGE });
  await ok('browser_type', { target: '#field', text: 'PASSWORD' });
  const { page } = await tab();
  assert.equal(await page.inputValue('#field'), FIRST);
  assert.match((await ok('browser_snapshot')).text, /<secret>PASSWORD<\/secret>/);
  await ok('browser_console_messages');
  await ok('browser_network_requests', { static: true });
  await ok('browser_localstorage_list');
  await ok('browser_evaluate', { function: '() => document.body.innerHTML' });
  await ok('browser_pdf_save', { filename: 'page.pdf' });
  await ok('browser_stop_tracing', { filename: 'trace.zip' });
  for (const answer of answers) assert.ok(!answer.includes(FIRST), answer);
  const texts = await traceTexts(join(kit.folder, 'trace.zip'));
  assert.match(texts, /<secret>PASSWORD<\/secret>/);
  assert.ok(!texts.includes(FIRST));
  for (const line of kit.logged) assert.ok(!line.includes(FIRST), line);
  assert.ok(!JSON.stringify(kit.assembly.journal.query()).includes(FIRST));
});

test('a picture has dots in place of it, and the page is as before', async () => {
  const { page } = await tab();
  const show = async (text: string) => {
    await page.fill('#field', text);
    await page.evaluate('document.activeElement.blur()');
  };
  await show(FIRST);
  const plain = await page.screenshot();
  const first = await picture();
  await show(OTHER);
  assert.notDeepEqual(await page.screenshot(), plain, 'a plain picture tells them apart');
  assert.equal(await picture(), first);
  const style = await page.$eval('#echo', (element) => element.getAttribute('style') ?? '');
  assert.doesNotMatch(style, /security/);
});

test('a storage state is written without it and read back with it', async () => {
  const { page } = await tab();
  await page.fill('#field', FIRST);
  await kit.ok('browser_storage_state', { filename: 'state.json' });
  const written = readFileSync(join(kit.folder, 'state.json'), 'utf8');
  assert.match(written, /<secret>PASSWORD/);
  assert.ok(!written.includes(FIRST) && !written.includes(btoa(FIRST)));
  await page.evaluate('localStorage.clear()');
  await kit.ok('browser_set_storage_state', { filename: 'state.json' });
  await kit.ok('browser_navigate', { url: kit.pages.url('/index.html') });
  const back = await (await tab()).page.evaluate('[localStorage.typed, atob(localStorage.encoded)]');
  assert.deepEqual(back, [FIRST, FIRST]);
});

test('no file that was written holds it', async () => {
  const files = readdirSync(kit.folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(kit.folder, name))
    .filter((path) => statSync(path).isFile());
  assert.ok(files.some((path) => /session-/.test(path)));
  for (const path of files) assert.ok(!readFileSync(path).includes(FIRST), path);
});

/** All that a trace holds as text. */
async function traceTexts(path: string): Promise<string> {
  const texts: string[] = [];
  for await (const [, content] of readZip(path)) texts.push(content.toString('latin1'));
  return texts.join('\n');
}

test('a secret that an answer would cut in two is hidden first', async () => {
  const near = (limit: number) => `${'x'.repeat(limit - 10)}${FIRST} and more`;
  const page = `<title>${near(120)}</title><h1>${near(240)}</h1><a href="/${near(100)}">link</a>
    <p>${near(240)}</p><button onclick="console.error('${near(300)}');
      document.querySelector('p').textContent = '${near(200)}'">${near(60)}</button>`;
  const opened = await kit.ok('browser_navigate', { url: `data:text/html,${encodeURIComponent(page)}` });
  const clicked = await kit.ok('browser_click', { target: 'button' });
  const listed = await kit.ok('browser_tabs', { action: 'list' });
  for (const { text } of [opened, clicked, listed]) assert.doesNotMatch(text, /hunt/);
  assert.match(clicked.text, /console error: "x+<secret>/);
});
