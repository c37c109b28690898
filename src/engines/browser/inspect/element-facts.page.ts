/** What is wanted of an element besides the usual. */
export interface Wanted {
  readonly properties: readonly string[];
  /** How deep its children are told; 0: not at all. */
  readonly depth: number;
}

interface Child {
  readonly tag: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly Child[];
  readonly children_left_out?: number;
}

export function elementFacts(element: Element, wanted: Wanted) {
  const MOST_CHILDREN = 20;
  const clean = (text: string | null | undefined, most: number) => {
    const plain = (text ?? '').replace(/\s+/g, ' ').trim();
    return plain.length > most ? `${plain.slice(0, most)}…` : plain;
  };
  const isSecret = (one: Element, name: string) =>
    name === 'value' && one.matches('input[type=password], [autocomplete*=password], [autocomplete^=cc-]');
  const attributesOf = (one: Element) =>
    Object.fromEntries(
      [...one.attributes].map(({ name, value }) => [
        name,
        isSecret(one, name) ? '[hidden]' : clean(value, 300),
      ]),
    );
  const nameOf = (one: Element) =>
    one.tagName.toLowerCase() + (one.id ? `#${one.id}` : one.classList[0] ? `.${one.classList[0]}` : '');
  const parentOf = (one: Element): Element | null => {
    const root = one.getRootNode();
    return one.assignedSlot ?? one.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);

  /** Why it cannot be seen; undefined when it can. */
  const hiddenBy = (): string | undefined => {
    for (let at: Element | null = element; at; at = parentOf(at)) {
      const { display, opacity, contentVisibility } = getComputedStyle(at);
      const who = at === element ? 'it' : nameOf(at);
      if (display === 'none') return `${who} has display: none`;
      if (opacity === '0') return `${who} has opacity: 0`;
      if (at !== element && contentVisibility === 'hidden') return `${who} has content-visibility: hidden`;
    }
    if (style.visibility !== 'visible') return `it has visibility: ${style.visibility}`;
    if (style.display === 'contents') return undefined;
    if (box.width === 0 || box.height === 0) return `its box is ${box.width} × ${box.height}`;
    for (let at = parentOf(element); at && at !== document.documentElement; at = parentOf(at)) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const around = at.getBoundingClientRect();
      const isCut =
        (overflowX !== 'visible' && (box.right <= around.left || box.left >= around.right)) ||
        (overflowY !== 'visible' && (box.bottom <= around.top || box.top >= around.bottom));
      if (isCut) return `it lies outside of ${nameOf(at)}, which hides what overflows`;
    }
    const { scrollX, scrollY } = window;
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return 'it lies outside of the page';
    const isInView = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
    if (!isInView) return undefined;
    const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
    const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
    const root = element.getRootNode() as Document | ShadowRoot;
    const hit = root.elementFromPoint(x, y);
    if (!hit || hit === element || element.contains(hit) || hit.contains(element)) return undefined;
    if (style.pointerEvents === 'none') return undefined;
    const { opacity, backgroundColor, backgroundImage } = getComputedStyle(hit);
    const isClear = /rgba\(.*, 0\)|transparent/.test(backgroundColor) && backgroundImage === 'none';
    if (opacity === '0' || (isClear && !hit.matches('img, video, canvas, iframe'))) return undefined;
    return `${nameOf(hit)} covers it`;
  };

  const childrenOf = (one: Element, depth: number): readonly Child[] =>
    [...(one.shadowRoot?.children ?? one.children)].slice(0, MOST_CHILDREN).map((child) => {
      const inside = (child.shadowRoot ?? child).children.length;
      const own = [...child.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      const text = clean(own.map((node) => node.textContent).join(' '), 100);
      return {
        tag: child.tagName.toLowerCase(),
        ...(text ? { text } : {}),
        ...(child.attributes.length > 0 ? { attributes: attributesOf(child) } : {}),
        ...(inside > 0 && depth > 1 ? { children: childrenOf(child, depth - 1) } : {}),
        ...(depth <= 1 && inside > 0 ? { children_left_out: inside } : {}),
      };
    });

  const why = hiddenBy();
  const isSeen = why === undefined;
  const inView = isSeen && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
  const round = (value: number) => Math.round(value * 10) / 10;
  const field = element as Partial<HTMLInputElement>;
  return {
    tag: element.tagName.toLowerCase(),
    text: clean((element as HTMLElement).innerText ?? element.textContent, 500) || undefined,
    value:
      typeof field.value === 'string' && element.matches('input, select, textarea')
        ? isSecret(element, 'value')
          ? '[hidden]'
          : clean(field.value, 300)
        : undefined,
    visible: isSeen,
    not_visible_because: why,
    in_view: inView,
    box: { x: round(box.x), y: round(box.y), width: round(box.width), height: round(box.height) },
    attributes: attributesOf(element),
    computed:
      wanted.properties.length > 0
        ? Object.fromEntries(wanted.properties.map((name) => [name, style.getPropertyValue(name)]))
        : undefined,
    children: wanted.depth > 0 ? childrenOf(element, wanted.depth) : undefined,
  };
}

/** Where an element stands in its document: the number of the child at each step, 's' into a shadow root. */
export function pathOf(element: Element): readonly (number | 's')[] {
  const steps: (number | 's')[] = [];
  for (let at: Node = element; at.parentNode || at instanceof ShadowRoot; ) {
    if (at instanceof ShadowRoot) {
      steps.unshift('s');
      at = at.host;
      continue;
    }
    const parent: ParentNode & Node = at.parentNode!;
    steps.unshift([...parent.children].indexOf(at as Element));
    at = parent;
  }
  return steps;
}
