import type { IncomingMessage } from 'node:http';
import type { Session } from '../../session/service.ts';
import type { TaskStatus } from '../../session/task.ts';
import { TaskBoard, type TaskBoardOptions } from '../../session/task-board.ts';
import { callerOf } from '../keys.ts';

/** Somebody who calls without a session of their own: over plain HTTP, or through a task. */
export interface Guest {
  readonly session: Session;
  readonly board: TaskBoard;
}

export interface GuestOptions {
  /** Whether callers need a key; without one nobody can be told from anybody else. */
  readonly needsKey: boolean;
  readonly tasks: Omit<TaskBoardOptions, 'session' | 'current'>;
  open(): Session;
  /** The browser that a session means when it names none. */
  current(session: string): string | undefined;
}

/**
 * Callers without a session are known by their key: each key has one session, which lasts as long as the server,
 * and its own tasks. So two of them see and close each other's browsers as little as two MCP sessions do.
 */
export class Guests {
  readonly #options: GuestOptions;
  readonly #guests = new Map<string, Guest>();

  constructor(options: GuestOptions) {
    this.#options = options;
  }

  /** The request has been let in, so its key is a right one. */
  of(request: IncomingMessage, url: URL): Guest {
    const name = this.#options.needsKey ? callerOf(request, url) : '';
    const guest = this.#guests.get(name) ?? this.#welcome();
    this.#guests.set(name, guest);
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

  #welcome(): Guest {
    const { open, current, tasks } = this.#options;
    const session = open();
    const board = new TaskBoard({ ...tasks, session: () => session, current: () => current(session.id) });
    return { session, board };
  }
}
