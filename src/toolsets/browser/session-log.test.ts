import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { text } from '../../kernel/content.ts';
import { Files } from '../../session/output-folder.ts';
import { SessionLog } from './session-log.ts';

test('each session has a file with its calls and answers, redacted and safely fenced', async (t) => {
  const folder = await scratch(t);
  const log = new SessionLog(new Files(folder, folder), (words) => words.replaceAll('hunter2', '***'));
  const caller = { session: 's1', cwd: folder };
  const reply = { blocks: [text('it said ``` hunter2')] };
  await log.add({ tool: 'browser_type', args: { text: 'hunter2' }, caller }, reply);
  await log.add({ tool: 'browser_click', args: {}, caller }, reply);
  await log.add({ tool: 'browser_click', args: {}, caller: { ...caller, session: 's2' } }, reply);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort();
  assert.equal(files.length, 2);
  const [first] = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  assert.equal(first!.match(/### Tool call/g)?.length, 2);
  assert.match(first!, /````text\nit said ``` \*\*\*\n````/);
  assert.doesNotMatch(first!, /hunter2/);
});
