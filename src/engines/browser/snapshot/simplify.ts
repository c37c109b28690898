import { elementsOf, type PageChild, type PageNode, textOf, walk } from './page-node.ts';
import { isCell, isHeading, isInteractive, isNotice, isWrapper } from './roles.ts';
import { words } from './words.ts';

/** The tree without wrappers that say nothing and without what only repeats its parent's name. */
export function simplify(nodes: readonly PageNode[]): PageNode[] {
  return nodes.flatMap((node) => simplifyChild(node)).filter((child) => typeof child !== 'string');
}

function simplifyChild(child: PageChild): PageChild[] {
  if (typeof child === 'string') return words(child) ? [child] : [];
  if (isSilent(child)) return [];
  if (repeatsItsName(child)) return [{ ...child, children: [] }];
  const node = { ...child, children: withoutLabels(child.children.flatMap(simplifyChild)) };
  return isWrapper(node) ? [...node.children] : [node];
}

const isSilent = (node: PageNode) =>
  (node.role === 'img' || node.role === 'separator') &&
  !node.name &&
  !node.pointer &&
  node.children.length === 0;

/** The text of a label is the name of the control beside it; once is enough. */
function withoutLabels(children: readonly PageChild[]): PageChild[] {
  const names = new Set<string>();
  for (const child of children)
    if (typeof child !== 'string' && isInteractive(child)) names.add(words(child.name));
  return children.filter((child) => typeof child !== 'string' || !names.has(words(child)));
}

/** A link or button is named by its content: printing that content again tells nothing. */
function repeatsItsName(node: PageNode): boolean {
  if (!node.name || node.children.length === 0) return false;
  const inside = words(node.children.map((c) => (typeof c === 'string' ? c : textOf(c))).join(' '));
  if (!words(node.name).includes(inside)) return false;
  return ![...walk(elementsOf(node))].some(({ node: inner }) => isInteractive(inner));
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
    return [{ ...node, url: undefined, children: [...own, ...inside] }];
  }
  if (isNotice(node))
    return textOf(node) ? [{ ...node, children: inside.length ? inside : node.children }] : [];
  if (node.role === 'iframe' && inside.length) return [{ ...node, children: inside }];
  return inside;
}

function keepRow(row: PageNode, inside: readonly PageNode[]): PageNode[] {
  if (inside.length === 0 && !row.pointer) return [];
  const label = elementsOf(row).find((cell) => isCell(cell) && textOf(cell) && !holdsInteractive(cell));
  return [{ ...row, children: label ? [label, ...inside] : [...inside] }];
}

const holdsInteractive = (node: PageNode) =>
  [...walk([node])].some(({ node: inner }) => isInteractive(inner));
