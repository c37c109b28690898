import type { Fact } from './fact.ts';

/** What was done for which request, as far as it is told by now. */
export class Deeds {
  readonly #causes = new WeakMap<Fact, Fact>();
  readonly #deeds = new WeakMap<Fact, Fact[]>();

  /** No cause: it can no longer be told. */
  tell(effect: Fact, cause: Fact | undefined): void {
    const before = this.#causes.get(effect);
    if (before === cause) return;
    if (before) {
      this.#deeds.set(
        before,
        this.of(before).filter((one) => one !== effect),
      );
      this.#causes.delete(effect);
    }
    if (!cause) return;
    this.#causes.set(effect, cause);
    this.#deeds.set(cause, [...this.of(cause), effect]);
  }

  causeOf(effect: Fact): Fact | undefined {
    return this.#causes.get(effect);
  }

  of(cause: Fact): readonly Fact[] {
    return this.#deeds.get(cause) ?? [];
  }
}
