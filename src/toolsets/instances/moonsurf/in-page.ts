/** Functions that run in the page, as source: they see the page's DOM and give back JSON. */

/** What is told of one element of a query. */
export const DESCRIBE_ALL = `(elements, most) => elements.slice(0, most).map((element) => {
  const box = element.getBoundingClientRect();
  return {
    tagName: element.tagName.toLowerCase(),
    id: element.id,
    className: element.getAttribute('class') ?? '',
    textContent: (element.textContent ?? '').trim().slice(0, 2000),
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    boundingBox: { x: box.x, y: box.y, width: box.width, height: box.height },
  };
})`;

/**
 * What lies in the viewport: things to act on, things with words of their own, pictures. \`domDepth\` levels of
 * what is inside each are told with it.
 */
export const VIEWPORT_DOM = `({ maxElements, domDepth, includeHidden, minSize }) => {
  const ACTIVE = 'a[href], button, input, select, textarea, summary, label, [role=button], [role=link], [role=tab], '
    + '[role=checkbox], [role=menuitem], [role=option], [contenteditable=""], [contenteditable=true], [onclick], [tabindex]';
  const view = { width: innerWidth, height: innerHeight, scrollX, scrollY };
  const words = (element) => (element.textContent ?? '').replace(/\\s+/g, ' ').trim().slice(0, 200);
  const ownWords = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const selectorOf = (element) => {
    if (element.id && document.querySelectorAll('#' + CSS.escape(element.id)).length === 1) return '#' + CSS.escape(element.id);
    const steps = [];
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      if (at !== element && at.id) { steps.unshift('#' + CSS.escape(at.id)); break; }
      const tag = at.tagName.toLowerCase();
      const twins = at.parentElement ? [...at.parentElement.children].filter((one) => one.tagName === at.tagName) : [];
      steps.unshift(twins.length > 1 ? tag + ':nth-of-type(' + (twins.indexOf(at) + 1) + ')' : tag);
    }
    return steps.join(' > ');
  };
  const inside = (element, depth) => depth <= 1 ? [] : [...element.children].map((child) => ({
    tag: child.tagName.toLowerCase(),
    ...(child.id && { id: child.id }),
    text: words(child),
    ...(child.children.length > 0 && depth > 2 && { children: inside(child, depth - 1) }),
  }));
  const elements = [];
  let count = 0;
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const isActive = element.matches(ACTIVE);
    if (!isActive && !ownWords(element) && !element.matches('img, svg, video, canvas, iframe')) continue;
    if (element.matches('script, style, noscript, template')) continue;
    const box = element.getBoundingClientRect();
    const visible = isSeen(element);
    const isHere = box.bottom > 0 && box.right > 0 && box.top < view.height && box.left < view.width;
    if (!includeHidden && (!visible || !isHere)) continue;
    if (!includeHidden && (box.width < minSize || box.height < minSize)) continue;
    count++;
    if (elements.length >= maxElements) continue;
    const children = inside(element, domDepth);
    elements.push({
      tag: element.tagName.toLowerCase(),
      id: element.id,
      class: element.getAttribute('class') ?? '',
      text: words(element),
      rect: { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) },
      visible,
      interactive: isActive,
      selector: selectorOf(element),
      ...(element.matches('a[href]') && { href: element.href }),
      ...(element.matches('input, select, textarea') && { type: element.type, name: element.name, placeholder: element.placeholder ?? '' }),
      ...(children.length > 0 && { children }),
    });
  }
  return { viewport: view, elements, elementCount: elements.length, ...(count > elements.length && { omitted: count - elements.length }) };
}`;
