import { foldRuns, runsOf } from './fold.ts';
import { headOf, type LineStyle, oneLine, withContent } from './line.ts';
import { countElements, elementsOf, type PageNode, textNode } from './page-node.ts';
import { measure, type Outline } from './piece.ts';
import { isContainer, isHeading, isInteractive, isNotice } from './roles.ts';
import { bare } from './words.ts';

export interface OutlineStyle extends LineStyle {
  readonly depth: number | undefined;
  readonly fold: boolean;
}

export function outline(nodes: readonly PageNode[], style: OutlineStyle, level = 0): Outline[] {
  if (!style.fold) return nodes.map((node) => outlineOf(node, style, level));
  const pieces: Outline[] = [];
  for (const run of runsOf(nodes, shapeOf)) {
    // A long run will be folded: of its tail nobody reads more than how much it is.
    const isLong = run.length >= SURELY_FOLDED;
    for (const [i, node] of run.entries())
      pieces.push(isLong && i >= MOST_KEPT ? unread(node) : outlineOf(node, style, level));
  }
  return foldRuns(pieces, style.prefix);
}

/** So many alike pieces have more characters than a run that is shown whole, however short they are. */
const SURELY_FOLDED = 250;
/** More than stay of a folded run. */
const MOST_KEPT = 100;
/** What a piece has about, so that the run counts as the long one that it is. */
const SOME_CHARS = 20;

/** A piece of which only is told that there is one. */
export const unread = (node: PageNode): Outline => ({ ...piece(node, '', []), chars: SOME_CHARS });

export function outlineOf(node: PageNode, style: OutlineStyle, level = 0): Outline {
  const line = oneLine(node, style);
  if (line !== undefined) return piece(node, line, []);
  if (style.depth !== undefined && level >= style.depth) {
    const hidden = countElements(elementsOf(node));
    return piece(node, `${headOf(node, style, true)} … ${hidden} inside`, []);
  }
  const children: Outline[] = [];
  let run: PageNode[] = [];
  const flush = () => {
    children.push(...outline(run, style, level + 1));
    run = [];
  };
  for (const child of node.children) {
    if (typeof child !== 'string') run.push(child);
    else {
      flush();
      children.push(textPiece(bare(child, style.clip)));
    }
  }
  flush();
  const only = children[0];
  if (children.length === 1 && only && canJoin(node)) {
    return piece(node, withContent(node, only.line, style), only.children);
  }
  return piece(node, withContent(node, '', style), children);
}

/** A list item or cell with one thing in it is written on that thing's line. */
const canJoin = (node: PageNode) => !node.name && !isContainer(node) && !isInteractive(node);

function piece(node: PageNode, line: string, children: readonly Outline[]): Outline {
  return {
    line,
    children,
    role: node.role,
    shape: shapeOf(node),
    ref: node.ref,
    elements: countElements([node]),
    rank: rankOf(node),
    ...measure(line, children),
  };
}

const textPiece = (line: string) => ({ ...piece(textNode(line), line, []), shape: '', elements: 0 });

function rankOf(node: PageNode): number {
  if (isNotice(node)) return 5;
  if (isHeading(node)) return 4 - (node.level ?? 6) / 10;
  if (isContainer(node)) return 2;
  return isInteractive(node) ? 1 : 0;
}

/** Rows of a table are alike whatever is in their cells; other siblings when they hold the same kinds of things. */
function shapeOf(node: PageNode): string {
  const kinds = [...new Set(elementsOf(node).map((child) => child.role))].sort();
  if (node.role === 'row') return kinds.join() === 'columnheader' ? 'row of headers' : 'row';
  return node.role === 'heading' ? '' : `${node.role}(${kinds.join()})`;
}
