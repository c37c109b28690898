import type { PersonAct } from '../../../contract/app-live.ts';
import { within } from '../../../kernel/within.ts';
import type { Tab } from '../page/tab.ts';
import { pressing } from '../secrets/hide-secrets.ts';

/** A page that does not take a key or a click by then hangs, and the next one must not wait for it. */
const TAKEN_MS = 2_000;
/** After these a field is left: what it holds is a secret from then on, if it is one for secrets. */
const LEAVING = new Set(['Enter', 'Tab']);
/** Keys that say nothing by themselves. */
const MUTE = new Set(['Dead', 'Unidentified', 'Process', 'AltGraph', 'Compose']);

/** What a person does with a page from afar, in the order in which they do it. */
export class ByHand {
  readonly #tab: Tab;
  readonly #acts: PersonAct[] = [];
  #running: Promise<void> | undefined;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  do(act: PersonAct): void {
    const last = this.#acts.at(-1);
    // Where the pointer has been meanwhile is of no interest.
    if (act.kind === 'move' && last?.kind === 'move') this.#acts.pop();
    this.#acts.push(act);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    for (let act = this.#acts.shift(); act; act = this.#acts.shift()) {
      if (this.#tab.page.isClosed()) return;
      await within(this.#done(act), TAKEN_MS).catch((cause: unknown) =>
        this.#tab.host.log.debug('a page did not take what a person did', { cause }),
      );
    }
    this.#tab.host.acted();
  }

  async #done(act: PersonAct): Promise<void> {
    const { mouse, keyboard } = this.#tab.page;
    switch (act.kind) {
      case 'move':
        return mouse.move(act.x, act.y);
      case 'down':
        return this.#leavingField(async () => {
          await mouse.move(act.x, act.y);
          await mouse.down({ button: act.button, clickCount: act.clicks });
        });
      case 'up':
        await mouse.move(act.x, act.y);
        return mouse.up({ button: act.button, clickCount: act.clicks });
      case 'wheel':
        await mouse.move(act.x, act.y);
        return mouse.wheel(act.dx, act.dy);
      case 'text':
        return keyboard.insertText(act.text);
      case 'keydown':
        if (MUTE.has(act.key)) return;
        return LEAVING.has(act.key) ? this.#leavingField(() => this.#press(act.key)) : this.#press(act.key);
      case 'keyup':
        if (MUTE.has(act.key)) return;
        // A key that Playwright does not know was written, and never went down.
        return keyboard.up(act.key).catch(() => {});
    }
  }

  async #press(key: string): Promise<void> {
    const { keyboard } = this.#tab.page;
    try {
      await keyboard.down(key);
    } catch (error) {
      if (!/Unknown key/.test(String(error)) || [...key].length > 1) throw error;
      await keyboard.insertText(key);
    }
  }

  #leavingField(work: () => Promise<void>): Promise<void> {
    return pressing(this.#tab, undefined, () => {}, work);
  }
}
