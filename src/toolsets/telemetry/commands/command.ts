import { isoMicros } from '../../../kernel/clock.ts';
import type { Fault } from '../../../kernel/fault.ts';

export type CommandStatus = 'pending' | 'complete' | 'error' | 'expired' | 'timeout';

/** What a command is to do, and on what. */
export interface Order {
  readonly action: string;
  /** Commands with the same target run one after the other, in the order of arrival. */
  readonly target: string;
  readonly session: string;
  /** The caller's own name for it. */
  readonly id?: string | undefined;
  /** How long it may run, in milliseconds. */
  readonly limitMs: number;
  /** How browser, pilot and page are, in a few words. */
  state(): string;
  run(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}

/** How a command ended, as it is told and kept. */
export interface CommandRecord {
  readonly correlation_id: string;
  readonly action: string;
  readonly status: CommandStatus;
  readonly queued: boolean;
  readonly final: boolean;
  readonly created_at: string;
  readonly completed_at?: string;
  /** From its start to its end. */
  readonly timing_ms?: number;
  readonly queue_position?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Pick<Fault, 'code' | 'message' | 'hint'>>;
}

/** One command from its arrival to its end. */
export class Command {
  readonly id: string;
  readonly order: Order;
  readonly created: number;
  readonly abort = new AbortController();
  readonly done: Promise<void>;
  status: CommandStatus = 'pending';
  isRunning = false;
  startedAt: number | undefined;
  fault: Fault | undefined;
  #ended: { readonly time: number; readonly ms: number } | undefined;
  #result: Readonly<Record<string, unknown>> | undefined;
  readonly #settle: () => void;

  constructor(id: string, order: Order, created: number) {
    this.id = id;
    this.order = order;
    this.created = created;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.done = promise;
    this.#settle = resolve;
  }

  get isFinal(): boolean {
    return this.status !== 'pending';
  }

  /** The first end counts. */
  end(
    status: CommandStatus,
    at: { readonly time: number; readonly ms: number },
    outcome: { readonly result?: Readonly<Record<string, unknown>>; readonly fault?: Fault },
  ): void {
    if (this.isFinal) return;
    this.status = status;
    this.fault = outcome.fault;
    this.#result = outcome.result;
    this.#ended = at;
    this.#settle();
  }

  record(queuePosition?: number): CommandRecord {
    const { fault } = this;
    return {
      correlation_id: this.id,
      action: this.order.action,
      status: this.status,
      queued: !this.isFinal && !this.isRunning,
      final: this.isFinal,
      created_at: isoMicros(this.created),
      ...(this.#ended && {
        completed_at: isoMicros(this.#ended.time),
        timing_ms: Math.round(this.#ended.ms),
      }),
      ...(queuePosition !== undefined && queuePosition > 0 && { queue_position: queuePosition }),
      ...(this.#result && { result: this.#result }),
      ...(fault && { error: { code: fault.code, message: fault.message, hint: fault.hint } }),
    };
  }
}

/** `click complete (120 ms)`, or `FAILED — click: …`. */
export function commandWords({
  action,
  status,
  error,
  timing_ms: ms,
  queue_position: place,
}: CommandRecord): string {
  if (error) return `FAILED — ${action} ${status}: ${error.message}`;
  if (status === 'pending') return `${action} is ${place ? `number ${place} in the queue` : 'being done'}`;
  return `${action} ${status}${ms === undefined ? '' : ` (${ms} ms)`}`;
}
