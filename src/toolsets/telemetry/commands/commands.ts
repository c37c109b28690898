import type { Clock } from '../../../kernel/clock.ts';
import { asFault, type Fault, fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import { nearest } from '../../../kernel/nearest.ts';
import type { Documents } from '../../../store/documents.ts';
import { Command, type CommandRecord, type CommandStatus, type Order } from './command.ts';

export interface CommandsOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Where the outcomes of older commands are kept. */
  readonly documents: Documents;
  /** How many may wait for one target. */
  readonly queueLimit?: number;
  /** How many ended ones are kept in memory. */
  readonly keep?: number;
  /** How long one may wait for its turn. */
  readonly waitMs?: number;
}

const BATCH = 100;
/** After this long, work that does not heed its signal is no longer waited for. */
const STUBBORN_MS = 2000;
/** A page or browser that is gone expires what was meant for it. */
const TARGET_GONE = new Set(['TAB_CLOSED', 'BROWSER_CRASHED', 'NO_SUCH_TAB']);

/** Every command of an agent to a page: queued by target, bounded, and never lost without a word. */
export class Commands {
  readonly #options: CommandsOptions;
  readonly #all = new Map<string, Command>();
  readonly #waiting = new Map<string, Command[]>();
  readonly #running = new Map<string, Command>();
  readonly #kept: KeptCommands;
  #failed: Command[] = [];

  constructor(options: CommandsOptions) {
    this.#options = options;
    this.#kept = new KeptCommands(options.documents, options.log);
  }

