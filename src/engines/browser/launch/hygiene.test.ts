import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startEngine } from '../../../../test/kit/browser.ts';
import { type Pages, startPages } from '../../../../test/kit/pages.ts';
import { scratch } from '../../../../test/kit/scratch.ts';
import { evaluate } from '../actions/evaluate.ts';
import { navigate } from '../actions/navigate.ts';
import { click } from '../actions/pointer.ts';
import { isAlive } from './end-process.ts';

let pages: Pages;

before(async () => {
  pages = await startPages();
});
after(() => pages?.close());

/** All living processes of a browser: it leads a group of its own. */
async function processesOf(pid: number): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(join('/proc', name, 'stat'), 'utf8').catch(() => ''); // it has ended meanwhile
    const [state, , group] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (Number(group) === pid && state !== 'Z') found.push(Number(name));
  }
  return found;
}

async function eventually(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 5_000;
  while (!(await isTrue())) {
    assert.ok(performance.now() < end, what);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('close leaves no process behind, within 5 s, even with a page that hangs', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const tab = await engine.tab();
  await navigate(tab, pages.url('/dialogs.html'));
  await engine.createContext('second');
  await navigate(await engine.tab(), pages.url('/'));
  await click(tab, '#alert');
  const inFlight = evaluate(await engine.tab(), 'for (;;);');
  const { pid } = await engine.browser();
  assert.ok((await processesOf(pid!)).length > 2);
  const began = performance.now();
  await Promise.all([engine.close(), assert.rejects(inFlight)]);
  assert.ok(performance.now() - began < 5_000);
  await eventually(async () => (await processesOf(pid!)).length === 0, 'processes are left');
});

test('closing while the browser starts ends it as well', async (t) => {
  const { engine, close } = await startEngine();
  t.after(close);
  const starting = engine.browser();
  await engine.close();
  const { pid } = await starting;
  await eventually(async () => (await processesOf(pid!)).length === 0, 'processes are left');
});

test('kills in the middle of calls: each call is answered at once, each next one works', async (t) => {
  // Whoever waited for the end of a limit would wait for an hour.
  const { engine, close } = await startEngine({ timeouts: { navigation: 3_600_000, evaluate: 3_600_000 } });
  t.after(close);
  const pids: number[] = [];
  for (let round = 0; round < 6; round++) {
    const tab = await engine.tab();
    await navigate(tab, pages.url('/'));
    const { pid } = await engine.browser();
    pids.push(pid!);
    const call = round % 2 === 0 ? navigate(tab, pages.url('/hang')) : evaluate(tab, 'new Promise(() => {})');
    process.kill(pid!, 'SIGKILL');
    await assert.rejects(call, { code: 'BROWSER_CRASHED' });
  }
  assert.equal((await navigate(await engine.tab(), pages.url('/'))).value?.status, 200);
  for (const pid of pids) {
    await eventually(async () => (await processesOf(pid)).length === 0, `processes of ${pid} are left`);
  }
});

test('a browser goes with its owner, even when the owner is killed', async (t) => {
  const folder = await scratch(t);
  const kit = join(import.meta.dirname, '../../../../test/kit/browser.ts');
  const program = `
    const { startEngine } = await import(${JSON.stringify(kit)});
    const { engine } = await startEngine();
    await engine.tab();
    console.log((await engine.browser()).pid);
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  });
  const pid = await new Promise<number>((resolve) =>
    owner.stdout.once('data', (data) => resolve(Number(data))),
  );
  assert.ok(isAlive(pid));
  owner.kill('SIGKILL');
  await eventually(async () => (await processesOf(pid)).length === 0, 'the browser outlived its owner');
});
