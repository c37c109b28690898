import { TICKED } from './glance-worth.ts';
import { roleWord } from './line.ts';
import { elementsOf, type PageNode, textOf } from './page-node.ts';
import { isInteractive, isNamedByContent, isNotice } from './roles.ts';
import { words } from './words.ts';

export const isText = (node: PageNode) =>
  isSentence(node) || (!isInteractive(node) && elementsOf(node).length === 0);

/** What it says, whatever its ref. */
export const spoken = (full: string) => full.replaceAll(/\[(?:[\w.-]+:)?(?:f\d+)?e\d+(?:, )?/g, '[');

export function saysOnly(node: PageNode, only: PageNode): boolean {
  const name = words(node.name);
  if (isInteractive(node))
    return (
      isNamedByContent(node) &&
      isInteractive(only) &&
      // What draws a switch is no switch.
      !TICKED.has(node.role) &&
      node.states.length === 0 &&
      name === words(textOf(only))
    );
  return node.role !== 'row' && !isNotice(node) && (name === '' || name === words(only.name));
}

/** What is in it is what it is called. */
export function saysItsName(node: PageNode): boolean {
  if (!isNamedByContent(node) || elementsOf(node).length === 0) return false;
  const [name, inside] = [words(node.name), words(textOf({ ...node, name: '' }))];
  return name !== '' && (name.includes(inside) || letters(name) === letters(inside));
}

export const plainly = (text: string) => letters(text).toLowerCase();

const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words with links in them. */
export const isSentence = (node: PageNode) =>
  !isInteractive(node) &&
  node.children.some((child) => typeof child === 'string' && /\p{L}{2}/u.test(child)) &&
  elementsOf(node).every(
    (child) => elementsOf(child).length === 0 && (child.role === 'link' || !isInteractive(child)),
  );

/** Things that can be told one by one. */
export const holdsSeveral = (node: PageNode): boolean =>
  node.children.length > 1 && elementsOf(node).some((child) => isInteractive(child) || holdsSeveral(child));

/** An empty paragraph or table says nothing, whatever its role. */
export const says = (node: PageNode, told: string) =>
  /[\p{L}\p{N}]/u.test(
    isInteractive(node)
      ? told
      : told.slice(roleWord(node) === 'text' ? 0 : roleWord(node).length).replace(/^ \[[^\]]*\]/, ''),
  ) || isNotice(node);
