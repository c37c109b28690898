/** An element as the page tells it: several short selectors, best first, and one that always fits. */
interface Interactive {
  readonly tag: string;
  readonly type?: string | undefined;
  readonly element_type: string;
  readonly label: string;
  readonly role?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly visible: boolean;
  readonly selectors: readonly string[];
  readonly css: string;
}

/** Goes into open shadow roots; elements that can be seen come first. */
export function interactiveElements(most: number): readonly Interactive[] {
  const WANTED =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link],' +
    '[role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=option], [role=combobox],' +
    '[role=textbox], [contenteditable=""], [contenteditable=true], [onclick], [tabindex]:not([tabindex="-1"])';
  /** As much as links, buttons and fields have, where they have it. */
  type Control = HTMLElement &
    Partial<Pick<HTMLInputElement, 'type' | 'value' | 'placeholder' | 'name' | 'labels'>>;
  type Root = Document | ShadowRoot;
  const found: { readonly element: Control; readonly hosts: readonly Element[]; readonly root: Root }[] = [];
  const walk = (root: Root, hosts: readonly Element[]) => {
    for (const element of root.querySelectorAll<Control>('*')) {
      if (element.matches(WANTED)) found.push({ element, hosts, root });
      if (element.shadowRoot) walk(element.shadowRoot, [...hosts, element]);
    }
  };
  walk(document, []);
  const clean = (text: string | null | undefined) => (text || '').replace(/\s+/g, ' ').trim().slice(0, 80);
  const isSeen = (element: Element) =>
    !element.checkVisibility ||
    (element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0);
  const labelOf = (element: Control) =>
    clean(element.labels?.[0]?.textContent) ||
    clean(element.getAttribute('aria-label')) ||
    clean(/^(submit|button|reset)$/.test(element.type ?? '') ? element.value : '') ||
    clean(element.innerText) ||
    clean(element.placeholder) ||
    clean(element.title) ||
    clean(element.querySelector?.<HTMLImageElement>('img[alt]')?.alt) ||
    clean(element.name);
  const pathIn = (element: Element, root: Root) => {
    const steps: string[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { tagName, id } = at;
      const unique = `#${CSS.escape(id)}`;
      if (id && root.querySelectorAll(unique).length === 1) {
        steps.unshift(unique);
        break;
      }
      const parent = at.parentElement ?? (at.getRootNode() as Root);
      const same = [...parent.children].filter((other) => other.tagName === tagName);
      const place = same.length > 1 ? `:nth-of-type(${same.indexOf(at) + 1})` : '';
      steps.unshift(tagName.toLowerCase() + place);
    }
    return steps.join(' > ');
  };
  const KINDS: Readonly<Record<string, string>> = {
    a: 'link',
    button: 'button',
    select: 'select',
    textarea: 'textarea',
    summary: 'button',
  };
  const kindOf = ({ type = '' }: Control, tag: string, role: string | undefined) => {
    if (role === 'tab' || role === 'menuitem') return role;
    if (tag === 'input') {
      if (/^(checkbox|radio)$/.test(type)) return 'checkbox';
      return /^(submit|button|reset|image)$/.test(type) ? 'button' : 'input';
    }
    const isKnown = role === 'button' || role === 'link' || role === 'checkbox';
    return KINDS[tag] ?? (isKnown ? role : 'interactive');
  };
  const list = found.map(({ element, hosts, root }): Interactive => {
    const tag = element.tagName.toLowerCase();
    const role = element.getAttribute('role') || undefined;
    const kind = kindOf(element, tag, role);
    const own: string[] = [];
    const tests = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
    const test = tests.find((name) => element.hasAttribute(name));
    if (test) own.push(`[${test}=${JSON.stringify(element.getAttribute(test))}]`);
    if (element.id && !/\d{3,}|[:.]/.test(element.id)) own.push(`#${CSS.escape(element.id)}`);
    const label = labelOf(element);
    if (element.labels?.[0] && label) own.push(`label=${label}`);
    const spoken = element.getAttribute('aria-label');
    if (spoken) own.push(`aria-label=${spoken}`);
    if (element.placeholder) own.push(`placeholder=${element.placeholder}`);
    const text = clean(element.innerText);
    if (text && ['button', 'link', 'tab', 'menuitem'].includes(kind)) own.push(`text=${text}`);
    const roots = [document, ...hosts.map((host) => host.shadowRoot!)];
    const ways = [...hosts.map((host, i) => pathIn(host, roots[i]!)), pathIn(element, root)];
    return {
      tag,
      type: element.getAttribute('type') || undefined,
      element_type: kind,
      label,
      role,
      placeholder: element.placeholder || undefined,
      visible: isSeen(element),
      selectors: own,
      css: ways.join(' >>> '),
    };
  });
  return [...list.filter((one) => one.visible), ...list.filter((one) => !one.visible)].slice(0, most);
}
