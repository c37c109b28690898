import type { Field, Selectors } from './selectors.page.ts';

/** One way to find an element: how a test writes it, and which elements it finds. */
interface Way {
  readonly code: string;
  readonly finds: (root: ParentNode, most: number) => readonly Element[];
}

type Fits = (element: Field) => boolean;
type All = (root: ParentNode, fits: Fits, most: number) => readonly Element[];

/**
 * The locator that a test would use for an element, by the rules that Playwright's own generator follows: a test id,
 * role and name, placeholder, label, alternative text, text, title, role alone; within the nearest thing around it that
 * makes it the only one, else by its place among those that are alike. Ids that a program made up are not used.
 * The page is looked at as it is before the action has an effect: later the element may be gone.
 */
export function makeLocators({ roleOf, stepOf, attribute }: Selectors, testIds: readonly string[]) {
  /** Of a page with more that are alike, one is named by its path. */
  const MOST = 200;
  const WORDS = 80;

  const plain = (text: string) => text.replace(/[\s\u200b\u00ad]+/g, ' ').trim();
  const quote = (text: string) =>
    `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

  const isHidden = (element: Element) =>
    element.closest('[aria-hidden=true]') !== null ||
    !element.checkVisibility({ visibilityProperty: true } as CheckVisibilityOptions);

  /** What it says to those who hear it: hidden parts are left out, pictures by their words. */
  const contentOf = (root: Node, except?: Element): string => {
    let text = '';
    for (const node of root.childNodes) {
      if (text.length > 1000) break;
      if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue;
      if (!(node instanceof Element) || node === except) continue;
      if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/i.test(node.tagName)) continue;
      const { display, visibility } = getComputedStyle(node);
      if (display === 'none' || visibility === 'hidden' || node.getAttribute('aria-hidden') === 'true')
        continue;
      const said =
        plain(node.getAttribute('aria-label') ?? '') ||
        (node.tagName === 'IMG' ? attribute(node, 'alt') : spoken(node, except));
      text += display === 'inline' ? said : ` ${said} `;
    }
    return text;
  };
  const spoken = (node: Field, except?: Element) => {
    if (node.tagName === 'BR') return ' ';
    if (node.tagName === 'SELECT') return [...node.selectedOptions!].map(({ label }) => label).join(' ');
    if (node.tagName === 'INPUT')
      return /^(checkbox|radio|hidden|password)$/.test(node.type!) ? '' : node.value!;
    return contentOf(node, except);
  };

  const labelOf = (element: Field) => {
    const by = element.getAttribute('aria-labelledby');
    if (by) {
      const root = element.getRootNode() as Document | ShadowRoot;
      const named = by
        .trim()
        .split(/\s+/)
        .flatMap((id) => root.getElementById(id) ?? []);
      if (named.length > 0) return plain(named.map((one) => contentOf(one)).join(' '));
    }
    const aria = plain(element.getAttribute('aria-label') ?? '');
    if (aria) return aria;
    const labels = element.tagName === 'FORM' ? [] : [...(element.labels ?? [])];
    return plain(labels.map((one) => contentOf(one, element)).join(' '));
  };

  const BY_CONTENT =
    /^(button|link|option|heading|cell|gridcell|columnheader|rowheader|row|tab|menuitem|menuitemcheckbox|menuitemradio|checkbox|radio|switch|treeitem|tooltip)$/;
  const nameOf = (element: Field, role: string): string => {
    const label = labelOf(element);
    if (label) return label;
    if (element.tagName === 'INPUT' && role === 'button') {
      const fallback = { submit: 'Submit', reset: 'Reset' }[element.type!] ?? '';
      return plain(element.value || attribute(element, 'alt') || fallback);
    }
    if (/^(IMG|AREA)$/.test(element.tagName)) return plain(attribute(element, 'alt'));
    if (element.tagName === 'FIELDSET')
      return plain(contentOf(element.querySelector('legend') ?? document.createElement('i')));
    const content = BY_CONTENT.test(role) ? plain(contentOf(element)) : '';
    return content || plain(attribute(element, 'title') || attribute(element, 'placeholder'));
  };

  const TAGS: Readonly<Record<string, string>> = {
    link: 'a[href],area[href]',
    button: 'button,input',
    heading: 'h1,h2,h3,h4,h5,h6',
    textbox: 'input,textarea,[contenteditable]',
    searchbox: 'input',
    spinbutton: 'input',
    slider: 'input',
    checkbox: 'input',
    radio: 'input',
    combobox: 'select,input',
    listbox: 'select',
    option: 'option',
    img: 'img',
    listitem: 'li',
    list: 'ul,ol',
    row: 'tr',
    cell: 'td',
    columnheader: 'th',
    table: 'table',
    dialog: 'dialog',
    navigation: 'nav',
    main: 'main',
    article: 'article',
    group: 'fieldset',
  };
  const ROLES: Readonly<Record<string, string>> = {
    ARTICLE: 'article',
    FIELDSET: 'group',
  };
  const ownRole = (element: Field) => roleOf(element) || (ROLES[element.tagName] ?? '');

  /** No more than are wanted are looked for: two are enough to know that one is not the only one. */
  const among = (list: Iterable<Element>, fits: Fits, most: number) => {
    const found: Element[] = [];
    for (const one of list) {
      if (fits(one)) found.push(one);
      if (found.length >= most) break;
    }
    return found;
  };
  const withRole =
    (role: string): All =>
    (root, fits, most) =>
      among(
        root.querySelectorAll(`${TAGS[role] ? `${TAGS[role]},` : ''}[role="${CSS.escape(role)}"]`),
        (one) => ownRole(one) === role && fits(one) && !isHidden(one),
        most,
      );

  /** Whether its name can hold the words at all: cheaper to know than the name. */
  const mayBeCalled = (element: Element, part: string) =>
    plain(element.textContent ?? '')
      .toLowerCase()
      .includes(part) ||
    element.matches(
      'input,select,textarea,fieldset,[aria-label],[aria-labelledby],[title],[alt],[placeholder]',
    ) ||
    element.querySelector('img,svg,input,select,br,[aria-label]') !== null;

  /** The two ways to say some words: as a part, in any case, and exactly. */
  const bothWays = (
    words: string,
    code: (words: string, exact: string) => string,
    all: All,
    read: (element: Field) => string,
    may: (element: Element, part: string) => boolean = () => true,
  ): Way[] => {
    if (!words) return [];
    const short =
      words.length > WORDS
        ? words.slice(0, words.lastIndexOf(' ', WORDS) + 1).trim() || words.slice(0, WORDS)
        : words;
    const part = short.toLowerCase();
    const holds: Fits = (one) => may(one, part) && read(one).toLowerCase().includes(part);
    const ways = [
      { code: code(quote(short), ''), finds: (root: ParentNode, most: number) => all(root, holds, most) },
    ];
    if (short === words) {
      const is: Fits = (one) => may(one, part) && read(one) === words;
      const finds = (root: ParentNode, most: number) => all(root, is, most);
      ways.push({ code: code(quote(words), 'exact: true'), finds });
    }
    return ways;
  };
  const by = (method: string) => (words: string, exact: string) =>
    `${method}(${words}${exact && `, { ${exact} }`})`;
  const withAttribute =
    (name: string): All =>
    (root, fits, most) =>
      among(root.querySelectorAll(`[${name}]`), fits, most);

  /** Those that hold the words themselves, and not only something in them that does. */
  const withOwnText: All = (root, fits, most) => {
    const found = new Set<Element>();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (found.size < most && walker.nextNode()) {
      const { parentElement: holder, nodeValue } = walker.currentNode;
      if (!holder || !nodeValue!.trim() || /^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/i.test(holder.tagName)) continue;
      if (fits(holder)) found.add(holder);
    }
    return [...found];
  };

  const testIdOf = (element: Element): Way | undefined => {
    const name = testIds.find((one) => element.hasAttribute(one));
    if (!name) return undefined;
    const id = attribute(element, name);
    const css = `[${name}="${CSS.escape(id)}"]`;
    const code =
      name === 'data-testid'
        ? `getByTestId(${quote(id)})`
        : `locator(${quote(`[${name}=${JSON.stringify(id)}]`)})`;
    return { code, finds: (root, most) => among(root.querySelectorAll(css), () => true, most) };
  };

  const waysTo = (element: Field): Way[] => {
    const role = ownRole(element);
    const name = role && nameOf(element, role);
    const isField = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName);
    const text = isField || element.children.length > 0 ? '' : plain(element.textContent ?? '');
    const testId = testIdOf(element);
    const roleCode = (words: string, exact: string) =>
      `getByRole(${quote(role)}, { name: ${words}${exact && `, ${exact}`} })`;
    return [
      ...(testId ? [testId] : []),
      ...(name ? bothWays(name, roleCode, withRole(role), (one) => nameOf(one, role), mayBeCalled) : []),
      ...bothWays(
        plain(attribute(element, 'placeholder')),
        by('getByPlaceholder'),
        withAttribute('placeholder'),
        (one) => plain(attribute(one, 'placeholder')),
      ),
      ...(isField
        ? bothWays(
            labelOf(element),
            by('getByLabel'),
            (root, fits, most) =>
              among(root.querySelectorAll('input,select,textarea,[aria-label]'), fits, most),
            labelOf,
          )
        : []),
      ...bothWays(plain(attribute(element, 'alt')), by('getByAltText'), withAttribute('alt'), (one) =>
        plain(attribute(one, 'alt')),
      ),
      ...bothWays(text, by('getByText'), withOwnText, (one) => plain(one.textContent ?? '')),
      ...bothWays(plain(attribute(element, 'title')), by('getByTitle'), withAttribute('title'), (one) =>
        plain(attribute(one, 'title')),
      ),
      ...(role
        ? [
            {
              code: `getByRole(${quote(role)})`,
              finds: (root: ParentNode, most: number) => withRole(role)(root, () => true, most),
            },
          ]
        : []),
    ];
  };

  const isOnly = (way: Way, root: ParentNode, element: Element) => {
    const found = way.finds(root, 2);
    return found.length === 1 && found[0] === element;
  };

  /** What stands around it and is the only one of its kind: by a test id, a name, or words in it. */
  const scopeOf = (around: Element, root: ParentNode): string | undefined => {
    const testId = testIdOf(around);
    if (testId && isOnly(testId, root, around)) return testId.code;
    const role = ownRole(around);
    if (
      !/^(listitem|row|article|dialog|group|region|navigation|form|tabpanel|cell|list|table|menu)$/.test(role)
    )
      return undefined;
    const isOne = (fits: Fits) => withRole(role)(root, fits, 2).length === 1;
    const label = labelOf(around) || (role === 'group' ? nameOf(around, role) : '');
    if (label && isOne((one) => (labelOf(one) || nameOf(one, role)).includes(label)))
      return `getByRole(${quote(role)}, { name: ${quote(label)} })`;
    if (isOne(() => true)) return `getByRole(${quote(role)})`;
    const walker = document.createTreeWalker(around, NodeFilter.SHOW_TEXT);
    for (let looked = 0; looked < 5 && walker.nextNode(); ) {
      const words = plain(walker.currentNode.nodeValue ?? '');
      if (!words || words.length > WORDS) continue;
      looked++;
      const part = words.toLowerCase();
      if (
        isOne((one) =>
          plain(one.textContent ?? '')
            .toLowerCase()
            .includes(part),
        )
      )
        return `getByRole(${quote(role)}).filter({ hasText: ${quote(words)} })`;
    }
    return undefined;
  };

  const pathOf = (element: Element): string => {
    const steps: string[] = [];
    for (let node: Element | null = element; node; node = node.parentElement) {
      const id = attribute(node, 'id');
      // A word, or several with lines between them: nobody but a person calls it that.
      const isGiven = /^[A-Za-z]+([_-][A-Za-z]+)*$/.test(id);
      if (isGiven && (node.getRootNode() as Document).querySelectorAll(`#${id}`).length === 1) {
        steps.unshift(`#${id}`);
        break;
      }
      steps.unshift(stepOf(node));
    }
    return steps.join(' > ');
  };

  const inRoot = (element: Field, root: ParentNode): string => {
    const ways = waysTo(element);
    const only = ways.find((way) => isOnly(way, root, element));
    if (only) return only.code;
    let around = element.parentElement;
    for (let level = 0; around && around !== document.body && level < 8; level++) {
      const inside = ways.find((way) => isOnly(way, around!, element));
      const scope = inside && scopeOf(around, root);
      if (scope) return `${scope}.${inside.code}`;
      around = around.parentElement;
    }
    for (const way of ways) {
      const found = way.finds(root, MOST);
      const place = found.indexOf(element);
      if (place >= 0 && found.length < MOST)
        return `${way.code}.${place === 0 ? 'first()' : `nth(${place})`}`;
    }
    return `locator(${quote(pathOf(element))})`;
  };

  /** How a test comes into this frame. */
  const frameCode = (): string => {
    let code = '';
    for (let inner: Window = window; inner !== inner.parent; inner = inner.parent) {
      let step = '';
      try {
        const frame = inner.frameElement;
        for (const name of ['name', 'title'])
          if (!step && frame?.getAttribute(name))
            step = `iframe[${name}=${JSON.stringify(frame.getAttribute(name))}]`;
      } catch {
        // of another origin
      }
      const place = Array.from({ length: inner.parent.length }, (_, i) => inner.parent[i]).indexOf(inner);
      code = `${step ? `locator(${quote(step)})` : `locator('iframe').nth(${Math.max(0, place)})`}.contentFrame().${code}`;
    }
    return code;
  };

  return (element: Field): { locator?: string } => {
    try {
      const root = element.getRootNode() as Document | ShadowRoot;
      if (element === document.documentElement || element === document.body) return {};
      return { locator: frameCode() + inRoot(element, root) };
    } catch {
      return {}; // the action itself must be told whatever the page is like
    }
  };
}
