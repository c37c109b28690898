import { MOST_KEPT, type SeenBatch } from '../../src/contract/watching.ts';

const nameOf = (number: number) => `seen ${number}`;

/**
 * What was seen and is not in the record yet. It lies in the browser's memory, so that the death of the worker does
 * not take it along, and is good until the browser ends.
 */
export class Keeper {
  readonly #held = new Map<number, { readonly batch: SeenBatch; readonly weight: number }>();
  readonly #loaded: Promise<void>;
  #last = 0;
  #weight = 0;
  #lost = 0;

  constructor() {
    this.#loaded = this.#load();
  }

  /** Gives the batch its number. Undefined: there is no room, and it is counted. */
  async keep(seen: Omit<SeenBatch, 'number'>): Promise<SeenBatch | undefined> {
    await this.#loaded;
    const batch = { ...seen, number: ++this.#last };
    const weight = JSON.stringify(batch).length;
    const isKept =
      this.#weight + weight <= MOST_KEPT &&
      (await stored({ last: this.#last, [nameOf(batch.number)]: batch }));
    if (!isKept) {
      this.#lost++;
      await stored({ lost: this.#lost });
      return undefined;
    }
    this.#weight += weight;
    this.#held.set(batch.number, { batch, weight });
    return batch;
  }

  /** All that is not in the record, the oldest first. */
  async all(): Promise<readonly SeenBatch[]> {
    await this.#loaded;
    return [...this.#held.values()].map(({ batch }) => batch);
  }

  async letGo(upTo: number): Promise<void> {
    await this.#loaded;
    const gone = [...this.#held.keys()].filter((number) => number <= upTo);
    for (const number of gone) {
      this.#weight -= this.#held.get(number)!.weight;
      this.#held.delete(number);
    }
    await chrome.storage.session.remove(gone.map(nameOf));
  }

  /** How many batches had no room, told once. */
  async takeLost(): Promise<number> {
    await this.#loaded;
    const lost = this.#lost;
    this.#lost = 0;
    if (lost > 0) await stored({ lost: 0 });
    return lost;
  }

  async #load(): Promise<void> {
    const all = await chrome.storage.session.get(null);
    this.#last = Number(all.last ?? 0);
    this.#lost = Number(all.lost ?? 0);
    const batches = Object.entries(all)
      .filter(([name]) => name.startsWith('seen '))
      .map(([, value]) => value as SeenBatch);
    for (const batch of batches.toSorted((a, b) => a.number - b.number)) {
      const weight = JSON.stringify(batch).length;
      this.#held.set(batch.number, { batch, weight });
      this.#weight += weight;
      this.#last = Math.max(this.#last, batch.number);
    }
  }
}

const stored = (values: Record<string, unknown>) =>
  chrome.storage.session.set(values).then(
    () => true,
    () => false, // there is no room
  );
