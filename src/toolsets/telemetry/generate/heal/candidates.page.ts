/** What of a page could be meant by a locator that no longer finds anything. */
import type { Selectors } from '../../../../engines/browser/capture/in-page/selectors.page.ts';

/** By the places of its ancestors among their siblings; `s` is a shadow root. */
type Path = readonly (number | 's')[];
type Described = ReturnType<Selectors['describe']>;

/** As it is described wherever it was seen, and the heading that it stands under. */
export type InContext = Described & { readonly context: string };

/** The heading, legend or caption that stands before an element in what holds both. */
export function contextOf(element: Element): string {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const before = [...around.querySelectorAll('h1, h2, h3, h4, h5, h6, legend, caption')].filter(
      (one) => one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const nearest = before.at(-1)?.textContent?.trim();
    if (nearest) return nearest.slice(0, 100);
  }
  return '';
}

export interface Candidate extends InContext {
  readonly path: Path;
  /** name, type and autocomplete of a field. */
  readonly field: string;
  readonly inputType: string;
  readonly href: string;
  readonly isEditable: boolean;
  readonly isInteractive: boolean;
  /** The middle, in CSS pixels of the viewport. */
  readonly x: number;
  readonly y: number;
}

export function candidatesIn(
  selectorsFor: (testIds: readonly string[]) => Selectors,
  pathOf: (element: Element) => Path,
  contextFor: (element: Element) => string,
  testIds: readonly string[],
  most: number,
): readonly Candidate[] {
  const { describe, attribute, textOf } = selectorsFor(testIds);
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role], [contenteditable=""], [contenteditable=true], [onclick], [tabindex]';
  const found: Candidate[] = [];
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  const walk = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      if (found.length >= most || /^(SCRIPT|STYLE|HTML|HEAD|BODY)$/.test(element.tagName)) continue;
      const isInteractive = element.matches(CONTROLS);
      // Of what only shows words, the innermost.
      const isWords = !isInteractive && element.childElementCount === 0 && textOf(element, 200) !== '';
      const isNamed = /^H[1-6]$/.test(element.tagName) || testIds.some((name) => element.hasAttribute(name));
      if (!(isInteractive || isWords || isNamed || element.id) || !isSeen(element)) continue;
      const { left, top, width, height } = element.getBoundingClientRect();
      found.push({
        ...describe(element),
        path: pathOf(element),
        context: contextFor(element),
        field: ['name', 'autocomplete', 'title', 'alt']
          .map((name) => attribute(element, name))
          .join(' ')
          .trim(),
        inputType: element.tagName === 'INPUT' ? (element as HTMLInputElement).type : '',
        href: attribute(element, 'href'),
        isEditable:
          element.matches(
            'textarea, select, input:not([type=button], [type=submit], [type=reset], [type=image])',
          ) || (element as HTMLElement).isContentEditable,
        isInteractive,
        x: left + width / 2,
        y: top + height / 2,
      });
    }
  };
  walk(document);
  return found;
}

/** How an element was, and how many others were called as it was. */
export type PastElement = InContext & { readonly alike: number };

/** The one element that a CSS selector finds in a document as it was. */
export function elementOfOld(
  selectorsFor: (testIds: readonly string[]) => Selectors,
  contextFor: (element: Element) => string,
  testIds: readonly string[],
  html: string,
  selector: string,
): PastElement | undefined {
  const { describe } = selectorsFor(testIds);
  const nameOf = ({ role, label, text }: Described) => role?.name || label || text || '';
  try {
    const old = new DOMParser().parseFromString(html, 'text/html');
    const [first, ...more] = old.querySelectorAll(selector);
    if (!first || more.length > 0) return undefined;
    const own = describe(first);
    const same = [...old.querySelectorAll(first.localName)].slice(0, 1000).map(describe);
    const alike = same.filter((one) => nameOf(one) === nameOf(own)).length - 1;
    return { ...own, context: contextFor(first), alike };
  } catch {
    return undefined; // Playwright's own kind of selector
  }
}
