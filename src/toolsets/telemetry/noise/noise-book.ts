import { type Clock, isoMicros } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import { nearest } from '../../../kernel/nearest.ts';
import type { Documents } from '../../../store/documents.ts';
import type { Item } from '../../../store/item-row.ts';
import { BUILT_IN_RULES } from './built-in-rules.ts';
import { type CompiledRule, compileOwn, compileRule, inertRule, type NoiseRule } from './noise-rule.ts';

const MOST_RULES = 100;
const KEY = 'rules';

/** What was written last, as it lies in the store. */
interface Kept {
  readonly version: 1;
  readonly last: number;
  readonly rules: readonly NoiseRule[];
}

/** What tells noise from what is worth showing. */
export interface Noise {
  /** Must have been awaited before anything is asked. */
  load(): Promise<void>;
  isNoise(item: Item): boolean;
}

/** By the built-in rules alone, for whoever reads what is of no one project. */
export function usualNoise(): Noise {
  const rules = BUILT_IN_RULES.map(compileOwn);
  return { load: async () => {}, isNoise: (item) => rules.some(({ fits }) => fits(item)) };
}

/** Which of what was seen is not worth showing: the built-in rules and those of the project. */
export class NoiseBook implements Noise {
  readonly #documents: Documents;
  readonly #clock: Clock;
  readonly #builtIn: readonly CompiledRule[] = BUILT_IN_RULES.map(compileOwn);
  readonly #hits = new Map<string, number>();
  #own: readonly CompiledRule[] = [];
  #last = 0;
  #loading: Promise<void> | undefined;
  #lastSignal: number | null = null;
  #lastNoise: number | null = null;

  constructor(documents: Documents, clock: Clock) {
    this.#documents = documents;
    this.#clock = clock;
  }

  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  /** Whether an item is noise. Counted by rule, for `list`. */
  isNoise(item: Item): boolean {
    const found = [...this.#own, ...this.#builtIn].find(({ fits }) => fits(item));
    const now = this.#clock.micros();
    if (!found) {
      this.#lastSignal = now;
      return false;
    }
    this.#lastNoise = now;
    this.#hits.set(found.rule.id, (this.#hits.get(found.rule.id) ?? 0) + 1);
    return true;
  }

  /** The project's own first. */
  rules(): readonly NoiseRule[] {
    return [...this.#own, ...this.#builtIn].map(({ rule }) => rule);
  }

  statistics() {
    return {
      total_filtered: [...this.#hits.values()].reduce((sum, hits) => sum + hits, 0),
      per_rule: Object.fromEntries(this.#hits),
      last_signal_at: this.#lastSignal === null ? null : isoMicros(this.#lastSignal),
      last_noise_at: this.#lastNoise === null ? null : isoMicros(this.#lastNoise),
    };
  }

  /** Adds all or none of them. */
  async add(
    rules: readonly Omit<NoiseRule, 'id' | 'created_at'>[],
    prefix: 'user' | 'auto' | 'dismiss',
  ): Promise<readonly NoiseRule[]> {
    await this.load();
    const room = MOST_RULES - this.#own.length - this.#builtIn.length;
    if (rules.length > room) {
      throw fault('INVALID_NOISE_RULE', {
        problem: `there is room for ${room} more rules, not ${rules.length}`,
      });
    }
    const created_at = isoMicros(this.#clock.micros());
    const made = await Promise.all(
      rules.map((rule, index) =>
        compileRule({ ...rule, id: `${prefix}_${this.#last + index + 1}`, created_at }),
      ),
    );
    await this.#keep([...this.#own, ...made], this.#last + made.length);
    return made.map(({ rule }) => rule);
  }

  async remove(id: string): Promise<void> {
    await this.load();
    const rest = this.#own.filter(({ rule }) => rule.id !== id);
    if (rest.length === this.#own.length) {
      const ids = this.#own.map(({ rule }) => rule.id);
      throw fault('NO_SUCH_NOISE_RULE', { id, nearest: nearest(id, ids) });
    }
    await this.#keep(rest, this.#last);
  }

  /** Only the built-in rules are left. */
  async reset(): Promise<void> {
    await this.load();
    this.#hits.clear();
    await this.#keep([], this.#last);
  }

  async #load(): Promise<void> {
    const kept = await this.#documents.get<Kept>(KEY);
    if (!kept) return;
    this.#last = kept.last;
    this.#own = await Promise.all(kept.rules.map((rule) => compileRule(rule).catch(() => inertRule(rule))));
  }

  async #keep(own: readonly CompiledRule[], last: number): Promise<void> {
    const kept: Kept = { version: 1, last, rules: own.map(({ rule }) => rule) };
    await this.#documents.put(KEY, kept);
    [this.#own, this.#last] = [own, last];
  }
}
