/** What a page shows, leaf by leaf, so that two loads of it can be compared; and what never stands still. */
import type { Selectors } from '../../../engines/browser/capture/in-page/selectors.page.ts';

export interface Shown {
  /** The CSS path of an element with its own words or picture, and these. */
  readonly leaves: readonly (readonly [css: string, shown: string])[];
  readonly moving: readonly string[];
}

export function shownParts(
  selectorsFor: (testIds: readonly string[]) => Selectors,
  testIds: readonly string[],
  most: number,
): Shown {
  const { pathOf, attribute } = selectorsFor(testIds);
  const leaves: [string, string][] = [];
  const moving: string[] = [];
  const isOther = (frame: Element) => {
    const address = URL.parse(attribute(frame, 'src'), document.baseURI);
    return address !== null && /^http/.test(address.protocol) && address.origin !== location.origin;
  };
  for (const element of document.querySelectorAll('body *')) {
    if (leaves.length >= most) break;
    if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/.test(element.tagName)) continue;
    if (element.matches('video, marquee, time, progress') || (element.matches('iframe') && isOther(element)))
      moving.push(pathOf(element));
    else if (element.tagName === 'IMG') leaves.push([pathOf(element), attribute(element, 'src')]);
    else if (element.tagName === 'CANVAS')
      leaves.push([pathOf(element), pictureOf(element as HTMLCanvasElement)]);
    else {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const words = own.map((node) => node.nodeValue ?? '').join('');
      if (words.trim()) leaves.push([pathOf(blockOf(element)), words]);
    }
  }
  /** A mask as wide as words that grow would differ as they do: what holds them keeps its size. */
  function blockOf(element: Element): Element {
    let at: Element | null = element;
    while (at && getComputedStyle(at).display.startsWith('inline')) at = at.parentElement;
    return !at || at === document.body || at.childElementCount > 3 ? element : at;
  }
  function pictureOf(canvas: HTMLCanvasElement): string {
    try {
      return canvas.toDataURL();
    } catch {
      return ''; // another origin drew in it
    }
  }
  return { leaves, moving };
}
