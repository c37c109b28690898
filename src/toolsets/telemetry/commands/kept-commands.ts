import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Documents } from '../../../store/documents.ts';
import type { CommandRecord } from './command.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** The outcomes of older commands: in the store, batch by batch, for as long as the server lives. */
export class KeptCommands {
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
