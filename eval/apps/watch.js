/** Runs in the page, sent as text: what can be seen there, and a sum of each thing that an action may change. */
export function watch() {
  const texts = [];
  const values = [];
  const boxes = [];
  const scrolls = [];
  const states = [];
  const sum = (items) => {
    let hash = 0;
    const all = items.join('\n');
    for (let i = 0; i < all.length; i++) hash = (hash * 31 + all.charCodeAt(i)) | 0;
    return `${items.length}:${hash}`;
  };
  const isSeen = (element) =>
    element.checkVisibility?.({
      opacityProperty: true,
      visibilityProperty: true,
      contentVisibilityAuto: true,
    }) ?? true;
  const visit = (node) => {
    if (node.nodeType === 3) {
      const text = node.nodeValue.trim();
      if (text) texts.push(text);
      return;
    }
    if (node.nodeType !== 1 && node.nodeType !== 9 && node.nodeType !== 11) return;
    if (node.nodeType === 1) {
      const name = node.localName;
      if (['script', 'style', 'noscript', 'template', 'head'].includes(name)) return;
      if (!isSeen(node) && getComputedStyle(node).display !== 'contents') return;
      const box = node.getBoundingClientRect();
      const inView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
      if (inView && box.width > 0)
        boxes.push([box.left, box.top, box.width, box.height].map(Math.round).join(','));
      if (node.scrollTop || node.scrollLeft)
        scrolls.push(`${name} ${Math.round(node.scrollTop)} ${Math.round(node.scrollLeft)}`);
      if (name === 'input' || name === 'textarea' || name === 'select') {
        if (node.placeholder) texts.push(node.placeholder);
        if (node.type !== 'hidden')
          values.push(`${node.type}=${node.type === 'password' ? node.value.length : node.value}`);
        if (node.type === 'checkbox' || node.type === 'radio') states.push(node.checked);
        if (node.disabled) states.push('disabled');
      }
      for (const state of [
        'aria-expanded',
        'aria-checked',
        'aria-selected',
        'aria-pressed',
        'aria-current',
        'open',
      ])
        if (node.hasAttribute(state)) states.push(`${state}=${node.getAttribute(state)}`);
      if (node.shadowRoot) visit(node.shadowRoot);
      if (name === 'iframe') {
        try {
          if (node.contentDocument?.body) visit(node.contentDocument.body);
        } catch {
          // of another origin
        }
      }
    }
    for (const child of node.childNodes) visit(child);
  };
  visit(document.body ?? document);
  let focus = document.activeElement;
  while (focus?.shadowRoot?.activeElement) focus = focus.shadowRoot.activeElement;
  const place = (element) => {
    const path = [];
    for (let at = element; at?.parentElement; at = at.parentElement)
      path.unshift([...at.parentElement.children].indexOf(at));
    return path.join('.');
  };
  return {
    url: location.href,
    title: document.title,
    text: `${texts.join(' ')}\n${values.join('\n')}`,
    sums: {
      url: location.href,
      title: document.title,
      text: sum(texts),
      values: sum(values),
      states: sum(states),
      places: sum(boxes),
      scroll: `${Math.round(scrollX)} ${Math.round(scrollY)} ${sum(scrolls)}`,
      focus: place(focus),
    },
  };
}
