import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desk } from '../../engines/people/desk.ts';
import { silentLog } from '../../kernel/log.ts';
import { requestHuman } from './request-human.ts';

test('the agent reads what the person says, and the person reads no secret', async () => {
  const desk = new Desk();
  desk.arrive(['key 1'], () => {});
  const call = (ask: string) =>
    requestHuman.run({
      args: { text: ask, tab: 't3' },
      deps: { desk, redact: (words: string) => words.replace('hunter2', '•••') },
      caller: { session: 's1', name: 'key 1', cwd: '/', client: { name: 'claude', version: '1' } },
      signal: new AbortController().signal,
      log: silentLog,
      budget: 6000,
      progress: () => {},
    });
  const said = async (text: string, isRefused: boolean) => {
    const answer = call('Is hunter2 right?');
    const [request] = desk.requestsFor(['key 1']);
    assert.deepEqual([request?.ask, request?.agent, request?.page], ['Is ••• right?', 'claude', 't3']);
    desk.reply(['key 1'], request!.id, { text, isRefused });
    const [block] = (await answer).blocks ?? [];
    return block?.type === 'text' ? block.text : '';
  };
  assert.equal(await said(' yes ', false), 'The person says: yes');
  assert.equal(await said('', false), 'The person says that it is done.');
  assert.equal(await said('', true), 'The person declined.');
  assert.equal(await said('not today', true), 'The person declined: not today');
  await assert.rejects(
    async () => new Desk().ask('key 1', { ask: 'x' }, new AbortController().signal),
    /No person/,
  );
});
