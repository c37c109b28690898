import type { ActionData } from '../../../../contract/action-data.ts';

/** As much of elements as is common to inputs, areas, selects and what only behaves like one. */
export type Field = Element &
  Partial<
    Pick<HTMLInputElement, 'type' | 'value' | 'labels' | 'multiple' | 'size' | 'checked' | 'files'> &
      Pick<HTMLSelectElement, 'selectedOptions'> &
      Pick<HTMLElement, 'isContentEditable'> &
      Pick<HTMLLabelElement, 'control'>
  >;

export type Selectors = ReturnType<typeof makeSelectors>;

/**
 * Several ways to find an element again. No query over the whole document: the CSS path is unique by the way it is
 * built, so that describing costs the same on a large page as on a small one.
 */
export function makeSelectors(testIds: readonly string[]) {
  /** Not element.id: in a form, a field of that name would be meant. */
  const attribute = (element: Element, name: string) =>
    Element.prototype.getAttribute.call(element, name) ?? '';

  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 120);

  const textOf = (root: Element, most = 200, isMeant: (node: Node) => boolean = isShown) => {
    let text = '';
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (text.length < most && walker.nextNode()) {
      if (isMeant(walker.currentNode)) text += walker.currentNode.nodeValue;
    }
    return tidy(text);
  };
  const isShown = ({ parentNode }: Node) =>
    parentNode!.nodeName !== 'SCRIPT' && parentNode!.nodeName !== 'STYLE';

  const roleOfInput = (type: string) => {
    if (/^(button|submit|reset|image)$/.test(type)) return 'button';
    if (/^(text|email|tel|url)$/.test(type)) return 'textbox';
    if (/^(checkbox|radio)$/.test(type)) return type;
    return { range: 'slider', number: 'spinbutton', search: 'searchbox' }[type] ?? '';
  };
  const TAG_ROLES: Readonly<Record<string, string>> = {
    BUTTON: 'button',
    TEXTAREA: 'textbox',
    OPTION: 'option',
    IMG: 'img',
    LI: 'listitem',
    TD: 'cell',
    TR: 'row',
    TH: 'columnheader',
    DIALOG: 'dialog',
    NAV: 'navigation',
    TABLE: 'table',
    UL: 'list',
    OL: 'list',
    MAIN: 'main',
  };
  const NAMED_BY_CONTENT = new Set(
    [
      'button link option heading cell columnheader row tab menuitem menuitemcheckbox menuitemradio',
      'checkbox radio switch treeitem tooltip',
    ].flatMap((roles) => roles.split(' ')),
  );

  const roleOf = (element: Field) => {
    const given = element.getAttribute('role');
    if (given) return given.trim().split(/\s+/)[0] ?? '';
    if (element.tagName === 'A') return element.hasAttribute('href') ? 'link' : '';
    if (element.tagName === 'SELECT') return element.multiple || element.size! > 1 ? 'listbox' : 'combobox';
    if (element.tagName === 'INPUT') {
      const role = roleOfInput(element.type!);
      return element.hasAttribute('list') && /textbox|searchbox/.test(role) ? 'combobox' : role;
    }
    return /^H[1-6]$/.test(element.tagName) ? 'heading' : (TAG_ROLES[element.tagName] ?? '');
  };

  const labelOf = (element: Field) => {
    const by = element.getAttribute('aria-labelledby');
    if (by) {
      const root = element.getRootNode() as Partial<Document>;
      const named = by.trim().split(/\s+/);
      const words = named.map((id) => root.getElementById?.(id)).flatMap((one) => (one ? textOf(one) : []));
      if (words.length) return tidy(words.join(' '));
    }
    const aria = element.getAttribute('aria-label');
    if (aria) return tidy(aria);
    const label = element.tagName === 'FORM' ? undefined : element.labels?.[0];
    // A label around a list of options would otherwise be named by all of them.
    return label ? textOf(label, 200, (node) => !element.contains(node)) : '';
  };

  const nameOf = (element: Field, role: string) => {
    const label = labelOf(element);
    if (label) return label;
    if (element.tagName === 'INPUT' && role === 'button')
      return tidy(element.value || attribute(element, 'alt') || attribute(element, 'title'));
    const alt = attribute(element, 'alt');
    if (alt) return tidy(alt);
    const text = NAMED_BY_CONTENT.has(role) && textOf(element);
    return text || tidy(attribute(element, 'title') || attribute(element, 'placeholder'));
  };

  const stepOf = (element: Element) => {
    const tag = CSS.escape(element.localName);
    const parent = element.parentNode;
    if (!parent || parent === document) return tag;
    let nth = 0;
    let same = 0;
    for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
      if (child.localName !== element.localName || child.namespaceURI !== element.namespaceURI) continue;
      same++;
      if (child === element) nth = same;
    }
    return same > 1 ? `${tag}:nth-of-type(${nth})` : tag;
  };

  const pathOf = (element: Element): string => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const steps: string[] = [];
    for (let node: Node | null = element; node instanceof Element; node = node.parentNode) {
      const id = attribute(node, 'id');
      // The browser keeps ids in an index, so that this is no search; some pages use one twice.
      if (id && root.querySelectorAll(`#${CSS.escape(id)}`).length === 1) {
        steps.unshift(`#${CSS.escape(id)}`);
        break;
      }
      steps.unshift(stepOf(node));
    }
    const path = steps.join(' > ');
    return root instanceof ShadowRoot ? `${pathOf(root.host)} >>> ${path}` : path;
  };

  const describe = (element: Field): NonNullable<ActionData['selectors']> => {
    const role = roleOf(element);
    const label = labelOf(element);
    const text = /^(INPUT|SELECT|TEXTAREA|HTML|BODY)$/.test(element.tagName) ? '' : textOf(element);
    const testId = testIds.find((name) => element.hasAttribute(name));
    const placeholder = attribute(element, 'placeholder');
    const id = attribute(element, 'id');
    return {
      ...(testId && { testId: attribute(element, testId).slice(0, 200), testIdAttribute: testId }),
      ...(role && { role: { role, name: nameOf(element, role) } }),
      ...(label && { label }),
      ...(placeholder && { placeholder: tidy(placeholder) }),
      ...(text && { text }),
      ...(id && { id: id.slice(0, 200) }),
      css: pathOf(element),
      tag: element.localName,
    };
  };

  return { attribute, tidy, textOf, labelOf, roleOf, stepOf, pathOf, describe };
}
