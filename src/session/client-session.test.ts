import assert from 'node:assert/strict';
import test from 'node:test';
import { makeHost } from '../../test/kit/session-host.ts';
import { text } from '../kernel/content.ts';
import type { RpcError } from '../kernel/rpc-error.ts';
import type { Prompt, Resource } from '../kernel/toolset.ts';
import { matchUri } from './catalog.ts';

const secret = `AK${'IA'}ABCDEFGHIJKLMNOP`;
const signal = new AbortController().signal;
const about = { name: 'x', title: 'X', description: 'An x.', mimeType: 'text/plain' };
const fixed: Resource<unknown> = {
  ...about,
  uri: 'kit://fixed',
  read: async ({ args }) => [{ uri: args.uri, mimeType: 'text/plain', text: `has ${secret}` }],
};
const template: Resource<unknown> = {
  ...about,
  uri: 'kit://{id}/part',
  complete: (part, value) => ['aa', 'ab', 'b'].filter((id) => part === 'id' && id.startsWith(value)),
  read: async ({ args }) =>
    args.parts.id === 'gone' ? undefined : [{ uri: args.uri, mimeType: 'text/plain', blob: args.parts.id! }],
};
const greet: Prompt<unknown> = {
  name: 'greet',
  title: 'Greet',
  description: 'Greets.',
  arguments: [
    { name: 'who', description: 'Whom.', required: true },
    { name: 'how', description: 'How.', required: false },
  ],
  render: async ({ args }) => [{ role: 'user', content: text(`hello ${args.who} ${secret}`) }],
};
const open = () =>
  makeHost({ resources: [fixed, template], prompts: [greet] }).host.open({ transport: 'test', cwd: '/' });

test('fixed resources and templates are listed apart and read by address', async () => {
  const session = open();
  assert.deepEqual(
    session.listResources().map((r) => r.uri),
    ['kit://fixed'],
  );
  assert.deepEqual(
    session.listResourceTemplates().map((r) => r.uri),
    ['kit://{id}/part'],
  );
  const [content] = await session.readResource('kit://a%20b/part', { era: 'legacy', signal });
  assert.equal(content!.blob, 'a b');
});

test('a missing resource has the code of its era', async () => {
  const session = open();
  for (const uri of ['kit://nothing', 'kit://gone/part', 'other://']) {
    await assert.rejects(
      session.readResource(uri, { era: 'legacy', signal }),
      (e: RpcError) => e.code === -32002,
    );
    await assert.rejects(
      session.readResource(uri, { era: 'modern', signal }),
      (e: RpcError) => e.code === -32602,
    );
  }
});

test('resources and prompts are redacted', async () => {
  const session = open();
  const read = await session.readResource('kit://fixed', { era: 'legacy', signal });
  const prompt = await session.getPrompt('greet', { who: 'you' }, { era: 'legacy', signal });
  assert.doesNotMatch(JSON.stringify([read, prompt]), new RegExp(secret));
  assert.match(JSON.stringify(prompt), /hello you/);
});

test('prompts name a missing argument and the nearest prompt', async () => {
  const session = open();
  await assert.rejects(session.getPrompt('greet', {}, { era: 'legacy', signal }), /"who" is missing/);
  await assert.rejects(session.getPrompt('great', {}, { era: 'legacy', signal }), /Did you mean "greet"/);
});

test('template parts complete', async () => {
  const session = open();
  assert.deepEqual(await session.complete({ template: 'kit://{id}/part' }, { name: 'id', value: 'a' }), [
    'aa',
    'ab',
  ]);
  assert.deepEqual(await session.complete({ prompt: 'greet' }, { name: 'who', value: '' }), []);
  await assert.rejects(session.complete({ prompt: 'none' }, { name: 'x', value: '' }), /Unknown prompt/);
});

test('addresses match templates segment by segment', () => {
  assert.deepEqual(matchUri('a://{x}', 'a://1'), { x: '1' });
  assert.deepEqual(matchUri('a://{x}/b.c', 'a://1/b.c'), { x: '1' });
  assert.equal(matchUri('a://{x}', 'a://1/2'), undefined);
  assert.equal(matchUri('a://{x}/b.c', 'a://1/bxc'), undefined);
  assert.equal(matchUri('a://{x}', 'a://%'), undefined);
});
