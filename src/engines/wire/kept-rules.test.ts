import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../../test/kit/scratch.ts';
import { silentLog } from '../../kernel/log.ts';
import { KeptRules } from './kept-rules.ts';

const RULE = { localPort: 4000, targetHost: '127.0.0.1', targetPort: 5000 };

test('what is kept is there for the next run, until it is forgotten', async (t) => {
  const file = join(await scratch(t), 'rules.json');
  const first = new KeptRules(file, silentLog);
  await first.keep(RULE);
  await first.keep({ ...RULE, targetPort: 6000 });
  await first.keep({ ...RULE, localPort: 4001 });
  assert.equal((await stat(file)).mode & 0o077, 0);
  const next = new KeptRules(file, silentLog);
  const set: unknown[] = [];
  const add = async (rule: { readonly localPort: number }) => {
    if (rule.localPort === 4001) throw new Error('taken');
    set.push(rule);
  };
  await Promise.all([next.restore(add), next.restore(add)]);
  assert.deepEqual(set, [{ ...RULE, targetPort: 6000 }]);
  await next.forget(4000, undefined);
  assert.deepEqual(await new KeptRules(file, silentLog).list(), [{ ...RULE, localPort: 4001 }]);
  await next.forget(4001, 'ann');
  assert.deepEqual(await new KeptRules(file, silentLog).list(), []);
});

test('who forgets a rule forgets no other one’s', async (t) => {
  const kept = new KeptRules(join(await scratch(t), 'rules.json'), silentLog);
  await kept.keep({ ...RULE, caller: 'ann' });
  await kept.forget(RULE.localPort, 'bob');
  await kept.keep({ ...RULE, caller: 'bob' });
  await kept.forget(RULE.localPort, 'bob');
  assert.deepEqual(await kept.list(), [{ ...RULE, caller: 'ann' }]);
});

test('a file that nobody can read keeps nothing, and says so', async (t) => {
  const file = join(await scratch(t), 'rules.json');
  await writeFile(file, '[{"localPort":"x"}]');
  const warned: string[] = [];
  const log = { ...silentLog, warning: (words: string) => void warned.push(words) };
  assert.deepEqual(await new KeptRules(file, log).list(), []);
  assert.equal(warned.length, 1);
});
