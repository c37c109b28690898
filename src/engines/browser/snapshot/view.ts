import { fitBudget, readOn } from './fit-budget.ts';
import { glance } from './glance.ts';
import type { Glance } from './glance-atoms.ts';
import { type OutlineStyle, outline } from './outline.ts';
import { countElements, type PageNode, textNode, textOf, walk } from './page-node.ts';
import { charsOf } from './piece.ts';
import type { PartOfPage } from './ref-book.ts';
import { onlyInteractive } from './simplify.ts';
import { words } from './words.ts';

const DEFAULT_BUDGET = 6000;
/** Of a page that nobody asked for: what the next step needs, most of the time. */
export const GLANCE = 450;

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
/** Room for the words that say where a text goes on. */
const MARK = 60;

/** The given part of a simplified tree, within the budget. */
export function viewOf(
  tree: readonly PageNode[],
  options: ViewOptions,
  prefix: string,
  isPart: boolean,
  news?: ReadonlySet<string>,
): View {
  const budget = options.budget ?? DEFAULT_BUDGET;
  const nodes = options.interactive ? onlyInteractive(tree) : tree;
  const style = styleOf(options, prefix, isPart ? Math.min(CLIP_PART, budget) : CLIP_PAGE);
  const whole = outline(nodes, news ? { ...style, news } : style);
  // Before anything is left out, addresses are.
  const pieces =
    charsOf(whole) > budget ? outline(nodes, { ...style, ...(news && { news }), isBrief: true }) : whole;
  const { text, omitted } = fitBudget(pieces, budget, prefix);
  return { text, elements: countElements(nodes), omitted };
}

/** What an answer says of a page that came by itself: the worthiest of it. */
export function glanceOf(tree: readonly PageNode[], look: Glance): View {
  return { ...glance(tree, look), elements: countElements(tree) };
}

/**
 * What was folded or left out, with nothing folded in it: from the element `ref` on it and the siblings after it,
 * up to `last`, as many as fit.
 */
export function unfoldFrom(
  tree: readonly PageNode[],
  { ref, last }: PartOfPage,
  options: ViewOptions,
  prefix: string,
): View | undefined {
  const siblings = siblingsFrom(options.interactive ? onlyInteractive(tree) : tree, ref);
  if (!siblings) return undefined;
  const end = last === undefined ? -1 : siblings.findIndex((node) => node.ref === last);
  const nodes = end < 0 ? siblings : siblings.slice(0, end + 1);
  const budget = options.budget ?? DEFAULT_BUDGET;
  const { text, omitted } = readOn(outline(nodes, styleOf(options, prefix, CLIP_PAGE)), budget, prefix);
  return { text, elements: countElements(nodes), omitted };
}

/** All text of an element from the given character on, as much as fits. */
export function textFrom(node: PageNode, from: number, options: ViewOptions, prefix: string): View {
  const room = (options.budget ?? DEFAULT_BUDGET) - MARK - prefix.length;
  const text = words(textOf(node));
  const shown = text.slice(from, from + room).toWellFormed();
  const end = from + shown.length;
  const rest = end < text.length ? `…+${text.length - end} (unfold ${prefix}${node.ref}+${end})` : '';
  return { text: JSON.stringify(shown) + rest, elements: countElements([node]), omitted: 0 };
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
  budget: options.budget ?? DEFAULT_BUDGET,
});
