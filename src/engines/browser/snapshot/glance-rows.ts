import { holdsField } from './glance-worth.ts';
import { isHeaderRow } from './line.ts';
import { elementsOf, type PageNode, textOf } from './page-node.ts';
import { isInteractive } from './roles.ts';
import { bare } from './words.ts';

/** Longer words are cut. */
export const MOST_WORDS = 80;

/** A row or a sentence by its words, without what can be pressed beside them; nothing where that is all there is. */
export function wordsOf(node: PageNode, full: string): string | undefined {
  if (node.role !== 'row') return bare(textOf(node), MOST_WORDS);
  if (holdsField(node)) return undefined;
  // Each below its header, whatever is empty before it.
  const cells = elementsOf(node).map((cell) => bare(readIn(cell), MOST_WORDS) + sortedBy(cell));
  const states = node.states.length > 0 ? ` [${node.states.join(', ')}]` : '';
  const line = `${isHeaderRow(node) ? 'header' : 'row'}${states}: ${cells.join(' | ')}`.replace(
    /(?: \| *)+$/,
    '',
  );
  return cells.filter(Boolean).length > 1 && line.length < full.length ? line : undefined;
}

/** A header that its rows are sorted by says how. */
function sortedBy({ role, states }: PageNode): string {
  const order = role === 'columnheader' ? states.find((state) => state.endsWith('cending')) : undefined;
  return order ? ` [${order}]` : '';
}

/** The words of a cell without the names of what can be pressed in it; of a box, that it is checked. */
export function readIn(cell: PageNode): string {
  const parts = cell.name ? [cell.name] : [];
  for (const child of cell.children) {
    if (typeof child === 'string') parts.push(child);
    else if (child.role === 'generic' || child.role === 'link' || !isInteractive(child))
      parts.push(readIn(child));
    else if (child.states.includes('checked')) parts.push('checked');
  }
  return parts.filter(Boolean).join(' ');
}
