import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RpcError } from '../kernel/rpc-error.ts';
import type { RequestContext, Session, ToolResult } from './service.ts';
import { type TaskEvent, taskRequest } from './task.ts';
import { TaskBoard } from './task-board.ts';

interface Asked {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly context: RequestContext;
}

/** A session whose tools are told what to do by their names. */
function fixture(options: { maxQueue?: number; keep?: number; current?: () => string | undefined } = {}) {
  const calls: Asked[] = [];
  const held = new Map<string, () => void>();
  const answer = (text: string, isError = false): ToolResult => ({
    content: [{ type: 'text', text }],
    ...(isError && { isError }),
  });
  const callTool: Session['callTool'] = async (tool, args, context) => {
    calls.push({ tool, args, context });
    if (tool === 'missing') throw new RpcError(-32601, 'Unknown tool: missing.', { code: 'UNKNOWN_TOOL' });
    if (tool === 'fail') return answer('{"error":{"code":"TOOL_ERROR","message":"no"}}', true);
    if (tool === 'hold') {
      await new Promise<void>((resolve) => {
        held.set(String(args.name), resolve);
        context.signal.addEventListener('abort', () => resolve());
      });
    }
    if (tool === 'browser_instance') return answer('{"instanceId":"inst_new"}');
    return answer(JSON.stringify({ did: tool }));
  };
  const session = { callTool } as unknown as Session;
  const board = new TaskBoard({ session: () => session, commandMs: 1234, maxQueue: 100, ...options });
  const events: TaskEvent['type'][] = [];
  board.listen((event) => events.push(event.type));
  const submit = (commands: [string, Record<string, unknown>?][], instanceId?: string) =>
    board.submit(
      taskRequest.parse({
        task_name: 'a task',
        instanceId,
        commands: commands.map(([tool_name, args]) => ({ tool_name, args })),
      }),
    );
  const ended = (id: string) =>
    new Promise<void>((resolve) => {
      const stop = board.listen(({ type, task }) => {
        if (type !== 'task_complete' || task.id !== id) return;
        stop();
        resolve();
      });
    });
  return { board, calls, held, events, submit, ended };
}

test('commands run one after the other in their browser, with the time limit of tasks', async () => {
  const { submit, ended, calls, events } = fixture();
  const { task, position } = submit(
    [
      ['one', { a: 1 }],
      ['sleep', { duration: 1 }],
    ],
    'inst_1',
  );
  assert.equal(position, 0);
  await ended(task.id);
  assert.equal(task.status, 'completed');
  assert.deepEqual(
    task.commands.map(({ status }) => status),
    ['success', 'success'],
  );
  assert.deepEqual(task.commands[0]!.result, { did: 'one' });
  assert.deepEqual(
    calls.map(({ args }) => args),
    [{ instanceId: 'inst_1', a: 1 }, { duration: 1 }],
  );
  assert.equal(calls[0]!.context.limitMs, 1234);
  assert.equal(events.filter((type) => type === 'task_complete').length, 1);
});

test('a task means the browser that it opens, else the one that is current when it is taken', async () => {
  let current: string | undefined = 'inst_now';
  const { submit, ended, calls } = fixture({ current: () => current });
  const opening = submit([
    ['browser_instance', { action: 'new' }],
    ['one'],
    ['one', { instanceId: 'inst_9' }],
  ]);
  await ended(opening.task.id);
  assert.equal(opening.task.instanceId, undefined);
  assert.deepEqual(
    calls.map(({ args }) => args.instanceId),
    [undefined, 'inst_new', 'inst_9'],
  );
  const plain = submit([['two']]);
  current = 'inst_later';
  await ended(plain.task.id);
  assert.deepEqual([plain.task.instanceId, calls.at(-1)!.args.instanceId], ['inst_now', 'inst_now']);
});

test('the first error ends the task, and what is left is skipped', async () => {
  const { submit, ended } = fixture();
  const { task } = submit([['one'], ['fail'], ['two']]);
  await ended(task.id);
  assert.equal(task.status, 'failed');
  assert.deepEqual(
    task.commands.map(({ status }) => status),
    ['success', 'error', 'skipped'],
  );
  assert.deepEqual(task.error, { code: 'TOOL_ERROR', message: 'no' });
  const { task: other } = submit([['missing']]);
  await ended(other.id);
  assert.equal(other.error?.code, 'TOOL_NOT_FOUND');
});

test('one task at a time for each browser, in order; browsers side by side', async () => {
  const { submit, ended, held, calls } = fixture();
  const first = submit([['hold', { name: 'a' }]], 'x').task;
  const second = submit([['two']], 'x');
  const beside = submit([['three']], 'y').task;
  assert.equal(second.position, 1);
  await ended(beside.id);
  assert.deepEqual([first.status, second.task.status], ['running', 'queued']);
  held.get('a')!();
  await ended(second.task.id);
  assert.deepEqual(
    calls.map(({ tool }) => tool),
    ['hold', 'three', 'two'],
  );
});

test('a queued and a running task can be cancelled; each is told of once and stays cancelled', async () => {
  const { board, submit, ended, events } = fixture();
  const running = submit([['hold', { name: 'a' }], ['never']], 'x').task;
  const queued = submit([['one']], 'x').task;
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(board.cancel(queued.id), true);
  assert.equal(queued.commands[0]!.status, 'skipped');
  const next = ended(submit([['after']], 'x').task.id);
  assert.equal(board.cancel(running.id), true);
  await next;
  assert.deepEqual(
    running.commands.map(({ status }) => status),
    ['error', 'skipped'],
  );
  assert.equal(running.error?.code, 'CANCELLED');
  assert.equal(board.cancel(running.id), false);
  assert.equal(events.filter((type) => type === 'task_complete').length, 3);
});

test('the queue is bounded, lists can be narrowed, and old tasks are forgotten', async () => {
  const { board, submit, ended } = fixture({ maxQueue: 1, keep: 2 });
  submit([['hold', { name: 'a' }]], 'x');
  submit([['one']], 'x');
  assert.throws(() => submit([['two']], 'x'), /1 tasks wait for x already/);
  for (let i = 0; i < 5; i++) await ended(submit([['one']], `free-${i}`).task.id);
  submit([['hold', { name: 'b' }]], 'y');
  assert.equal(board.list({ status: 'completed' }).length, 2);
  assert.equal(board.list({ instanceId: 'x' }).length, 2);
  assert.throws(() => board.get('task_none'), /No task task_none/);
  board.close();
  assert.equal(board.counts().running + board.counts().queued, 0);
  assert.throws(() => submit([['one']]), /shutting down/);
});
