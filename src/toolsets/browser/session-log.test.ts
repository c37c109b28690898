import assert from 'node:assert/strict';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { text } from '../../kernel/content.ts';
import { makeLog, silentLog } from '../../kernel/log.ts';
import { Files } from '../../session/output-folder.ts';
import { SessionLog } from './session-log.ts';

test('each session has a file with its calls and answers, redacted and safely fenced', async (t) => {
  const folder = await scratch(t);
  const output = new Files(folder, folder);
  const log = new SessionLog({
    folderOf: (caller) => output.folder(caller),
    redact: (words) => words.replaceAll('hunter2', '***'),
    log: silentLog,
  });
  const caller = { session: 's1', cwd: folder };
  const reply = { blocks: [text('it said ``` hunter2')] };
  await log.add({ tool: 'browser_type', args: { text: 'hunter2' }, caller }, reply);
  await log.add({ tool: 'browser_click', args: {}, caller }, reply);
  await log.add({ tool: 'browser_click', args: {}, caller: { ...caller, session: 's2' } }, reply);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  assert.equal(files.length, 2);
  const read = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const first = read.find((words) => words.match(/### Tool call/g)?.length === 2);
  assert.match(first!, /````text\nit said ``` \*\*\*\n````/);
  assert.doesNotMatch(first!, /hunter2/);
});

test('a file that cannot be written to costs its lines and no call', async (t) => {
  const folder = await scratch(t);
  const output = new Files(folder, folder);
  const said: string[] = [];
  const log = new SessionLog({
    folderOf: (caller) => output.folder(caller),
    redact: (words) => words,
    log: makeLog('warning', (line) => said.push(line)),
  });
  const call = { tool: 'browser_click', args: {}, caller: { session: 's1', cwd: folder } };
  await log.add(call, { blocks: [text('one')] });
  const [made] = (await readdir(folder)).filter((name) => name.startsWith('session-'));
  const file = join(folder, made!, 'session.md');
  await rename(file, `${file}.away`);
  await log.add(call, { blocks: [text('two')] });
  await rename(`${file}.away`, file);
  await log.add(call, { blocks: [text('three')] });
  const words = await readFile(file, 'utf8');
  assert.ok(words.includes('one') && !words.includes('two') && words.includes('three'));
  assert.equal(said.length, 1);
});
