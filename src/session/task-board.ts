import { fault } from '../kernel/fault.ts';
import { newId } from '../kernel/ids.ts';
import type { Session } from './service.ts';
import {
  type Command,
  isOver,
  type Task,
  type TaskEvent,
  type TaskRequest,
  type TaskStatus,
} from './task.ts';
import { callForJson } from './tool-answer.ts';

export interface TaskBoardOptions {
  /** Whose browsers the tasks use. */
  session(): Session;
  /** The browser that is meant by a task that names none and opens none. */
  current?(): string | undefined;
  /** Of each command, in milliseconds. */
  readonly commandMs: number;
  /** How many tasks may wait for one browser. */
  readonly maxQueue: number;
  /** How many tasks that are over are kept. */
  readonly keep?: number;
}

interface Lane {
  readonly waiting: Task[];
  running: { readonly task: Task; readonly stop: AbortController } | undefined;
}

/** Lists of commands, one list at a time for each browser, in the order in which they came. */
export class TaskBoard {
  readonly #options: TaskBoardOptions;
  readonly #tasks = new Map<string, Task>();
  readonly #lanes = new Map<string, Lane>();
  readonly #listeners = new Set<(event: TaskEvent) => void>();
  #isClosed = false;

  constructor(options: TaskBoardOptions) {
    this.#options = options;
  }

  /** Takes a task; tells how many are before it. */
  submit(request: TaskRequest): { readonly task: Task; readonly position: number } {
    if (this.#isClosed) throw fault('SHUTTING_DOWN');
    const instanceId = request.instanceId ?? this.#meant(request);
    const lane = this.#lane(instanceId);
    const { maxQueue } = this.#options;
    if (lane.waiting.length >= maxQueue) {
      const target = instanceId ?? 'a browser';
      const next = 'Wait for some of them, or cancel them with POST /tasks/{id}/cancel';
      throw fault('QUEUE_FULL', { target, limit: maxQueue, what: 'tasks', next });
    }
    const task = newTask({ ...request, instanceId });
    this.#tasks.set(task.id, task);
    const position = lane.waiting.push(task) - (lane.running ? 0 : 1);
    this.#forget();
    this.#next(instanceId);
    return { task, position };
  }

  /** Settled when the task is taken: a browser that others open meanwhile is none of its business. */
  #meant({ commands }: TaskRequest): string | undefined {
    return commands.some(opensBrowser) ? undefined : this.#options.current?.();
  }

  list(filter: { instanceId?: string | undefined; status?: TaskStatus | undefined } = {}): readonly Task[] {
    return [...this.#tasks.values()].filter(
      (task) =>
        (filter.instanceId === undefined || task.instanceId === filter.instanceId) &&
        (filter.status === undefined || task.status === filter.status),
    );
  }

  get(id: string): Task {
    const task = this.#tasks.get(id);
    if (!task) throw fault('NO_SUCH_TASK', { id });
    return task;
  }

  /** Says whether there was something to cancel. */
  cancel(id: string): boolean {
    const task = this.get(id);
    const lane = this.#lane(task.instanceId);
    if (task.status === 'running') lane.running?.stop.abort();
    const index = lane.waiting.indexOf(task);
    if (index >= 0) lane.waiting.splice(index, 1);
    else if (task.status !== 'running') return false;
    this.#end(task, 'cancelled', { code: 'CANCELLED', message: 'The task was cancelled.' });
    return true;
  }

  /** Calls back with everything that happens; the result stops that. */
  listen(listener: (event: TaskEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  counts(): Readonly<Record<TaskStatus, number>> {
    const counts = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
    for (const { status } of this.#tasks.values()) counts[status]++;
    return counts;
  }

  close(): void {
    this.#isClosed = true;
    for (const task of this.#tasks.values()) if (!isOver(task)) this.cancel(task.id);
    this.#listeners.clear();
  }

  #lane(instanceId = ''): Lane {
    const lane = this.#lanes.get(instanceId) ?? { waiting: [], running: undefined };
    this.#lanes.set(instanceId, lane);
    return lane;
  }

  #next(instanceId: string | undefined): void {
    const lane = this.#lane(instanceId);
    if (lane.running) return;
    const task = lane.waiting.shift();
    if (!task) {
      this.#lanes.delete(instanceId ?? '');
      return;
    }
    const stop = new AbortController();
    lane.running = { task, stop };
    void this.#run(task, stop.signal).finally(() => {
      lane.running = undefined;
      this.#next(instanceId);
    });
  }

  async #run(task: Task, signal: AbortSignal): Promise<void> {
    task.status = 'running';
    task.startedAt = Date.now();
    let browser = task.instanceId;
    for (const command of task.commands) {
      await this.#command(task, command, browser, signal);
      if (isOver(task)) return; // cancelled meanwhile
      if (opensBrowser(command)) browser = openedBy(command) ?? browser;
      if (command.error) return this.#end(task, 'failed', command.error);
    }
    this.#end(task, 'completed');
  }

  async #command(
    task: Task,
    command: Command,
    browser: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    command.status = 'running';
    command.startedAt = Date.now();
    this.#tell({ type: 'task_progress', task, command });
    const needsBrowser = command.tool_name !== 'sleep' && !opensBrowser(command);
    const target = needsBrowser && browser !== undefined ? { instanceId: browser } : {};
    const args = { ...target, ...command.args };
    const context = { era: 'legacy', signal, limitMs: this.#options.commandMs } as const;
    const answer = await callForJson(this.#options.session(), command.tool_name, args, context).catch(
      (cause: unknown) => ({ error: { code: 'EXECUTION_ERROR', message: String(cause) } }),
    );
    if (isOver(task)) return; // what a cancelled command still brought counts no more
    command.endedAt = Date.now();
    command.status = 'error' in answer ? 'error' : 'success';
    if ('error' in answer) command.error = answer.error;
    else command.result = answer.result;
    this.#tell({ type: 'task_progress', task, command });
  }

  #end(task: Task, status: TaskStatus, error?: Task['error']): void {
    task.status = status;
    task.endedAt = Date.now();
    if (error) task.error = error;
    for (const command of task.commands) {
      if (command.status === 'running') {
        command.status = 'error';
        command.endedAt = task.endedAt;
        if (error) command.error = error;
      }
      if (command.status === 'pending') command.status = 'skipped';
    }
    this.#tell({ type: 'task_complete', task });
  }

  #tell(event: TaskEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** The oldest of those that are over go first. */
  #forget(): void {
    const { keep = 1000 } = this.#options;
    const over = [...this.#tasks.values()].filter(isOver);
    for (const { id } of over.slice(0, Math.max(0, over.length - keep))) this.#tasks.delete(id);
  }
}

function newTask({ commands, ...request }: TaskRequest): Task {
  const id = newId('task');
  return {
    id,
    ...request,
    commands: commands.map((command, i) => ({ id: `${id}_cmd_${i}`, ...command, status: 'pending' })),
    createdAt: Date.now(),
    status: 'queued',
  };
}

/** From then on the task means the browser that it opened. */
const opensBrowser = ({ tool_name, args }: Pick<Command, 'tool_name' | 'args'>) =>
  tool_name === 'browser_instance' && args.action === 'new';

function openedBy({ result }: Command): string | undefined {
  const isFields = typeof result === 'object' && result !== null && 'instanceId' in result;
  return isFields && typeof result.instanceId === 'string' ? result.instanceId : undefined;
}
