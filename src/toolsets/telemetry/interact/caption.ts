import type { Tab } from '../../../engines/browser/page/tab.ts';
import { showCaption } from './overlay.page.ts';

interface Follower {
  /** None is drawn while it follows. */
  readonly isBeside: boolean;
  heard(words: string): void;
}

/** The captions of all tabs: each stays until it is replaced, also on the pages that follow. */
export class Captions {
  readonly #words = new WeakMap<Tab, string>();
  readonly #followers = new WeakMap<Tab, Follower>();

  /** "" takes it away. */
  async show(tab: Tab, words: string): Promise<void> {
    const isNew = !this.#words.has(tab);
    this.#words.set(tab, words);
    if (isNew) {
      tab.page.on('domcontentloaded', () => {
        if (this.#words.get(tab)) this.#draw(tab).catch(() => {}); // it has moved on already
      });
    }
    this.#followers.get(tab)?.heard(words);
    await this.#draw(tab);
  }

  /** Tells of the present caption and of all that follow, until the returned function is called. */
  async follow(tab: Tab, follower: Follower): Promise<() => Promise<void>> {
    this.#followers.set(tab, follower);
    const now = this.#words.get(tab);
    if (now) follower.heard(now);
    if (now && follower.isBeside) await this.#draw(tab);
    return async () => {
      this.#followers.delete(tab);
      if (this.#words.get(tab) && follower.isBeside) await this.#draw(tab).catch(() => {}); // it is gone
    };
  }

  async #draw(tab: Tab): Promise<void> {
    const isBeside = this.#followers.get(tab)?.isBeside === true;
    await tab.cdp.run(showCaption, isBeside ? '' : (this.#words.get(tab) ?? ''));
  }
}
