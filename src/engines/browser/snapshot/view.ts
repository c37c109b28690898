import { fitBudget } from './fit-budget.ts';
import { foldedTail } from './fold.ts';
import { type OutlineStyle, outline, outlineOf, unread } from './outline.ts';
import { countElements, type PageNode, textNode, walk } from './page-node.ts';
import type { Outline } from './piece.ts';
import { onlyInteractive } from './simplify.ts';

export const DEFAULT_BUDGET = 6000;

export interface ViewOptions {
  /** Levels below the root that are shown. */
  readonly depth?: number | undefined;
  /** Interactive elements and headings only. */
  readonly interactive?: boolean | undefined;
  /** Most characters of text; default 6,000. */
  readonly budget?: number | undefined;
  /** Refs on every element that has one. */
  readonly allRefs?: boolean | undefined;
}

export interface View {
  readonly text: string;
  /** Elements on the page, or under the root that was asked for. */
  readonly elements: number;
  /** Elements left out for lack of room; what is folded says so on its own line. */
  readonly omitted: number;
}

/** Text of a whole page is skimmed; of a part that was asked for it is read. */
const CLIP_PAGE = 240;
const CLIP_PART = 4000;

/** The given part of a simplified tree, within the budget. */
export function viewOf(tree: readonly PageNode[], options: ViewOptions, prefix: string, isPart: boolean) {
  const budget = options.budget ?? DEFAULT_BUDGET;
  const nodes = options.interactive ? onlyInteractive(tree) : tree;
  const style = styleOf(options, prefix, isPart ? Math.min(CLIP_PART, budget) : CLIP_PAGE);
  const { text, omitted } = fitBudget(outline(nodes, style), budget, prefix);
  return { text, elements: countElements(nodes), omitted };
}

/** What was folded or left out, from the element `ref` on: it and the siblings after it, as many as fit. */
export function unfoldFrom(tree: readonly PageNode[], ref: string, options: ViewOptions, prefix: string) {
  const nodes = options.interactive ? onlyInteractive(tree) : tree;
  const siblings = siblingsFrom(nodes, ref);
  if (!siblings) return undefined;
  const budget = options.budget ?? DEFAULT_BUDGET;
  const style = styleOf(options, prefix, CLIP_PAGE);
  // No part of the run has a longer line than the whole, but for a ref of more digits.
  const reserve = foldedTail(siblings.map(unread), prefix).chars + 4;
  const shown: Outline[] = [];
  let left = budget;
  for (const [i, node] of siblings.entries()) {
    const piece = outlineOf(node, style);
    const isLast = i === siblings.length - 1;
    // The first is shown in any case, cut if it must be: whoever goes on from here would get nowhere.
    if (i > 0 && piece.chars + (isLast ? 0 : reserve) > left) break;
    shown.push(piece);
    left -= piece.chars;
  }
  const rest = siblings.slice(shown.length);
  const tail = rest.length > 0 ? [foldedTail(rest.map(unread), prefix)] : [];
  const { text, omitted } = fitBudget([...shown, ...tail], budget, prefix);
  return { text, elements: countElements(siblings), omitted: omitted + countElements(rest) };
}

function siblingsFrom(tree: readonly PageNode[], ref: string): PageNode[] | undefined {
  const top = tree.findIndex((node) => node.ref === ref);
  if (top >= 0) return tree.slice(top);
  for (const { node } of walk(tree)) {
    const at = node.children.findIndex((child) => typeof child !== 'string' && child.ref === ref);
    if (at >= 0)
      return node.children.slice(at).map((child) => (typeof child === 'string' ? textNode(child) : child));
  }
  return undefined;
}

const styleOf = (options: ViewOptions, prefix: string, clip: number): OutlineStyle => ({
  prefix,
  clip,
  allRefs: options.allRefs ?? false,
  depth: options.depth,
  fold: true,
});
