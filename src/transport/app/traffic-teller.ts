import type { Traffic } from '../../contract/app-control.ts';

/** What passes is told so often while somebody looks. */
const TELL_MS = 500;

/** Tells one person what passes through the wire, for as long as they look. */
export class TrafficTeller {
  readonly #read: () => Promise<Traffic>;
  readonly #tell: (traffic: Traffic) => void;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(read: () => Promise<Traffic>, tell: (traffic: Traffic) => void) {
    this.#read = read;
    this.#tell = tell;
  }

  look(isLooking: boolean): void {
    this.#isLooking = isLooking;
    clearTimeout(this.#timer);
    if (isLooking) void this.#refresh();
  }

  async #refresh(): Promise<void> {
    const traffic = await this.#read().catch(() => undefined);
    if (!this.#isLooking) return;
    if (traffic) this.#tell(traffic);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(), TELL_MS).unref();
  }
}
