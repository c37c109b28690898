/**
 * Several ways to find an element again, computed in the page. No query over the whole document: the CSS path is
 * unique by the way it is built, so that describing costs the same on a large page as on a small one.
 */
export const SELECTORS = String.raw`
/** Not element.id: in a form, a field of that name would be meant. */
const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';

const tidy = (text, most = 120) => text.replace(/\s+/g, ' ').trim().slice(0, most);

const textOf = (node, most = 200) => {
  let text = '';
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  while (text.length < most && walker.nextNode()) {
    const parent = walker.currentNode.parentNode;
    if (parent.nodeName !== 'SCRIPT' && parent.nodeName !== 'STYLE') text += walker.currentNode.nodeValue;
  }
  return tidy(text);
};

const INPUT_ROLES = {
  button: 'button', submit: 'button', reset: 'button', image: 'button', checkbox: 'checkbox', radio: 'radio',
  range: 'slider', number: 'spinbutton', search: 'searchbox', text: 'textbox', email: 'textbox', tel: 'textbox',
  url: 'textbox',
};
const TAG_ROLES = {
  BUTTON: 'button', TEXTAREA: 'textbox', OPTION: 'option', IMG: 'img', LI: 'listitem', TD: 'cell', TR: 'row',
  TH: 'columnheader', DIALOG: 'dialog', NAV: 'navigation', TABLE: 'table', UL: 'list', OL: 'list', MAIN: 'main',
  H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading',
};
const NAMED_BY_CONTENT = new Set(['button', 'link', 'option', 'heading', 'cell', 'columnheader', 'row', 'tab',
  'menuitem', 'menuitemcheckbox', 'menuitemradio', 'checkbox', 'radio', 'switch', 'treeitem', 'tooltip']);

const roleOf = (element) => {
  const given = element.getAttribute('role');
  if (given) return given.trim().split(/\s+/)[0];
  if (element.tagName === 'A') return element.hasAttribute('href') ? 'link' : '';
  if (element.tagName === 'SELECT') return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
  if (element.tagName === 'INPUT') {
    const role = INPUT_ROLES[element.type] ?? '';
    return element.hasAttribute('list') && /textbox|searchbox/.test(role) ? 'combobox' : role;
  }
  return TAG_ROLES[element.tagName] ?? '';
};

const labelOf = (element) => {
  const by = element.getAttribute('aria-labelledby');
  if (by) {
    const root = element.getRootNode();
    const words = by.trim().split(/\s+/).map((id) => root.getElementById?.(id)).filter(Boolean).map((e) => textOf(e));
    if (words.length) return tidy(words.join(' '));
  }
  const aria = element.getAttribute('aria-label');
  if (aria) return tidy(aria);
  const label = element.tagName === 'FORM' ? undefined : element.labels?.[0];
  if (!label) return '';
  // A label around a list of options would otherwise be named by all of them.
  let text = '';
  const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  while (text.length < 200 && walker.nextNode()) {
    if (!element.contains(walker.currentNode)) text += walker.currentNode.nodeValue;
  }
  return tidy(text);
};

const nameOf = (element, role) => {
  const label = labelOf(element);
  if (label) return label;
  if (element.tagName === 'INPUT' && role === 'button') return tidy(element.value || attribute(element, 'alt') || attribute(element, 'title'));
  const alt = attribute(element, 'alt');
  if (alt) return tidy(alt);
  if (NAMED_BY_CONTENT.has(role)) {
    const text = textOf(element);
    if (text) return text;
  }
  return tidy(attribute(element, 'title') || attribute(element, 'placeholder'));
};

const stepOf = (element) => {
  const tag = CSS.escape(element.localName);
  const parent = element.parentNode;
  if (!parent || parent === document) return tag;
  let place = 0;
  let same = 0;
  for (let child = parent.firstElementChild; child; child = child.nextElementSibling) {
    if (child.localName !== element.localName || child.namespaceURI !== element.namespaceURI) continue;
    same++;
    if (child === element) place = same;
  }
  return same > 1 ? tag + ':nth-of-type(' + place + ')' : tag;
};

const pathOf = (element) => {
  const root = element.getRootNode();
  const steps = [];
  for (let node = element; node instanceof Element; node = node.parentNode) {
    const id = attribute(node, 'id');
    // The browser keeps ids in an index, so that this is no search; some pages use one twice.
    if (id && root.querySelectorAll('#' + CSS.escape(id)).length === 1) {
      steps.unshift('#' + CSS.escape(id));
      break;
    }
    steps.unshift(stepOf(node));
  }
  const path = steps.join(' > ');
  return root instanceof ShadowRoot ? pathOf(root.host) + ' >>> ' + path : path;
};

const describe = (element) => {
  const role = roleOf(element);
  const label = labelOf(element);
  const text = /^(INPUT|SELECT|TEXTAREA|HTML|BODY)$/.test(element.tagName) ? '' : textOf(element);
  const testId = settings.testIds.find((name) => element.hasAttribute(name));
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
`;
