import type { OpenContext } from '../../engines/browser/context/open-context.ts';
import type { Tab } from '../../engines/browser/page/tab.ts';
import type { AnswerPage, AnswerTab } from '../../report/browser-answer.ts';

/** What is said of a tab without looking into its page. */
export interface TabHeader extends AnswerTab, AnswerPage {
  readonly isCurrent: boolean;
  readonly messages: number;
}

/** A tab that nobody was told of yet. */
const NEVER_TOLD = JSON.stringify(['about:blank', 'about:blank', false, false, null, 0, 0, 0]);

/** playwright-mcp heads an answer with the page when any header of a tab differs from what it last said. */
export class TabHeaders {
  readonly #told = new WeakMap<Tab, string>();

  /** The headers of all tabs of a context, and whether there is news in them; from now on there is none. */
  async take(context: OpenContext): Promise<{ headers: Map<Tab, TabHeader>; hasNews: boolean }> {
    const headers = new Map<Tab, TabHeader>();
    let hasNews = false;
    const tabs = [...context.tabs];
    const read = await Promise.all(tabs.map((tab) => headerOf(tab, tab === context.active)));
    for (const [i, tab] of tabs.entries()) {
      const header = read[i]!;
      const now = keyOf(header);
      if ((this.#told.get(tab) ?? NEVER_TOLD) !== now) hasNews = true;
      this.#told.set(tab, now);
      headers.set(tab, header);
    }
    return { headers, hasNews };
  }
}

async function headerOf(tab: Tab, isCurrent: boolean): Promise<TabHeader> {
  const said = tab.isCrashed ? [] : tab.console.list({ level: 'debug' });
  const { arrival } = tab.network;
  return {
    // A page that waits for an answer is not asked for its title.
    title: tab.isCrashed || tab.modals.open.length > 0 ? '' : await tab.title(),
    url: tab.url,
    isNew: true,
    isCurrent,
    isCrashed: tab.isCrashed,
    ...(arrival && { status: { code: arrival.status, text: arrival.statusText } }),
    errors: said.filter(({ type }) => type === 'error' || type === 'pageerror').length,
    warnings: said.filter(({ type }) => type === 'warning').length,
    messages: said.length,
  };
}

const keyOf = (header: TabHeader) => {
  const { title, url, isCurrent, isCrashed, status, errors, warnings, messages } = header;
  return JSON.stringify([
    title,
    url,
    isCurrent,
    isCrashed ?? false,
    status ?? null,
    errors,
    warnings,
    messages,
  ]);
};
