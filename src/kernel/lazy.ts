/** Made by whoever asks first; closed only if it was made. A failed making is tried again by the next one. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  readonly #end: (made: T) => Promise<void>;
  #made: Promise<T> | undefined;
  #value: T | undefined;

  constructor(make: () => Promise<T>, end: (made: T) => Promise<void> = async () => {}) {
    this.#make = make;
    this.#end = end;
  }

  /** The thing itself, if it was made. */
  get value(): T | undefined {
    return this.#value;
  }

  get(): Promise<T> {
    this.#made ??= this.#make().then(
      (made) => {
        this.#value = made;
        return made;
      },
      (cause) => {
        this.#made = undefined;
        throw cause;
      },
    );
    return this.#made;
  }

  async close(): Promise<void> {
    const made = await this.#made?.catch(() => undefined);
    this.#made = undefined;
    this.#value = undefined;
    if (made !== undefined) await this.#end(made);
  }
}
