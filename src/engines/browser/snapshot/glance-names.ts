import { roleWord } from './line.ts';
import { type PageNode, walk } from './page-node.ts';
import { isInteractive } from './roles.ts';
import { words } from './words.ts';

/** As a target would say it. */
export const calledBy = (node: PageNode) =>
  isInteractive(node) && words(node.name) ? `${roleWord(node)} ${words(node.name)}` : undefined;

/** How many elements are called so. */
export function countNames(nodes: readonly PageNode[]): Map<string, number> {
  const alike = new Map<string, number>();
  for (const { node } of walk(nodes)) {
    const called = calledBy(node);
    if (called) alike.set(called, (alike.get(called) ?? 0) + 1);
  }
  return alike;
}

/** The only one that is called so: its name is a target, and it needs no ref. */
export function isOnlyOne(node: PageNode, names: ReadonlyMap<string, number>): boolean {
  const called = calledBy(node);
  return called !== undefined && names.get(called) === 1;
}
