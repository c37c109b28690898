import { z } from 'zod';
import { asFault, type Fault } from '../kernel/fault.ts';
import { summaryOf, TASK_STATUSES, type Task, type TaskEvent, taskRequest } from '../session/task.ts';
import type { TaskBoard } from '../session/task-board.ts';

/** What happened to a task, as it is told on a stream or a socket. */
export function eventMessage(event: TaskEvent): Record<string, unknown> {
  const { task } = event;
  if (event.type === 'task_complete') return completion(task);
  const { command } = event;
  const done = task.commands.filter(({ status }) => status === 'success').length;
  return {
    type: 'task_progress',
    taskId: task.id,
    instanceId: task.instanceId,
    status: task.status,
    command,
    progress: { completed: done, total: task.commands.length },
  };
}

const completion = (task: Task) => ({
  type: 'task_complete',
  taskId: task.id,
  instanceId: task.instanceId,
  status: task.status,
  summary: summaryOf(task),
  results: task.commands,
  ...(task.error && { error: task.error }),
});

/** Sentences about a request that is no task, or the task. */
export function readTask(given: unknown) {
  const parsed = taskRequest.safeParse(given);
  if (parsed.success) return { task: parsed.data };
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
  return { problem: problems.slice(0, 5).join('; ') };
}

const message = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('task_submit') }),
  z.object({
    type: z.literal('task_list'),
    instanceId: z.string().optional(),
    status: z.enum(TASK_STATUSES).optional(),
  }),
  z.object({ type: z.literal('task_status'), taskId: z.string() }),
  z.object({ type: z.literal('task_cancel'), taskId: z.string() }),
  z.object({ type: z.literal('subscribe_task'), taskId: z.string() }),
  z.object({ type: z.literal('subscribe_instance'), instanceId: z.string() }),
]);

/** What one client wants to hear of. */
export interface Subscriptions {
  readonly tasks: Set<string>;
  readonly instances: Set<string>;
}

/** Answers one message of a client. */
export function answerTaskMessage(board: TaskBoard, subscribed: Subscriptions, given: unknown): object {
  const parsed = message.safeParse(given);
  if (!parsed.success) return failed('INVALID_MESSAGE', parsed.error.issues[0]?.message ?? 'unknown type');
  try {
    return answerTo(board, subscribed, parsed.data, given);
  } catch (thrown) {
    const known: Fault = asFault(thrown);
    return failed(known.code, `${known.message} ${known.hint}`);
  }
}

const failed = (code: string, words: string) => ({ type: 'error', error: { code, message: words } });

function answerTo(
  board: TaskBoard,
  subscribed: Subscriptions,
  asked: z.output<typeof message>,
  given: unknown,
): object {
  switch (asked.type) {
    case 'task_submit':
      return submit(board, subscribed, given);
    case 'task_list':
      return { type: 'task_list_response', tasks: board.list(asked) };
    case 'task_status':
      return { type: 'task_status_response', task: board.get(asked.taskId) };
    case 'task_cancel':
      return { type: 'task_cancel_response', taskId: asked.taskId, success: board.cancel(asked.taskId) };
    case 'subscribe_task':
      subscribed.tasks.add(board.get(asked.taskId).id);
      return { type: 'subscribe_ack', taskId: asked.taskId };
    case 'subscribe_instance':
      subscribed.instances.add(asked.instanceId);
      return { type: 'subscribe_ack', instanceId: asked.instanceId };
  }
}

/** Whoever submits a task hears of it without asking. */
function submit(board: TaskBoard, subscribed: Subscriptions, given: unknown): object {
  const inner = typeof given === 'object' && given !== null && 'task' in given ? given.task : given;
  const read = readTask(inner);
  const type = 'task_submit_response';
  if (read.problem !== undefined) {
    return { type, status: 'rejected', error: { code: 'INVALID_ARGUMENTS', message: read.problem } };
  }
  try {
    const { task, position } = board.submit(read.task);
    subscribed.tasks.add(task.id);
    return { type, status: 'accepted', taskId: task.id, queuePosition: position };
  } catch (thrown) {
    const known = asFault(thrown);
    return { type, status: 'rejected', error: { code: known.code, message: known.message } };
  }
}
