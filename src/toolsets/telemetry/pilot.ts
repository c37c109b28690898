import { fault } from '../../kernel/fault.ts';

/** AI Web Pilot: whether agents may act on pages. Off from the start means off for good. */
export class Pilot {
  readonly isLocked: boolean;
  #isOn: boolean;
  #source: 'default' | 'flag' | 'configure';

  constructor(isLocked: boolean) {
    this.isLocked = isLocked;
    this.#isOn = !isLocked;
    this.#source = isLocked ? 'flag' : 'default';
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Who said so last. */
  get source(): 'default' | 'flag' | 'configure' {
    return this.#source;
  }

  set(isOn: boolean): void {
    if (isOn && this.isLocked) throw fault('PILOT_DISABLED', { isLocked: true });
    this.#isOn = isOn;
    this.#source = 'configure';
  }

  assertOn(): void {
    if (!this.#isOn) throw fault('PILOT_DISABLED', { isLocked: this.isLocked });
  }
}
