import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyze } from '../analyze/analyze.ts';
import { configure } from '../configure/configure.ts';
import { interact } from '../interact/interact.ts';
import { observe } from '../observe/observe.ts';
import { guides } from './guides.ts';
import { ALIASES, DEMOS, GUIDE, PLAYBOOKS, QUICKSTART } from './texts.ts';

const texts = [
  GUIDE,
  QUICKSTART,
  ...Object.values(DEMOS),
  ...Object.values(PLAYBOOKS).flatMap((one) => Object.values(one)),
];

test('every call that the words name is one that the tools take', () => {
  const tools = { observe, analyze, configure, interact };
  const calls = texts.flatMap((words) => [...words.matchAll(/\b(observe|configure|interact)\((\{.*?\})\)/g)]);
  assert.ok(calls.length > 40, `${calls.length}`);
  for (const [call, name, literal] of calls) {
    const json = literal!.replaceAll(/([{,]\s*)(\w+):/g, '$1"$2":');
    const args: Record<string, unknown> = JSON.parse(json);
    const tool = tools[name as keyof typeof tools];
    assert.ok(tool.input.safeParse(args).success, call);
    assert.deepEqual(tool.warnings?.(args), [], call);
  }
});

test('playbooks answer to their aliases, completions know them, and nothing else exists', async () => {
  const read = async (uri: string, parts: Record<string, string>) => {
    const guide = guides.find((one) => one.uri === uri)!;
    return (await guide.read({ args: { uri, parts } } as never))?.[0]?.text;
  };
  for (const [alias, capability] of Object.entries(ALIASES)) {
    const parts = { capability: alias, level: 'full' };
    assert.equal(await read('gasoline://playbook/{capability}/{level}', parts), PLAYBOOKS[capability]?.full);
    assert.equal(
      await read('gasoline://playbook/{capability}', { capability }),
      PLAYBOOKS[capability]?.quick,
    );
  }
  assert.equal(
    await read('gasoline://playbook/{capability}/{level}', { capability: 'x', level: 'full' }),
    undefined,
  );
  assert.equal(await read('gasoline://demo/{name}', { name: 'x' }), undefined);
  const demo = guides.find(({ name }) => name === 'demo')!;
  assert.deepEqual(await demo.complete?.('name', 're', undefined as never, undefined as never), [
    'recording',
  ]);
});
