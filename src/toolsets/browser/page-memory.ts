import type { OpenContext } from '../../engines/browser/context/open-context.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';

/** What the agent was told of pages and tabs, so that no answer repeats it and none leaves news out. */
export class PageMemory {
  readonly #urls = new WeakMap<Tab, string>();
  readonly #titles = new WeakMap<Tab, string>();
  readonly #tabs = new WeakMap<OpenContext, Set<Tab>>();

  /** Whether the agent does not know it yet; from now on it does. */
  isNews(tab: Tab): boolean {
    const isNews = this.#urls.get(tab) !== tab.url;
    this.#urls.set(tab, tab.url);
    return isNews;
  }

  /** The same of its title. */
  isNewTitle(tab: Tab, title: string): boolean {
    const isNew = this.#titles.get(tab) !== title;
    this.#titles.set(tab, title);
    return isNew;
  }

  /**
   * Tabs that have come since the last answer, whoever opened them: a popup may be announced after the answer to
   * the click that opened it. What a context had when it was first seen is no news.
   */
  newTabs(context: OpenContext): readonly Tab[] {
    const known = this.#tabs.get(context);
    this.#tabs.set(context, new Set(context.tabs));
    return known ? context.tabs.filter((tab) => !known.has(tab)) : [];
  }

  forget(tab: Tab): void {
    this.#urls.delete(tab);
    this.#titles.delete(tab);
  }
}
