export interface LaidElement {
  /** What it is known by: where it stands, and its words if it has some of its own. */
  readonly key: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** Its place in the list of the one around it; -1 for none. */
  readonly parent: number;
}

export interface Layout {
  readonly scrolled: { readonly x: number; readonly y: number };
  readonly elements: readonly LaidElement[];
  /** Boxes of what is not to be compared, in pixels of the page. */
  readonly masked: readonly {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  }[];
}

/** Where everything that is seen stands on the page. */
export function readLayout(masks: readonly string[], most: number): Layout {
  const boxOf = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const left = Math.floor(x + scrollX);
    const top = Math.floor(y + scrollY);
    return {
      x: left,
      y: top,
      w: Math.ceil(x + scrollX + width) - left,
      h: Math.ceil(y + scrollY + height) - top,
    };
  };
  const elements: LaidElement[] = [];
  const used = new Map<string, number>();
  const walk = (element: Element, parent: number) => {
    if (elements.length >= most) return;
    let own = parent;
    const box = boxOf(element);
    const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (isSeen && box.w > 0 && box.h > 0) {
      const words = [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.nodeValue ?? '')
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 80);
      const name = `${element.localName}${element.id ? `#${element.id}` : ''}${words ? ` "${words.slice(0, 40)}"` : ''}`;
      // Not by its place among others: what is put before it must not make it another one.
      const plain = `${element.localName}|${element.id}|${element.className?.toString() ?? ''}|${words}|${element.getAttribute('src') ?? ''}`;
      const count = (used.get(plain) ?? 0) + 1;
      used.set(plain, count);
      own = elements.push({ key: `${plain}|${count}`, name, ...box, parent }) - 1;
    }
    for (const child of element.children) walk(child, own);
  };
  if (document.body) walk(document.body, -1);
  return {
    scrolled: { x: scrollX, y: scrollY },
    elements,
    masked: masks.flatMap((one) => [...document.querySelectorAll(one)].map(boxOf)),
  };
}
