import { z } from 'zod';
import type { CallError } from './tool-answer.ts';

/** What a client hands in. */
export const taskRequest = z.object({
  task_name: z.string().min(1).max(500),
  task_intention: z.string().max(5000).optional(),
  instanceId: z.string().min(1).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  commands: z
    .array(
      z.object({
        tool_name: z.string().min(1),
        intention: z.string().max(5000).optional(),
        args: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .min(1)
    .max(1000),
});
export type TaskRequest = z.output<typeof taskRequest>;

export const TASK_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
export type CommandStatus = 'pending' | 'running' | 'success' | 'error' | 'skipped';

export interface Command extends Readonly<TaskRequest['commands'][number]> {
  readonly id: string;
  status: CommandStatus;
  result?: unknown;
  error?: CallError;
  /** Milliseconds since the epoch. */
  startedAt?: number;
  endedAt?: number;
}

export interface Task extends Readonly<Omit<TaskRequest, 'commands'>> {
  readonly id: string;
  readonly commands: readonly Command[];
  readonly createdAt: number;
  status: TaskStatus;
  startedAt?: number;
  endedAt?: number;
  error?: CallError;
}

export type TaskEvent =
  | { readonly type: 'task_progress'; readonly task: Task; readonly command: Command }
  | { readonly type: 'task_complete'; readonly task: Task };

export const isOver = ({ status }: Task) => ['completed', 'failed', 'cancelled'].includes(status);

export function summaryOf({ commands, startedAt, endedAt }: Task) {
  const count = (status: CommandStatus) => commands.filter((command) => command.status === status).length;
  return {
    total: commands.length,
    succeeded: count('success'),
    failed: count('error'),
    skipped: count('skipped'),
    durationMs: startedAt === undefined ? 0 : (endedAt ?? Date.now()) - startedAt,
  };
}
