/** What is written where: on behalf of a repository full of links, and of an agent that was told a bad name. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Files } from '../../src/session/output-folder.ts';
import { QUIET_ARGS } from '../kit/browser.ts';
import { browserKit } from '../kit/browser-kit.ts';
import { startPages } from '../kit/pages.ts';
import { scratch } from '../kit/scratch.ts';
import { startServer } from '../kit/start-server.ts';

const HOSTILE = 'ssh-ed25519 AAAA attacker';

/** A server that works in a repository, with a page that downloads what it likes. */
async function inRepository(t: TestContext, prepare: (project: string, secret: string) => void) {
  const pages = await startPages();
  t.after(() => pages.close());
  const home = await scratch(t);
  const project = join(home, 'project');
  const secret = join(home, '.ssh');
  mkdirSync(project);
  mkdirSync(secret);
  prepare(project, secret);
  const launch = JSON.stringify({ args: QUIET_ARGS });
  const args = ['--headless', '--isolated', '--launch-options', launch, '--caps', 'devtools'];
  const server = await startServer(t, 'viewpoint-mcp', args, { home, cwd: project });
  await server.initialize();
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { result, error } = await server.call(name, given);
    const texts = (result?.content ?? []) as { text?: string }[];
    return {
      isError: result?.isError ?? error !== undefined,
      text: texts.map(({ text }) => text).join('\n'),
    };
  };
  const download = async (name: string) => {
    await call('browser_navigate', { url: pages.url('/') });
    const add = `const a = document.createElement('a'); a.href = '/download?name=${name}'; document.body.append(a);`;
    await call('browser_evaluate', { function: `() => { ${add} a.click(); }` });
  };
  return { project, secret, call, download };
}

test('a repository whose .sensorium leads to ~/.ssh gets nothing written there', async (t) => {
  const { project, secret, call, download } = await inRepository(t, (project, secret) => {
    symlinkSync(secret, join(project, '.sensorium'));
  });
  await download('authorized_keys');
  await call('browser_start_tracing');
  await call('browser_start_video');
  await call('browser_take_screenshot', { filename: '.sensorium/a.png' });
  await call('browser_stop_video');
  await call('browser_stop_tracing');
  assert.deepEqual(readdirSync(secret), []);
  assert.ok(readdirSync(project).includes('.sensorium'));
});

test('links inside the output folder, also ones that come later, lead nowhere', async (t) => {
  const { project, secret, call, download } = await inRepository(t, (project, secret) => {
    mkdirSync(join(project, '.sensorium'));
    symlinkSync(secret, join(project, '.sensorium/traces'));
    symlinkSync(join(secret, 'authorized_keys'), join(project, '.sensorium/authorized_keys'));
  });
  await download('authorized_keys');
  assert.equal(readFileSync(join(project, '.sensorium/authorized_keys (1)'), 'utf8'), 'a,b\n1,2\n');
  // From here on the folder that was looked at is another one.
  renameSync(join(project, '.sensorium'), join(project, 'before'));
  symlinkSync(secret, join(project, '.sensorium'));
  await download('authorized_keys');
  await call('browser_start_tracing');
  await call('browser_stop_tracing');
  await call('browser_start_video');
  await call('browser_stop_video');
  assert.deepEqual(readdirSync(secret), []);
});

test('a link that comes and goes while files are written never wins', async (t) => {
  const cwd = await scratch(t);
  const secret = await scratch(t);
  const files = new Files(undefined, join(await scratch(t), 'fallback'));
  const folder = join(cwd, '.sensorium');
  let isOver = false;
  const swapping = (async () => {
    while (!isOver) {
      rmSync(folder, { recursive: true, force: true });
      try {
        symlinkSync(secret, folder);
      } catch {
        // the writer was quicker, and made the folder
      }
      await new Promise(setImmediate);
    }
  })();
  for (let count = 0; count < 300; count++)
    await files.write({ session: 's', cwd }, `key-${count}`, Buffer.from(HOSTILE)).catch(() => {});
  isOver = true;
  await swapping;
  assert.deepEqual(readdirSync(secret), []);
});

