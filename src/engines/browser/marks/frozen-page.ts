import type { DrawnMark, FoundElement, MarkBox } from '../../../contract/marks.ts';
import { screenshot } from '../actions/screenshot.ts';
import { makeSelectors } from '../capture/in-page/selectors.page.ts';
import type { Tab } from '../page/tab.ts';
import { lookBelow, type PageView, viewOfPage } from './frozen.page.ts';
import { lookOnly } from './overlay.page.ts';
import { makeUnderMark } from './under-mark.page.ts';

/** A page as it was at one moment, for a person who draws on it elsewhere. */
export interface FrozenPage {
  /** PNG, one pixel for one CSS pixel. */
  readonly bytes: Uint8Array;
  readonly view: PageView;
}

export async function freezePage(tab: Tab): Promise<FrozenPage> {
  return unseen(tab, async () => {
    const { bytes } = await screenshot(tab, { type: 'png', scale: 'css' });
    return { bytes, view: await tab.cdp.run(viewOfPage) };
  });
}

/** What lies there now; nothing where it is another page by now, or the page does not say. */
export async function elementsBelow(
  tab: Tab,
  { view }: FrozenPage,
  mark: Pick<DrawnMark, 'kind' | 'box' | 'points'>,
): Promise<FoundElement[]> {
  const source = `(view, mark) => (${lookBelow})(view, mark, ${makeUnderMark}, ${makeSelectors})`;
  try {
    return (await unseen(tab, () => tab.cdp.runSource(source, view, mark))) as FoundElement[];
  } catch {
    return []; // it went away meanwhile
  }
}

/** Paper that lies on the page itself is out of the way meanwhile. */
async function unseen<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
  try {
    await tab.cdp.run(lookOnly, 'nothing');
    return await work();
  } finally {
    await tab.cdp.run(lookOnly, 'all').catch(() => {}); // it went with its page
  }
}

/** The smallest box around all points. */
export function boxAround(points: DrawnMark['points']): MarkBox {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