  /** Takes a command, or says at once that there is no room for it. */
  submit(order: Order): Command {
    const { clock, queueLimit = 50 } = this.#options;
    const id = order.id ?? newId(order.action);
    if (this.#all.has(id) || this.#kept.has(id)) throw fault('COMMAND_EXISTS', { id });
    const line = this.#waiting.get(order.target) ?? [];
    if (line.length >= queueLimit) throw fault('QUEUE_FULL', { target: order.target, limit: queueLimit });
    const command = new Command(id, order, clock.micros());
    this.#all.set(id, command);
    this.#waiting.set(order.target, [...line, command]);
    this.#limitWaiting(command);
    this.#next(order.target);
    return command;
  }

  /** Waits for the end, at most so long. A caller that gives up takes its command back. */
  async wait(command: Command, ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const leave = () => {
      this.#expire(command, 'its caller has cancelled it');
      resolve();
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    try {
      await Promise.race([command.done, promise]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    }
  }

  /** What is known of a command, also of one that ended long ago. */
  async find(id: string): Promise<CommandRecord> {
    const known = this.#all.get(id);
    if (known) return this.#record(known);
    const kept = await this.#kept.find(id);
    if (kept) return kept;
    throw fault('NO_SUCH_COMMAND', { id, nearest: nearest(id, this.#all.keys()) });
  }

  /** Newest first. */
  list(status?: CommandStatus | 'failed'): readonly CommandRecord[] {
    const wanted = ({ status: is }: Command) =>
      status === undefined || (status === 'failed' ? isFailed(is) : is === status);
    const some = status === 'failed' ? this.#failed : [...this.#all.values()];
    return some
      .filter(wanted)
      .map((command) => this.#record(command))
      .reverse();
  }

  /** Takes back one command, or all that have not ended; says how many those were. */
  cancel(id?: string): number {
    const open = [...this.#all.values()].filter((command) => !command.isFinal);
    const some = id === undefined ? open : open.filter((command) => command.id === id);
    for (const command of some) this.#expire(command, 'it was cancelled');
    return some.length;
  }

  /** A target went away: nothing that waits for it can be done any more. */
  expireTarget(target: string, why: string): void {
    for (const command of [...(this.#waiting.get(target) ?? [])]) this.#expire(command, why);
  }

  get counts(): { pending: number; failed: number; total: number } {
    const pending = [...this.#all.values()].filter((command) => !command.isFinal).length;
    return { pending, failed: this.#failed.length, total: this.#all.size };
  }

  async close(): Promise<void> {
    for (const command of this.#all.values()) {
      if (!command.isFinal) this.#expire(command, 'the server is shutting down');
    }
    await this.#kept.close();
  }

  #record(command: Command): CommandRecord {
    const line = this.#waiting.get(command.order.target) ?? [];
    return command.record(line.indexOf(command) + 1);
  }

  #next(target: string): void {
    if (this.#running.has(target)) return;
    const [command, ...rest] = this.#waiting.get(target) ?? [];
    if (!command) {
      this.#waiting.delete(target);
      return;
    }
    this.#waiting.set(target, rest);
    this.#running.set(target, command);
    void this.#run(command).finally(() => {
      this.#running.delete(target);
      this.#next(target);
    });
  }

  async #run(command: Command): Promise<void> {
    const { order, abort } = command;
    const { clock } = this.#options;
    command.isRunning = true;
    command.startedAt = clock.monotonic();
    const { promise: given, resolve: giveUp } = Promise.withResolvers<void>();
    let stubborn: NodeJS.Timeout | undefined;
    abort.signal.addEventListener('abort', () => {
      stubborn = setTimeout(giveUp, STUBBORN_MS);
    });
    const timer = setTimeout(() => {
      const late = fault('COMMAND_TIMEOUT', {
        action: order.action,
        ms: order.limitMs,
        state: order.state(),
      });
      this.#end(command, 'timeout', { fault: late });
      abort.abort(late);
    }, order.limitMs);
    const work = order.run(abort.signal).then(
      (result) => this.#end(command, 'complete', { result }),
      (thrown) => this.#fail(command, asFault(thrown)),
    );
    await Promise.race([work, given]);
    clearTimeout(timer);
    clearTimeout(stubborn);
  }

  #fail(command: Command, failed: Fault): void {
    if (failed.code === 'INTERNAL') {
      this.#options.log.error('command failed', { action: command.order.action, cause: failed.cause });
    }
    if (!TARGET_GONE.has(failed.code)) {
      this.#end(command, 'error', { fault: failed });
      return;
    }
    const why = failed.message.replace(/\.$/, '');
    const gone = { action: command.order.action, why, state: command.order.state() };
    this.#end(command, 'expired', { fault: fault('COMMAND_EXPIRED', gone, failed) });
  }

  #expire(command: Command, why: string): void {
    const { order } = command;
    const line = this.#waiting.get(order.target) ?? [];
    this.#waiting.set(
      order.target,
      line.filter((other) => other !== command),
    );
    const gone = fault('COMMAND_EXPIRED', { action: order.action, why, state: order.state() });
    this.#end(command, 'expired', { fault: gone });
    command.abort.abort(gone);
  }

  #end(command: Command, status: CommandStatus, outcome: Parameters<Command['end']>[2]): void {
    if (command.isFinal) return;
    const { clock, keep = 1000 } = this.#options;
    const ms = clock.monotonic() - (command.startedAt ?? clock.monotonic());
    command.end(status, { time: clock.micros(), ms }, outcome);
    if (isFailed(status)) this.#failed = [...this.#failed, command].slice(-100);
    if (this.#all.size >= keep + BATCH) this.#putAway();
  }

  /** A batch at a time: what goes is written once and read rarely. */
  #putAway(): void {
    const ended = [...this.#all.values()].filter(({ isFinal }) => isFinal).slice(0, BATCH);
    if (ended.length < BATCH) return;
    this.#kept.put(ended.map((command) => command.record()));
    for (const { id } of ended) this.#all.delete(id);
  }

  #limitWaiting(command: Command): void {
    const { waitMs = 60_000 } = this.#options;
    const timer = setTimeout(() => {
      if (!command.isRunning) this.#expire(command, `its turn did not come within ${waitMs / 1000} s`);
    }, waitMs).unref();
    void command.done.then(() => clearTimeout(timer));
  }
}

const isFailed = (status: CommandStatus) => status !== 'pending' && status !== 'complete';

const WEEK_MS = 7 * 24 * 3_600_000;

/** The outcomes of older commands: in the store, batch by batch, for as long as the server lives. */
class KeptCommands {
  readonly #documents: Documents;
  readonly #log: Log;
  readonly #run = newId('run');
  /** The batch of each command. */
  readonly #batches = new Map<string, string>();
  #writing: Promise<void> = Promise.resolve();
  #count = 0;

  constructor(documents: Documents, log: Log) {
    this.#documents = documents;
    this.#log = log;
  }

  has(id: string): boolean {
    return this.#batches.has(id);
  }

  put(records: readonly CommandRecord[]): void {
    const key = `${this.#run}/${++this.#count}`;
    for (const { correlation_id } of records) this.#batches.set(correlation_id, key);
    const batch = Object.fromEntries(records.map((record) => [record.correlation_id, record]));
    this.#writing = this.#writing
      .then(() => (this.#count === 1 ? this.#forgetEarlierRuns() : undefined))
      .then(() => this.#documents.put(key, batch))
      .catch((error) => this.#log.warning('older commands were not kept', { error }));
  }

  async find(id: string): Promise<CommandRecord | undefined> {
    const key = this.#batches.get(id);
    if (key === undefined) return undefined;
    await this.#writing;
    return (await this.#documents.get<Record<string, CommandRecord>>(key))?.[id];
  }

  async close(): Promise<void> {
    await this.#writing;
  }

  /** Nobody asks for what a server of last week did; one of today may still live and share the record. */
  async #forgetEarlierRuns(): Promise<void> {
    const before = (Date.now() - WEEK_MS) * 1000;
    const old = (await this.#documents.list()).filter(({ updated }) => updated < before);
    for (const { key } of old) await this.#documents.delete(key);
  }
}
