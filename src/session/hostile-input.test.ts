import assert from 'node:assert/strict';
import test from 'node:test';
import { z } from 'zod';
import { makeHost } from '../../test/kit/session-host.ts';
import { text } from '../kernel/content.ts';
import type { RpcError } from '../kernel/rpc-error.ts';
import { toolsFor } from '../kernel/tool.ts';
import type { Prompt } from '../kernel/toolset.ts';
import type { RequestContext } from './service.ts';

const secret = `AK${'IA'}ABCDEFGHIJKLMNOP`;
const context = (more: Partial<RequestContext> = {}): RequestContext => ({
  era: 'legacy',
  signal: new AbortController().signal,
  ...more,
});

const work = toolsFor<unknown>()({
  name: 'work',
  title: 'Work',
  summary: 'Works.',
  effect: 'write',
  faults: [],
  input: z.object({ port: z.int().optional() }),
  run: ({ progress }) => {
    progress(1, 2, `at ${secret}`);
    return { blocks: [text('done')] };
  },
});
const greet: Prompt<unknown> = {
  name: 'greet',
  title: 'Greet',
  description: 'Greets.',
  arguments: [],
  complete: () => ['plain', `key ${secret}`],
  render: async () => [
    { role: 'user', content: { type: 'resource_link', uri: `file:///${secret}`, name: secret } },
  ],
};

function open() {
  const kit = makeHost({ tools: [work], prompts: [greet] });
  return { ...kit, session: kit.host.open({ transport: 'test', cwd: '/' }) };
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { value };
  return value;
}

test('arguments that are nested without end are refused in one sentence, and the journal knows', async () => {
  const { session, parts, logged } = open();
  const result = await session.callTool('work', { deep: nested(100_000) }, context());
  assert.match(JSON.stringify(result), /INVALID_ARGUMENTS: .*nested more than 256 deep/);
  await assert.rejects(
    session.callTool('none', { deep: nested(100_000) }, context()),
    (e: RpcError) => e.code === -32601,
  );
  assert.deepEqual(
    parts.journal.query().map(({ outcome }) => outcome),
    ['UNKNOWN_TOOL', 'INVALID_ARGUMENTS'],
  );
  assert.doesNotMatch(logged.join(''), /"level":"error"/);
  const deep = await session.callTool('work', { deep: nested(200) }, context());
  assert.equal(deep.isError, undefined);
});

test('names of any length cost no time, and little room in answers, journal and health', async () => {
  const { session, parts, host } = open();
  const long = 'x'.repeat(3_000_000);
  session.introduce({ name: long, version: long });
  const refused = await session.callTool(long, {}, context()).catch((error: RpcError) => error);
  assert.ok(JSON.stringify([refused, (refused as RpcError).message]).length < 2000);
  const warned = await session.callTool('work', { [long]: 1 }, context());
  assert.match(JSON.stringify(warned), /unknown argument .*x….* was ignored/);
  assert.ok(JSON.stringify([warned, host.sessions(), parts.journal.query()]).length < 6000);
  await assert.rejects(session.readResource(long, context()), (e: RpcError) => e.message.length < 5000);
  await assert.rejects(session.getPrompt(long, {}, context()), (e: RpcError) => e.message.length < 1000);
});

test('of many unknown arguments the first are named and the rest counted', async () => {
  const { session } = open();
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`unknown${i}`, i]));
  const { content } = await session.callTool('work', many, context());
  assert.equal(content.length, 22);
  assert.deepEqual(content.at(-1), text('Warning: 4980 more unknown arguments were ignored.'));
});

test('progress, completions, links in prompts and the data of errors are redacted', async () => {
  const { session } = open();
  const seen: unknown[] = [];
  await session.callTool('work', {}, context({ progress: (step) => seen.push(step) }));
  assert.equal(seen.length, 1);
  seen.push(await session.complete({ prompt: 'greet' }, { name: 'x', value: '' }));
  seen.push(await session.getPrompt('greet', {}, context()));
  await assert.rejects(session.readResource(`kit://${secret}`, context()), (error: RpcError) => {
    seen.push(error.message, error.data);
    return true;
  });
  assert.doesNotMatch(JSON.stringify(seen), new RegExp(secret));
  assert.match(JSON.stringify(seen), /at \[REDACTED:aws-key\].*key \[REDACTED:aws-key\].*UNKNOWN_RESOURCE/s);
});
