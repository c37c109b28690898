import type { FoundElement, MarkBox, MarkKind, MarkPoint } from '../../../contract/marks.ts';
import type { makeSelectors } from '../capture/in-page/selectors.page.ts';

export type UnderMark = ReturnType<typeof makeUnderMark>;

/** Finds what lies below a mark. `ours` is what must not be found. */
export function makeUnderMark(selectorsFor: typeof makeSelectors, ours: HTMLElement) {
  const MOST = 15;
  const INTERACTIVE =
    'a[href],button,input,select,textarea,summary,label,[role=button],[role=link],[role=tab],[role=menuitem],' +
    '[role=checkbox],[role=switch],[onclick],[tabindex]:not([tabindex="-1"])';
  const TEST_IDS = ['data-testid', 'data-test', 'data-qa'];
  const AROUND =
    'form,fieldset,dialog,article,section,nav,header,footer,aside,main,table,ul,ol,[role=dialog],[role=region],' +
    '[role=group],[role=list],[role=menu],[role=tablist]';
  const selectors = selectorsFor(TEST_IDS);
  const clean = (text: string | null | undefined, most: number) =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most);
  const round = (value: number) => Math.round(value * 10) / 10;

  interface Hit {
    readonly element: Element;
    /** Of the frame element, when it is inside one. */
    readonly frame?: string;
    readonly left: number;
    readonly top: number;
  }

  /** Through open shadow roots, and into frames of the same origin. */
  const hitsAt = (root: Document | ShadowRoot, x: number, y: number, into: Hit): readonly Hit[] =>
    root.elementsFromPoint(x, y).flatMap((element): readonly Hit[] => {
      if (element === ours || ours.contains(element)) return [];
      const here = { ...into, element };
      if (element.shadowRoot && element.shadowRoot !== root)
        return [
          ...hitsAt(element.shadowRoot, x, y, into).filter((one) => one.element.getRootNode() !== root),
          here,
        ];
      const inner = element.localName === 'iframe' ? documentOf(element as HTMLIFrameElement) : undefined;
      if (!inner) return [here];
      const { left, top } = element.getBoundingClientRect();
      const [dx, dy] = [left + element.clientLeft, top + element.clientTop];
      const frame = into.frame ? `${into.frame} >>> ${selectors.pathOf(element)}` : selectors.pathOf(element);
      const inside = { element, frame, left: into.left + dx, top: into.top + dy };
      return [...hitsAt(inner, x - dx, y - dy, inside), here];
    });
  const documentOf = (frame: HTMLIFrameElement) => {
    try {
      return frame.contentDocument ?? undefined;
    } catch {
      return undefined; // of another origin
    }
  };

  /** Nine places of a box; the head of an arrow; a few along a line. */
  const samples = (kind: MarkKind, box: MarkBox, points: readonly MarkPoint[]): readonly MarkPoint[] => {
    if (kind === 'arrow') return points.slice(-1);
    if (kind === 'line') return points.filter((_, at) => at % Math.ceil(points.length / 9) === 0);
    const parts = [0.1, 0.5, 0.9];
    return parts.flatMap((down) =>
      parts.map((right) => ({ x: box.x + box.width * right, y: box.y + box.height * down })),
    );
  };

  /** How well an element's place and the drawn one are the same, from 0 to 1. */
  const likeness = (a: MarkBox, b: MarkBox) => {
    const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    const common = Math.max(0, width) * Math.max(0, height);
    return common / (a.width * a.height + b.width * b.height - common || 1);
  };

  const boxOf = ({ element, left, top }: Hit): MarkBox => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: round(x + left), y: round(y + top), width: round(width), height: round(height) };
  };

  /** The one that is meant first: what is pointed at, or what fills the box best; a control rather than its parts. */
  const found = (kind: MarkKind, box: MarkBox, points: readonly MarkPoint[]): readonly Hit[] => {
    const all = new Map<Element, Hit & { times: number }>();
    for (const { x, y } of samples(kind, box, points)) {
      const seen = hitsAt(document, x, y, { element: document.documentElement, left: 0, top: 0 });
      for (const hit of seen) {
        const before = all.get(hit.element);
        all.set(hit.element, { ...hit, times: (before?.times ?? 0) + 1 });
      }
    }
    const order = [...all.values()];
    const score = (hit: (typeof order)[number], depth: number) => {
      const isControl = hit.element.matches(INTERACTIVE);
      const isPage = hit.element === hit.element.ownerDocument.documentElement;
      const fit = kind === 'arrow' ? 0.5 - depth / 100 : likeness(boxOf(hit), box) + hit.times / 100;
      return isPage ? -1 : fit + (isControl ? 0.25 : 0);
    };
    return order
      .map((hit, depth) => ({ hit, score: score(hit, depth) }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MOST)
      .map(({ hit }) => hit);
  };

  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const brightness = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  /** Of text and the nearest plain colour behind it; undefined where a picture or see-through colour lies between. */
  const contrastOf = (element: Element): number | undefined => {
    const { color } = getComputedStyle(element);
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundImage !== 'none') return undefined;
      const alpha = channels(backgroundColor)[3] ?? 1;
      if (alpha === 0) continue;
      if (alpha < 1 || !backgroundColor.startsWith('rgb')) return undefined;
      const [light, dark] = [brightness(color), brightness(backgroundColor)].toSorted((a, b) => b - a);
      return (light! + 0.05) / (dark! + 0.05);
    }
    return undefined;
  };

  const flagsOf = (element: Element): readonly string[] => {
    const flags: string[] = [];
    const isField = element.matches('input:not([type=hidden],[type=submit],[type=button]),select,textarea');
    const isControl = element.matches(INTERACTIVE);
    const named =
      element.getAttribute('aria-label') ||
      element.getAttribute('aria-labelledby') ||
      element.getAttribute('title') ||
      clean(element.textContent, 1) ||
      element.querySelector('img[alt]:not([alt=""]),svg title');
    if (element.localName === 'img' && !element.hasAttribute('alt')) flags.push('missing_alt_text');
    if (isField && !named && !(element as HTMLInputElement).labels?.length) flags.push('missing_form_label');
    if (isControl && !isField && !named) flags.push('missing_accessible_name');
    if (element.hasAttribute('onclick') && !element.matches('a,button,input,summary,[role]'))
      flags.push('interactive_without_role');
    const { fontSize, fontWeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const hasText = [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
    );
    const contrast = hasText ? contrastOf(element) : undefined;
    if (contrast !== undefined && contrast < (isLarge ? 3 : 4.5))
      flags.push(`low_contrast:${contrast.toFixed(2)}:1`);
    const { width, height } = element.getBoundingClientRect();
    if (isControl && (width < 44 || height < 44))
      flags.push(`small_touch_target:${Math.round(width)}x${Math.round(height)}`);
    return flags;
  };

  const HIDDEN =
    'input[type=password],[autocomplete*=password],[autocomplete*="cc-"],[autocomplete*=one-time-code]';
  /** What it is written as; a value that is typed in is no part of that, one in the source might be a secret. */
  const htmlOf = (element: Element) => {
    const copy = element.cloneNode(true) as Element;
    for (const field of [copy, ...copy.querySelectorAll(HIDDEN)])
      if (field.matches(HIDDEN) && field.hasAttribute('value')) field.setAttribute('value', '[hidden]');
    return copy.outerHTML.slice(0, 2000);
  };

  const describe = (hit: Hit): FoundElement => {
    const { element, frame } = hit;
    const root = element.getRootNode();
    const parent = element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
    const testId = TEST_IDS.map((name) => element.getAttribute(name)).find(Boolean);
    const around = (element.parentElement ?? element).closest(AROUND) ?? element.parentElement;
    return {
      selector: selectors.pathOf(element),
      ...(frame && { frame }),
      tag: element.localName,
      text: element.matches(HIDDEN)
        ? ''
        : clean((element as HTMLElement).innerText ?? element.textContent, 200),
      classes: [...element.classList].slice(0, 20),
      ...(element.id && { id: element.id }),
      box: boxOf(hit),
      html: htmlOf(element),
      ...(parent && { parentSelector: selectors.pathOf(parent) }),
      ...(around && { around: selectors.pathOf(around) }),
      ...(testId && { testId }),
      flags: [...flagsOf(element)],
    };
  };

  return {
    /** Elements with what is known of them, and the one that the mark is to stay with when the page moves. */
    look(kind: MarkKind, box: MarkBox, points: readonly MarkPoint[]) {
      const hits = found(kind, box, points);
      return { elements: hits.map(describe), anchor: hits.find(({ frame }) => !frame)?.element };
    },
    /** What the wheel would turn at this place. */
    scrollerAt(x: number, y: number): Element {
      for (let at = document.elementsFromPoint(x, y).find((one) => one !== ours) ?? null; at; ) {
        const { overflowY } = getComputedStyle(at);
        if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return at;
        at = at.parentElement;
      }
      return document.scrollingElement ?? document.documentElement;
    },
  };
}
