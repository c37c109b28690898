/** An element as the page tells it: several short selectors, best first, and one that always fits. */
export interface Interactive {
  readonly tag: string;
  readonly type?: string;
  readonly element_type: string;
  readonly label: string;
  readonly role?: string;
  readonly placeholder?: string;
  readonly visible: boolean;
  readonly selectors: readonly string[];
  readonly css: string;
}

/** Runs in the page. Goes into open shadow roots; elements that can be seen come first. */
export const LIST = `(most) => {
  const WANTED = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link],' +
    '[role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=combobox],' +
    '[role=textbox], [contenteditable=""], [contenteditable=true], [onclick], [tabindex]:not([tabindex="-1"])';
  const found = [];
  const walk = (root, hosts) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.matches(WANTED)) found.push({ element, hosts, root });
      if (element.shadowRoot) walk(element.shadowRoot, [...hosts, element]);
    }
  };
  walk(document, []);
  const clean = (text) => (text || '').replace(/\\s+/g, ' ').trim().slice(0, 80);
  const quote = (text) => JSON.stringify(text);
  const isSeen = (element) => element.checkVisibility ? element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 : true;
  const labelOf = (element) => clean(element.labels?.[0]?.textContent) || clean(element.getAttribute('aria-label')) ||
    clean(/^(submit|button|reset)$/.test(element.type) ? element.value : '') || clean(element.innerText) ||
    clean(element.placeholder) || clean(element.title) || clean(element.querySelector?.('img[alt]')?.alt) || clean(element.name);
  const pathIn = (element, root) => {
    const steps = [];
    for (let at = element; at && at !== root; at = at.parentElement) {
      if (at.id && root.querySelectorAll('#' + CSS.escape(at.id)).length === 1) { steps.unshift('#' + CSS.escape(at.id)); break; }
      const parent = at.parentElement ?? at.getRootNode();
      const same = [...parent.children].filter((other) => other.tagName === at.tagName);
      steps.unshift(at.tagName.toLowerCase() + (same.length > 1 ? ':nth-of-type(' + (same.indexOf(at) + 1) + ')' : ''));
      if (!at.parentElement) break;
    }
    return steps.join(' > ');
  };
  const KINDS = { a: 'link', button: 'button', select: 'select', textarea: 'textarea', summary: 'button' };
  const kindOf = (element, tag, role) => {
    if (role === 'tab' || role === 'menuitem') return role;
    if (tag === 'input') return /^(checkbox|radio)$/.test(element.type) ? 'checkbox' : /^(submit|button|reset|image)$/.test(element.type) ? 'button' : 'input';
    return KINDS[tag] ?? (role === 'button' || role === 'link' ? role : role === 'checkbox' ? 'checkbox' : 'interactive');
  };
  const list = found.map(({ element, hosts, root }) => {
    const tag = element.tagName.toLowerCase();
    const role = element.getAttribute('role') || undefined;
    const kind = kindOf(element, tag, role);
    const own = [];
    const test = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'].find((name) => element.hasAttribute(name));
    if (test) own.push('[' + test + '=' + quote(element.getAttribute(test)) + ']');
    if (element.id && !/\\d{3,}|[:.]/.test(element.id)) own.push('#' + CSS.escape(element.id));
    const label = labelOf(element);
    if (element.labels?.[0] && label) own.push('label=' + label);
    if (element.getAttribute('aria-label')) own.push('aria-label=' + element.getAttribute('aria-label'));
    if (element.placeholder) own.push('placeholder=' + element.placeholder);
    const text = clean(element.innerText);
    if (text && (kind === 'button' || kind === 'link' || kind === 'tab' || kind === 'menuitem')) own.push('text=' + text);
    const ways = [...hosts.map((host, i) => pathIn(host, i === 0 ? document : hosts[i - 1].shadowRoot)), pathIn(element, root)];
    const visible = isSeen(element);
    return { tag, type: element.getAttribute('type') || undefined, element_type: kind, label, role,
      placeholder: element.placeholder || undefined, visible, selectors: own, css: ways.join(' >>> ') };
  });
  return [...list.filter((one) => one.visible), ...list.filter((one) => !one.visible)].slice(0, most);
}`;
