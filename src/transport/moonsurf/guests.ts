import type { CallerName } from '../../kernel/owner.ts';
import type { Session } from '../../session/service.ts';
import type { TaskStatus } from '../../session/task.ts';
import { TaskBoard, type TaskBoardOptions } from '../../session/task-board.ts';

/** Somebody who calls without a session of their own: over plain HTTP, or through a task. */
export interface Guest {
  readonly session: Session;
  readonly board: TaskBoard;
}

export interface GuestOptions {
  readonly tasks: Omit<TaskBoardOptions, 'session' | 'current'>;
  open(caller: CallerName): Session;
  /** The browser that a session means when it names none. */
  current(session: string): string | undefined;
}

/**
 * Callers without a session are known by their key: each key has one session, which lasts as long as the server,
 * and its own tasks. So two of them see and close each other's browsers as little as two MCP sessions do.
 */
export class Guests {
  readonly #options: GuestOptions;
  readonly #guests = new Map<CallerName, Guest>();

  constructor(options: GuestOptions) {
    this.#options = options;
  }

  of(caller: CallerName): Guest {
    const guest = this.#guests.get(caller) ?? this.#welcome(caller);
    this.#guests.set(caller, guest);
    return guest;
  }

  /** Tasks of all of them, by status. */
  counts(): Readonly<Record<TaskStatus, number>> {
    const counts = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
    for (const { board } of this.#guests.values()) {
      for (const [status, count] of Object.entries(board.counts())) counts[status as TaskStatus] += count;
    }
    return counts;
  }

  close(): void {
    for (const { board } of this.#guests.values()) board.close();
  }

  #welcome(caller: CallerName): Guest {
    const { open, current, tasks } = this.#options;
    const session = open(caller);
    const board = new TaskBoard({ ...tasks, session: () => session, current: () => current(session.id) });
    return { session, board };
  }
}