test('a name that an agent gives hits no hidden file and nothing that is not ours', async (t) => {
  const kit = await browserKit(t, ['--caps', 'pdf,storage,devtools']);
  const at = (name: string) => join(kit.folder, name);
  await kit.ok('browser_navigate', { url: kit.pages.url('/') });
  mkdirSync(at('.git'));
  writeFileSync(at('.git/config'), 'mine');
  writeFileSync(at('source.ts'), 'mine');
  const tools = [
    'browser_snapshot',
    'browser_take_screenshot',
    'browser_console_messages',
    'browser_pdf_save',
  ];
  const all = [...tools, 'browser_network_requests', 'browser_storage_state', 'browser_start_video'];
  for (const tool of all) {
    for (const filename of [
      '.git/config',
      '.git/hooks/post-checkout',
      '.bashrc',
      'sub/.env',
      '.vscode/tasks.json',
    ])
      await kit.fails('FILE_NOT_ALLOWED', tool, { filename, overwrite: true });
    for (const overwrite of [true, false])
      await kit.fails('FILE_EXISTS', tool, { filename: 'source.ts', overwrite });
  }
  const evaluate = { function: '() => "hostile"', filename: 'source.ts', overwrite: true };
  await kit.fails('FILE_EXISTS', 'browser_evaluate', evaluate);
  assert.equal(readFileSync(at('.git/config'), 'utf8'), 'mine');
  assert.equal(readFileSync(at('source.ts'), 'utf8'), 'mine');
  assert.ok(!existsSync(at('.git/hooks')) && !existsSync(at('.bashrc')) && !existsSync(at('sub')));
});

test('what is overwritten stays until the new file is complete', async (t) => {
  const kit = await browserKit(t, ['--caps', 'devtools']);
  const path = join(kit.folder, 'page.md');
  await kit.ok('browser_navigate', { url: kit.pages.url('/') });
  await kit.ok('browser_snapshot', { filename: path });
  const before = readFileSync(path, 'utf8');
  const over = { filename: path, overwrite: true };
  await kit.fails('NOT_RECORDING', 'browser_stop_tracing', over);
  await kit.fails('NOT_RECORDING', 'browser_stop_video', over);
  assert.equal(readFileSync(path, 'utf8'), before);
  await kit.ok('browser_start_tracing');
  await kit.ok('browser_start_video', over);
  assert.equal(readFileSync(path, 'utf8'), before);
  assert.match((await kit.ok('browser_stop_video')).text, /page\.md/);
  assert.equal(readFileSync(path).readUInt32BE(0), 0x1a45dfa3, 'a WebM');
  await kit.ok('browser_stop_tracing', over);
  assert.equal(readFileSync(path, 'latin1').slice(0, 2), 'PK');
  await kit.ok('browser_snapshot', over);
  assert.equal(readFileSync(path, 'utf8'), before);
  const made = readdirSync(kit.folder).filter((name) => name.startsWith('page'));
  assert.deepEqual(made, ['page.md'], 'nothing is left beside it');
});

test('a file of ours is overwritten when that is asked for, also after a new start, unless it was changed', async (t) => {
  const state = await scratch(t);
  const first = await browserKit(t, ['--state-dir', state]);
  const path = join(first.folder, 'page.md');
  const save = { filename: path, overwrite: true };
  await first.ok('browser_navigate', { url: first.pages.url('/') });
  await first.ok('browser_snapshot', { filename: path });
  await first.fails('FILE_EXISTS', 'browser_snapshot', { filename: path });
  await first.ok('browser_snapshot', save);
  const second = await browserKit(t, ['--state-dir', state, '--output-dir', first.folder]);
  await second.ok('browser_navigate', { url: second.pages.url('/form.html') });
  await second.ok('browser_snapshot', save);
  writeFileSync(path, 'changed by hand');
  await second.fails('FILE_EXISTS', 'browser_snapshot', save);
  assert.equal(readFileSync(path, 'utf8'), 'changed by hand');
});
