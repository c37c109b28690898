import type { Tab } from '../../../engines/browser/page/tab.ts';
import { showCaption } from './overlay.page.ts';

/** The captions of all tabs: each stays until it is replaced, also on the pages that follow. */
export class Captions {
  readonly #words = new WeakMap<Tab, string>();

  /** "" takes it away. */
  async show(tab: Tab, words: string): Promise<void> {
    const isNew = !this.#words.has(tab);
    this.#words.set(tab, words);
    if (isNew) {
      tab.page.on('domcontentloaded', () => {
        const now = this.#words.get(tab);
        if (now) tab.cdp.run(showCaption, now).catch(() => {}); // it has moved on already
      });
    }
    await tab.cdp.run(showCaption, words);
  }
}
