/** What is told of the elements of a query. */
export function describeAll(elements: readonly Element[], most: number) {
  return elements.slice(0, most).map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return {
      tagName: element.tagName.toLowerCase(),
      id: element.id,
      className: element.getAttribute('class') ?? '',
      textContent: (element.textContent ?? '').trim().slice(0, 2000),
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      boundingBox: { x, y, width, height },
    };
  });
}

/**
 * What lies in the viewport: things to act on, things with words of their own, pictures. `domDepth` levels of what is
 * inside each are told with it.
 */
export function viewportDom({
  maxElements,
  domDepth,
  includeHidden,
  minSize,
}: Record<'maxElements' | 'domDepth' | 'minSize', number> & { readonly includeHidden: boolean }) {
  const ACTIVE =
    'a[href], button, input, select, textarea, summary, label, [role=button], [role=link], [role=tab], ' +
    '[role=checkbox], [role=menuitem], [role=option], [contenteditable=""], [contenteditable=true], [onclick], [tabindex]';
  const view = { width: innerWidth, height: innerHeight, scrollX, scrollY };
  const words = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
  const ownWords = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
  const selectorOf = (element: Element) => {
    const unique = `#${CSS.escape(element.id)}`;
    if (element.id && document.querySelectorAll(unique).length === 1) return unique;
    const steps: string[] = [];
    let at: Element | null = element;
    for (; at && at !== document.documentElement; at = at.parentElement) {
      const { tagName, id } = at;
      if (at !== element && id) {
        steps.unshift(`#${CSS.escape(id)}`);
        break;
      }
      const twins = [...(at.parentElement?.children ?? [])].filter((one) => one.tagName === tagName);
      const place = twins.length > 1 ? `:nth-of-type(${twins.indexOf(at) + 1})` : '';
      steps.unshift(tagName.toLowerCase() + place);
    }
    return steps.join(' > ');
  };
  const inside = (element: Element, depth: number): object[] => {
    if (depth <= 1) return [];
    return [...element.children].map((child) => ({
      tag: child.tagName.toLowerCase(),
      ...(child.id && { id: child.id }),
      text: words(child),
      ...(child.children.length > 0 && depth > 2 && { children: inside(child, depth - 1) }),
    }));
  };
  const elements: object[] = [];
  let count = 0;
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const isActive = element.matches(ACTIVE);
    if (!isActive && !ownWords(element) && !element.matches('img, svg, video, canvas, iframe')) continue;
    if (element.matches('script, style, noscript, template')) continue;
    const box = element.getBoundingClientRect();
    const visible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isHere = box.bottom > 0 && box.right > 0 && box.top < view.height && box.left < view.width;
    if (!includeHidden && (!visible || !isHere)) continue;
    if (!includeHidden && (box.width < minSize || box.height < minSize)) continue;
    count++;
    if (elements.length >= maxElements) continue;
    const children = inside(element, domDepth);
    const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(Math.round);
    const { type, name, placeholder = '', href } = element as HTMLInputElement & HTMLAnchorElement;
    elements.push({
      tag: element.tagName.toLowerCase(),
      id: element.id,
      class: element.getAttribute('class') ?? '',
      text: words(element),
      rect: { x, y, width, height },
      visible,
      interactive: isActive,
      selector: selectorOf(element),
      ...(element.matches('a[href]') && { href }),
      ...(element.matches('input, select, textarea') && { type, name, placeholder }),
      ...(children.length > 0 && { children }),
    });
  }
  const omitted = count - elements.length;
  return { viewport: view, elements, elementCount: elements.length, ...(omitted > 0 && { omitted }) };
}

export function scrolledTo() {
  return { scrollX, scrollY };
}

export function navigationTimes(): object {
  return performance.getEntriesByType('navigation')[0]?.toJSON() ?? {};
}
