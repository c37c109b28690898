import { type AnswerPage, type AnswerTab, statusOf } from '../browser-answer.ts';
import type { AnswerSource, PageFacts } from '../browser-style.ts';

type TabHeader = AnswerTab & AnswerPage;

/** A tab that nobody was told of yet. */
const NEVER_TOLD = JSON.stringify(['about:blank', 'about:blank', false, false, null, 0, 0, 0]);

/** An answer is headed with the page when any header of a tab differs from what was last said. */
export class TabHeaders {
  readonly #told = new WeakMap<PageFacts, string>();

  /** The headers of all tabs, and whether there is news in them; from now on there is none. */
  async take({ tabs: open, active }: ReturnType<AnswerSource['tabs']>) {
    const tabs = new Map<PageFacts, TabHeader>();
    let hasNews = false;
    for (const { tab, header, key } of await Promise.all(open.map((tab) => read(tab, tab === active)))) {
      if ((this.#told.get(tab) ?? NEVER_TOLD) !== key) hasNews = true;
      this.#told.set(tab, key);
      tabs.set(tab, header);
    }
    return { tabs, hasNews };
  }
}

async function read(tab: PageFacts, isCurrent: boolean) {
  const { isCrashed, url } = tab;
  const said = isCrashed ? [] : tab.console.list({ level: 'debug' });
  const status = statusOf(tab.network.arrival);
  // A page that waits for an answer is not asked for its title.
  const title = isCrashed || tab.modals.open.length > 0 ? '' : await tab.title();
  const errors = said.filter(({ type }) => type === 'error' || type === 'pageerror').length;
  const warnings = said.filter(({ type }) => type === 'warning').length;
  const header: TabHeader = { title, url, isNew: true, isCurrent, isCrashed, status, errors, warnings };
  const parts = [title, url, isCurrent, isCrashed, status ?? null, errors, warnings, said.length];
  return { tab, header, key: JSON.stringify(parts) };
}
