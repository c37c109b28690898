import type { Tab } from '../../engines/browser/page/tab.ts';
import type { BrowserResult } from '../../report/browser-result.ts';

/** What a tool did and found; the style that was chosen makes an answer of it. */
export interface Result extends BrowserResult {
  /** The page that it is about, when it is not the one that was asked for. */
  readonly tab?: Tab | undefined;
}
