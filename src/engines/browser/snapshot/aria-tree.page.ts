import type { iconWord } from './icon-word.page.ts';
import type { stepOver } from './long-runs.page.ts';

interface Injected {
  ariaSnapshotJSON(root: Element, options: object): { json: unknown[] };
  /** What Playwright looks refs up in: the tree that the last JSON was written from, node by node. */
  _lastAriaSnapshotForQuery?: {
    readonly root?: Walked;
    readonly info?: ReadonlyMap<string, { readonly element?: Element }>;
  };
}

interface Walked {
  readonly box?: { readonly cursor?: string };
  readonly children?: readonly (Walked | string)[];
}

interface Written {
  role: string;
  name?: string;
  ref?: string;
  url?: string;
  cursor?: string;
  text?: string;
  placeholder?: string;
  marks?: readonly string[];
  /** It was scrolled past. */
  past?: boolean;
  children?: (Written | string)[];
}

/**
 * Runs in Playwright's own world. A drawing has no body but a root; a document that is only beginning has neither,
 * and gives no text.
 *
 * Some elements Playwright's walk would lose: no role, or nothing to press. For as long as it walks these say other
 * things of themselves, in this world only, and are marked afterwards. They are found by selectors and not one by
 * one, which would cost a third of the walk.
 */
export function treeText(
  { injected, elements }: { readonly injected: Injected; readonly elements: readonly Element[] },
  options: { readonly wanted: readonly number[]; readonly secretWords: readonly string[] },
  runs: readonly (readonly Element[])[],
  skip: typeof stepOver,
  wordOf: typeof iconWord,
): string {
  const isBeginning = document.readyState === 'loading';
  const root = elements[0] ?? (isBeginning ? null : document.documentElement);
  if (!root) return isBeginning ? '' : '{"json":[],"iframeRefs":[]}';

  /** Roles that the name of a custom element ends in. */
  const TAG_ROLES = /-(button|checkbox|link|menuitem|option|radio|slider|switch|tab)$/;
  /** What a long page consists of; only of so many is asked where they are. */
  const PARTS = 'article,section,form,[role=article],[role=region],[role=form]';
  const MOST_PARTS = 200;
  const PLAIN_TAGS = /^(DIV|SPAN|I|B|SVG|SECTION|LABEL)$/i;
  const disguised = new Map<Element, Readonly<Record<string, string>>>();
  const marked = new Map<Element, { role?: string | undefined; marks: readonly string[] }>();
  const styleOf = (element: Element) => getComputedStyle(element);
  const attribute = Element.prototype.getAttribute;

  const disguise = (element: Element, says: Readonly<Record<string, string>>) => {
    const all = { ...disguised.get(element), ...says };
    element.getAttribute = (name) => all[name] ?? attribute.call(element, name);
    disguised.set(element, all);
  };
  const mark = (element: Element, word: string, role?: string) => {
    const { marks = [], role: known } = marked.get(element) ?? {};
    if (!marks.includes(word)) marked.set(element, { role: role ?? known, marks: [...marks, word] });
  };
  /** What has no role of its own would be taken for a wrapper and left out. */
  const keep = (element: Element, word: string) => {
    const isPlain = PLAIN_TAGS.test(element.nodeName) || element.localName.includes('-');
    if (!isPlain || element.hasAttribute('role') || disguised.get(element)?.role) return mark(element, word);
    disguise(element, { role: 'group' });
    mark(element, word, 'generic');
  };
  const isReachable = (element: Element, style: CSSStyleDeclaration) => {
    const { width, height } = element.getBoundingClientRect();
    return style.pointerEvents !== 'none' && style.visibility === 'visible' && width > 0 && height > 0;
  };
  /** A box that nobody can press is drawn by its label: then the label is the box. */
  const giveToLabel = (box: HTMLInputElement) => {
    const label = box.labels?.[0];
    if (!label || isReachable(box, styleOf(box)) || !isReachable(label, styleOf(label))) return;
    const role = attribute.call(box, 'role') ?? box.type;
    const checked = box.indeterminate ? 'mixed' : String(box.checked);
    const name = attribute.call(box, 'aria-label');
    disguise(label, {
      role,
      'aria-checked': checked,
      'aria-disabled': String(box.disabled),
      ...(name && { 'aria-label': name }),
    });
    disguise(box, { role: 'generic' });
  };
  /** A control inside a custom element is named by the label of that element. */
  const nameByHost = (control: HTMLElement & { readonly labels?: NodeList | null }) => {
    const host = (control.getRootNode() as Partial<ShadowRoot>).host;
    if (!host || control.labels?.length || attribute.call(control, 'aria-label')) return;
    const near = host.getRootNode() as Document | ShadowRoot;
    const label = host.id ? near.querySelector<HTMLElement>(`label[for=${CSS.escape(host.id)}]`) : null;
    const name = attribute.call(host, 'aria-label') ?? (label ?? host.closest('label'))?.innerText.trim();
    if (name) disguise(control, { 'aria-label': name });
  };
  const isOffScreen = (element: Element) => {
    const { right, bottom, width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && (right + scrollX <= 0 || bottom + scrollY <= 0);
  };
  const isGrabbed = (cursor: string | undefined) => cursor === 'grab' || cursor === 'move';
  /** What the page's own style sheets give such a cursor to; to ask each element costs a third of the walk. */
  const grips = [...document.styleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules];
      } catch {
        return []; // of another origin
      }
    })
    .filter((rule) => rule instanceof CSSStyleRule && isGrabbed(rule.style.cursor))
    .map((rule) => (rule as CSSStyleRule).selectorText)
    .filter((selector) => !selector.includes(':') && !selector.includes('&'))
    .concat('[style*=cursor]')
    .join();
  const look = (element: Element, shadow: ShadowRoot | undefined) => {
    if (!(element instanceof HTMLElement)) {
      if (isGrabbed(styleOf(element).cursor)) keep(element, 'draggable');
      return;
    }
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) giveToLabel(element);
    if (shadow && /^(INPUT|BUTTON|TEXTAREA|SELECT)$/.test(element.nodeName)) nameByHost(element);
    const tagRole = TAG_ROLES.exec(element.localName)?.[1];
    if (tagRole && element.hasAttribute('tabindex') && !element.hasAttribute('role')) {
      const isSelected = element.hasAttribute('selected') || element.hasAttribute('active');
      const isChecked = element.hasAttribute('checked');
      disguise(element, {
        role: tagRole,
        'aria-checked': String(isChecked),
        'aria-selected': String(isSelected),
      });
    }
    if (element.nodeName === 'A' && !element.hasAttribute('href') && !element.hasAttribute('role'))
      disguise(element, { role: 'link' });
    if (element.matches('th,[role=columnheader]')) {
      const sort = attribute.call(element, 'aria-sort');
      if (sort || element.hasAttribute('tabindex'))
        mark(element, /^(as|des)c/.test(sort ?? '') ? sort! : 'sortable');
    }
    if (attribute.call(element, 'draggable') === 'true') keep(element, 'draggable');
    else if ((!element.firstChild || element.matches(grips)) && isGrabbed(styleOf(element).cursor))
      keep(element, 'draggable');
    const isHidden = attribute.call(element, 'aria-hidden') === 'true';
    const isAside =
      !isHidden && /absolute|fixed/.test(styleOf(element).position) && !element.hasAttribute('role');
    if ((isHidden || isAside) && isOffScreen(element)) keep(element, 'off-screen');
    if (!element.isContentEditable || element.parentElement?.isContentEditable) return;
    // Of a textbox Playwright would leave the text out.
    disguise(element, { role: 'searchbox' });
    mark(element, 'editable', 'textbox');
  };
  const NOTABLE = `input[type=checkbox],input[type=radio],[draggable=true],[contenteditable],[aria-hidden=true],
    [tabindex],i:empty,span:empty,div:empty,svg,body>*,body>*>*,a:not([href]),th[aria-sort],${grips}`;
  const { left, undo } = skip(runs, options.wanted);
  const isLeft = (element: Element) => {
    if (left.size === 0) return false;
    for (let at: Element | null = element; at; at = at.parentElement) if (left.has(at)) return true;
    return false;
  };
  const lookInto = (part: Element | ShadowRoot) => {
    const shadow = part instanceof ShadowRoot ? part : undefined;
    for (const element of part.querySelectorAll(shadow ? `${NOTABLE},input,button,textarea,select` : NOTABLE))
      if (!isLeft(element)) look(element, shadow);
    // Playwright takes what is in a slot for shown even where the element around the slot is not.
    if (shadow && styleOf(shadow.host).display !== 'contents' && !shadow.host.checkVisibility())
      for (const slot of shadow.querySelectorAll('slot')) disguise(slot, { 'aria-hidden': 'true' });
    for (const element of part.querySelectorAll('*')) if (element.shadowRoot) lookInto(element.shadowRoot);
  };

  // Prototypes of this world are not those of the page.
  const prototype = HTMLInputElement.prototype;
  const value = Object.getOwnPropertyDescriptor(prototype, 'value')!;
  const shown = function (this: HTMLInputElement): string {
    const real: string = value.get!.call(this);
    const isSecret =
      this.type === 'password' || options.secretWords.some((word) => this.autocomplete.includes(word));
    return real && isSecret ? '[redacted]' : real;
  };
  Object.defineProperty(prototype, 'value', { ...value, get: shown });
  const tree = (() => {
    try {
      look(root, undefined);
      lookInto(root);
      return injected.ariaSnapshotJSON(root, options);
    } finally {
      undo();
      Object.defineProperty(prototype, 'value', value);
      for (const element of disguised.keys()) Reflect.deleteProperty(element, 'getAttribute');
    }
  })();

  const refOf = (element: Element) => (element as Element & { _ariaRef?: { ref: string } })._ariaRef?.ref;
  const byRef = new Map<string | undefined, Element>();
  for (const element of marked.keys()) byRef.set(refOf(element), element);
  const past = new Set<string | undefined>();
  for (const part of [...document.querySelectorAll(PARTS)].slice(0, MOST_PARTS)) {
    const { bottom, height } = part.getBoundingClientRect();
    if (height > 0 && bottom <= 0) past.add(refOf(part));
  }
  const { root: top, info } = injected._lastAriaSnapshotForQuery ?? {};
  const PRESSED =
    /^(?:button|link|menuitem|tab|switch|checkbox|radio|option|treeitem|textbox|searchbox|combobox)$/;
  const isSaid = (words: string | undefined) => /[\p{L}\p{N}]/u.test(words ?? '');
  /** How many words of icons may be looked for, and are still to be. */
  let icons = 300;
  /** A control in which nothing can be read is told by its icon. Says whether there was something. */
  const tellIcon = (node: Written, isTold: boolean): boolean => {
    if (isTold || isSaid(node.name) || isSaid(node.text) || isSaid(node.placeholder)) return true;
    if (!node.ref || !(PRESSED.test(node.role) || node.cursor === 'pointer') || icons-- <= 0) return false;
    const element = info?.get(node.ref)?.element;
    const word = element && wordOf(element);
    if (word) node.marks = [...(node.marks ?? []), word];
    return word !== undefined;
  };
  /** Says whether it can be told from others by what is read in it. */
  const write = (
    node: Written | string,
    walked: Walked | string | undefined,
    isInGrabbed: boolean,
  ): boolean => {
    if (typeof node === 'string') return isSaid(node);
    const element = node.ref && byRef.get(node.ref);
    if (node.ref && past.has(node.ref)) node.past = true;
    const { box, children } = typeof walked === 'object' ? walked : ({} as Walked);
    const isGrip = isGrabbed(box?.cursor);
    if (isGrip && !isInGrabbed && node.ref) node.marks = ['draggable'];
    if (element) {
      const { role, marks } = marked.get(element)!;
      if (role) node.role = role;
      node.marks = [...new Set([...(node.marks ?? []), ...marks])];
      if (marks.includes('editable') && !(element as HTMLElement).innerText.trim()) {
        const hint =
          attribute.call(element, 'aria-placeholder') ?? attribute.call(element, 'data-placeholder');
        delete node.text;
        delete node.children;
        if (hint) node.placeholder = hint;
      }
    }
    const told = (node.children ?? []).map((child, i) => write(child, children?.[i], isGrip || isInGrabbed));
    return tellIcon(node, told.includes(true));
  };
  (tree.json as Written[]).forEach((node, i) => {
    write(node, top?.children?.[i], false);
  });
  return JSON.stringify({ ...tree, unread: left.size });
}
