import { elementsOf, type PageChild, type PageNode, textOf, walk } from './page-node.ts';
import {
  isCell,
  isEditable,
  isHeading,
  isInteractive,
  isNamedByContent,
  isNotice,
  isPhrasing,
  isWrapper,
} from './roles.ts';
import { words } from './words.ts';

/** The tree without wrappers that say nothing and without what only repeats its parent's name. */
export function simplify(nodes: readonly PageNode[]): PageNode[] {
  return nodes.flatMap((node) => simplifyChild(node)).filter((child) => typeof child !== 'string');
}

function simplifyChild(child: PageChild): PageChild[] {
  if (typeof child === 'string') return words(child) ? [child] : [];
  if (isSilent(child)) return [];
  if (repeatsItsName(child)) return [{ ...child, children: [] }];
  const node = withoutEcho({ ...child, children: withoutLabels(child.children.flatMap(simplifyChild)) });
  if (isWrapper(node) || repeatsItsChild(node) || isLabelOf(node)) return [...node.children];
  if (isNamedByContent(node) && !words(node.name) && isPlainText(node))
    return [{ ...node, name: words(textOf(node)), children: [] }];
  if (node.states.includes('editable') && !holdsInteractive(node.children))
    return [{ ...node, children: [words(node.children.map(spokenBy).join(' '))].filter(Boolean) }];
  return [node];
}

const spokenBy = (child: PageChild) => (typeof child === 'string' ? child : textOf(child));

/** Playwright gives such an element now a name, now content; an agent reads the same in both. */
const isPlainText = (node: PageNode) =>
  node.children.length > 0 &&
  [...walk(elementsOf(node))].every(
    ({ node: inner }) =>
      !isInteractive(inner) &&
      (inner.role === 'generic' || inner.role === 'img' || inner.role === 'text' || isPhrasing(inner)),
  );

/** A place for messages that has none says nothing either. */
const isSilent = (node: PageNode) =>
  (node.role === 'img' || node.role === 'separator' || node.role === 'alert' || node.role === 'status') &&
  !node.name &&
  !node.pointer &&
  node.children.length === 0;

/** The text of a label is the name of the control beside it; once is enough. */
function withoutLabels(children: readonly PageChild[]): PageChild[] {
  if (children.length < 2) return [...children];
  const names = new Set<string>();
  const labelled = new Set<string>();
  const boxes = new Set<string>();
  for (const child of children) {
    if (typeof child === 'string' || !isInteractive(child)) continue;
    const name = words(child.name).replace(/ ?:$/, '');
    names.add(name);
    if (isEditable(child) || isBox(child)) labelled.add(name);
    if (isBox(child) && child.ref) boxes.add(name);
  }
  return children.filter((child, i) => {
    if (typeof child === 'object' && isPressed(child)) return !boxes.has(words(textOf(child)));
    const only = typeof child === 'string' ? child : onlyText(child);
    if (only === undefined) return true;
    const label = words(only).replace(/ ?:$/, '');
    const isRepeated = (typeof child === 'string' ? names : labelled).has(label);
    return !isRepeated && !isNameOf(children[i + 1], label);
  });
}

const isBox = ({ role }: PageNode) => role === 'checkbox' || role === 'radio' || role === 'switch';

/** Words that can be pressed, such as the label beside a box. */
const isPressed = (node: PageNode) =>
  node.role === 'generic' && node.pointer && node.states.length === 0 && elementsOf(node).length === 0;

/** The text of an element that holds nothing else and cannot be pressed. */
function onlyText(node: PageNode): string | undefined {
  const [only] = node.children;
  const isPlain = node.role === 'generic' && !isInteractive(node) && node.children.length === 1;
  return isPlain && typeof only === 'string' ? only : undefined;
}

/** A group, or what stands around a single field. */
function isNameOf(next: PageChild | undefined, label: string): boolean {
  if (typeof next !== 'object' || label === '') return false;
  if (isGroup(next)) return words(next.name) === label;
  const inside = elementsOf(next);
  return next.role === 'generic' && inside.filter(isEditable).length === 1
    ? inside.some((field) => isEditable(field) && words(field.name) === label)
    : false;
}

const isGroup = ({ role }: PageNode) => role === 'group' || role === 'radiogroup';

/** A cell is named by what is in it, which is told. */
function withoutEcho(node: PageNode): PageNode {
  if (!isCell(node) || !node.name || node.children.length === 0) return node;
  const inside = letters(textOf({ ...node, name: '' }));
  return inside.includes(letters(node.name)) ? { ...node, name: '' } : node;
}

const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What can be pressed only because it is the label of the one control in it. */
function isLabelOf(node: PageNode): boolean {
  const [only, ...others] = node.children;
  return (
    node.role === 'generic' &&
    node.pointer &&
    !node.name &&
    node.states.length === 0 &&
    others.length === 0 &&
    typeof only === 'object' &&
    only.ref !== undefined &&
    isBox(only)
  );
}

/** A wrapper with a tooltip around the one thing that has the same name. */
function repeatsItsChild(node: PageNode): boolean {
  const [only, ...others] = node.children;
  const isPlain = node.role === 'generic' && !isInteractive(node) && node.states.length === 0;
  if (!isPlain || typeof only !== 'object' || others.length > 0) return false;
  return words(node.name) !== '' && words(only.name) === words(node.name);
}

/** A link or button is named by its content: printing that content again tells nothing. */
function repeatsItsName(node: PageNode): boolean {
  if (!node.name || node.children.length === 0) return false;
  const inside = words(node.children.map((c) => (typeof c === 'string' ? c : textOf(c))).join(' '));
  if (!words(node.name).includes(inside)) return false;
  return !holdsInteractive(node.children);
}

/** Interactive elements and headings only, in reading order; a row keeps its first cell, to tell rows apart. */
export function onlyInteractive(nodes: readonly PageNode[]): PageNode[] {
  return nodes.flatMap(keepInteractive);
}

function keepInteractive(node: PageNode): PageNode[] {
  const inside = elementsOf(node).flatMap(keepInteractive);
  if (node.role === 'row') return keepRow(node, inside);
  if (isHeading(node)) return [{ ...node, children: inside.length ? inside : node.children }];
  if (isInteractive(node)) {
    const own = node.children.filter((child) => typeof child === 'string');
    // The name of a link is enough; where it has none its address has to tell.
    const url = words(node.name) || own.length > 0 ? undefined : node.url;
    return [{ ...node, url, children: [...own, ...inside] }];
  }
  if (isNotice(node))
    return textOf(node) ? [{ ...node, children: inside.length ? inside : node.children }] : [];
  if (node.role === 'iframe' && inside.length) return [{ ...node, children: inside }];
  return inside;
}

function keepRow(row: PageNode, inside: readonly PageNode[]): PageNode[] {
  if (inside.length === 0 && !row.pointer) return [];
  const label = elementsOf(row).find((cell) => isCell(cell) && textOf(cell) && !holdsInteractive([cell]));
  return [{ ...row, children: label ? [label, ...inside] : [...inside] }];
}

function holdsInteractive(children: readonly PageChild[]): boolean {
  return children.some(
    (child) => typeof child !== 'string' && (isInteractive(child) || holdsInteractive(child.children)),
  );
}
