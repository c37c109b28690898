import assert from 'node:assert/strict';
import { beforeEach, describe, type TestContext, test } from 'node:test';
import { embeddedRecord } from '../../../../test/kit/record.ts';
import { verifies } from '../../../../test/requirements/verifies.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { Fault, fault } from '../../../kernel/fault.ts';
import { silentLog } from '../../../kernel/log.ts';
import type { Order } from './command.ts';
import { Commands, type CommandsOptions } from './commands.ts';

async function makeCommands(t: TestContext, options: Partial<CommandsOptions> = {}): Promise<Commands> {
  const store = (await embeddedRecord(t))();
  const commands = new Commands({
    clock: systemClock(),
    log: silentLog,
    documents: store.documents('commands'),
    ...options,
  });
  t.after(() => commands.close());
  return commands;
}

const order = (changes: Partial<Order> = {}): Order => ({
  action: 'click',
  target: 't1',
  session: 's1',
  limitMs: 5000,
  state: () => 'browser=running, pilot=enabled, tab="http://x/" (id=t1)',
  run: async () => ({ success: true }),
  ...changes,
});

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>();
  return { run: () => promise, release: () => resolve({ success: true }) };
}

describe('commands', () => {
  let noSignal: AbortSignal;
  beforeEach(() => {
    noSignal = new AbortController().signal;
  });

  test('one is pending, then complete, and its outcome stays', async (t) => {
    const commands = await makeCommands(t);
    const work = held();
    const command = commands.submit(order({ run: work.run }));
    assert.match(command.id, /^click_/);
    assert.equal((await commands.find(command.id)).status, 'pending');
    work.release();
    await commands.wait(command, 1000, noSignal);
    const record = await commands.find(command.id);
    assert.deepEqual([record.status, record.final, record.queued], ['complete', true, false]);
    assert.deepEqual(record.result, { success: true });
    assert.ok(record.completed_at && record.timing_ms !== undefined);
  });

  test('one target is served in order, another beside it', async (t) => {
    const commands = await makeCommands(t);
    const did: string[] = [];
    const first = held();
    const note = (name: string) => async () => {
      did.push(name);
      return {};
    };
    commands.submit(order({ run: first.run }));
    const second = commands.submit(order({ run: note('second') }));
    const third = commands.submit(order({ run: note('third') }));
    const other = commands.submit(order({ target: 't2', run: note('other') }));
    await other.done;
    assert.deepEqual(did, ['other']);
    assert.equal((await commands.find(third.id)).queue_position, 2);
    first.release();
    await Promise.all([second.done, third.done]);
    assert.deepEqual(did, ['other', 'second', 'third']);
  });

  verifies(['gasoline: fault 27 full queue'], 'a full queue says so and drops nothing', async (t) => {
    const commands = await makeCommands(t, { queueLimit: 2 });
    const work = held();
    const taken = [1, 2, 3].map(() => commands.submit(order({ run: work.run })));
    assert.throws(
      () => commands.submit(order()),
      (error: Fault) => error.code === 'QUEUE_FULL',
    );
    assert.equal(commands.list('pending').length, 3);
    work.release();
    await Promise.all(taken.map(({ done }) => done));
    assert.equal(commands.list('complete').length, 3);
  });

  verifies(
    ['gasoline: fault 28 statuses'],
    'a failure keeps its status, and a closed target expires',
    async (t) => {
      const commands = await makeCommands(t);
      const failing = (thrown: unknown) => order({ run: () => Promise.reject(thrown) });
      const error = commands.submit(failing(fault('ELEMENT_NOT_FOUND', { target: '#x' })));
      const closed = commands.submit(failing(fault('TAB_CLOSED', { tab: 't1' })));
      const odd = commands.submit(failing(new Error('odd')));
      await Promise.all([error.done, closed.done, odd.done]);
      assert.deepEqual([error.status, closed.status, odd.status], ['error', 'expired', 'error']);
      assert.equal((await commands.find(error.id)).error?.code, 'ELEMENT_NOT_FOUND');
      assert.equal((await commands.find(odd.id)).error?.code, 'INTERNAL');
      assert.equal(commands.list('failed').length, 3);
    },
  );

  verifies(
    ['gasoline: fault 28 statuses'],
    'one that takes too long is timed out and the next has its turn',
    async (t) => {
      const commands = await makeCommands(t);
      let reason: unknown;
      const slow = commands.submit(
        order({
          limitMs: 20,
          run: (signal) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => {
                reason = signal.reason;
                reject(signal.reason);
              });
            }),
        }),
      );
      const next = commands.submit(order());
      await next.done;
      assert.deepEqual([slow.status, next.status], ['timeout', 'complete']);
      assert.ok(reason instanceof Fault && reason.code === 'COMMAND_TIMEOUT');
    },
  );

  test('what waits too long, is cancelled, or lost its target expires with a diagnosis', async (t) => {
    const commands = await makeCommands(t, { waitMs: 20 });
    const work = held();
    commands.submit(order({ run: work.run }));
    const late = commands.submit(order());
    await late.done;
    assert.match(
      (await commands.find(late.id)).error!.message,
      /turn did not come.*Current state: browser=running/,
    );
    const cancelled = commands.submit(order());
    assert.equal(commands.cancel(cancelled.id), 1);
    assert.match((await commands.find(cancelled.id)).error!.message, /cancelled/);
    const orphan = commands.submit(order());
    commands.expireTarget('t1', 'the tab was closed');
    assert.equal(orphan.status, 'expired');
    assert.equal(commands.cancel(), 1, 'the one that runs');
    work.release();
  });

  test('cancelling reaches work that runs', async (t) => {
    const commands = await makeCommands(t);
    const { promise: stopped, resolve } = Promise.withResolvers<void>();
    const command = commands.submit(
      order({
        run: (signal) =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              resolve();
              reject(signal.reason);
            });
          }),
      }),
    );
    const caller = new AbortController();
    const waiting = commands.wait(command, 10_000, caller.signal);
    caller.abort();
    await Promise.all([waiting, stopped]);
    assert.equal(command.status, 'expired');
  });

  test('waiting ends after its time while the command goes on', async (t) => {
    const commands = await makeCommands(t);
    const work = held();
    const command = commands.submit(order({ run: work.run }));
    await commands.wait(command, 5, noSignal);
    assert.equal(command.status, 'pending');
    work.release();
    await command.done;
  });

  test('the outcome of any command can be had, however many came after it', async (t) => {
    const commands = await makeCommands(t, { keep: 10 });
    const ids: string[] = [];
    for (let i = 0; i < 250; i++) {
      const command = commands.submit(order({ run: async () => ({ number: i }) }));
      ids.push(command.id);
      await command.done;
    }
    for (const i of [0, 99, 150, 249]) assert.deepEqual((await commands.find(ids[i]!)).result, { number: i });
    await assert.rejects(commands.find('click_x'), (error: Fault) => error.code === 'NO_SUCH_COMMAND');
  });

  test('a name of the caller’s own is used once', async (t) => {
    const commands = await makeCommands(t);
    await commands.submit(order({ id: 'mine' })).done;
    assert.equal((await commands.find('mine')).status, 'complete');
    assert.throws(
      () => commands.submit(order({ id: 'mine' })),
      (error: Fault) => error.code === 'COMMAND_EXISTS',
    );
  });
});
