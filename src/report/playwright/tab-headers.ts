import type { AnswerSource, Arrival, PageFacts } from '../browser-style.ts';

export interface TabHeader {
  readonly title: string;
  readonly url: string;
  readonly isCurrent: boolean;
  readonly isCrashed?: boolean;
  readonly arrival?: Arrival | undefined;
  /** Since the document was loaded. */
  readonly errors: number;
  readonly warnings: number;
}

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
  const { arrival } = tab.network;
  // A page that waits for an answer is not asked for its title.
  const title = isCrashed || tab.modals.open.length > 0 ? '' : await tab.title();
  const errors = said.filter(({ type }) => type === 'error' || type === 'pageerror').length;
  const warnings = said.filter(({ type }) => type === 'warning').length;
  const header: TabHeader = { title, url, isCurrent, isCrashed, arrival, errors, warnings };
  const parts = [title, url, isCurrent, isCrashed, arrival ?? null, errors, warnings, said.length];
  return { tab, header, key: JSON.stringify(parts) };
}
