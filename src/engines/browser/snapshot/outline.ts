import { runsOf } from './fold.ts';
import { headOf, type LineStyle, oneLine, withContent } from './line.ts';
import { countElements, elementsOf, type PageNode, textNode, textOf, walk } from './page-node.ts';
import { measure, type Outline } from './piece.ts';
import { isContainer, isEditable, isHeading, isInteractive, isNotice, isUnseen } from './roles.ts';
import { bare, words } from './words.ts';

export interface OutlineStyle extends LineStyle {
  readonly depth: number | undefined;
  /** Most characters that can be shown of it all. */
  readonly budget: number;
  /** Refs of what is news, and of all around it. */
  readonly news?: ReadonlySet<string>;
}

/** So many of a run are read in any case; more than stay of one that is folded. */
const SURELY_READ = 100;
/** What a piece has about, so that the run counts as the long one that it is. */
const SOME_CHARS = 20;
/** Up to so many of a shape differ from the rest of a long run; of all that differ up to so many are kept. */
const MOST_OF_ODD_SHAPE = 3;
const LEAST_ALIKE = 8;
const MOST_ODD = 12;

/** All siblings, those that nobody sees last. `above` is the nearest element around them that has a ref. */
export function outline(
  nodes: readonly PageNode[],
  style: OutlineStyle,
  level = 0,
  above?: PageNode,
): Outline[] {
  const seen = nodes.some(isUnseen)
    ? nodes.toSorted((a, b) => Number(isUnseen(a)) - Number(isUnseen(b)))
    : nodes;
  return runsOf(seen, kindOf).flatMap((run) => {
    const odd = oddOnes(run, style);
    let left = style.budget;
    return run.map((node, i) => {
      const isOdd = odd.has(node);
      // Of a tail that no answer has room for, nobody reads more than how much it is.
      if (i >= SURELY_READ && left < 0 && !isOdd) return unread(node);
      const piece = outlineOf(node, style, level, above);
      left -= piece.chars;
      return isOdd ? { ...piece, isOdd } : piece;
    });
  });
}

/** A piece of which only is told that there is one. */
const unread = (node: PageNode): Outline => ({ ...piece(node, '', []), chars: SOME_CHARS });

/** Those of a long run that are unlike the most of it, and those that are news. */
function oddOnes(run: readonly PageNode[], style: OutlineStyle): ReadonlySet<PageNode> {
  if (run.length < LEAST_ALIKE) return new Set();
  const shapes = Map.groupBy(run[0]!.role === 'row' ? run : [], shapeOf);
  const few = [...shapes.values()].filter((alike) => alike.length <= MOST_OF_ODD_SHAPE).flat();
  const news = run.filter(({ ref }) => ref && style.news?.has(ref));
  // Where most of it is news, the first of it tell as much as any.
  return new Set([...few.slice(0, MOST_ODD), ...(news.length > MOST_ODD ? [] : news)]);
}

function outlineOf(node: PageNode, style: OutlineStyle, level = 0, above?: PageNode): Outline {
  const holder = node.ref ? node : above;
  const line = oneLine(node, style);
  if (line !== undefined) return piece(node, line + restOf(line, holder, style), []);
  if (style.depth !== undefined && level >= style.depth) {
    const hidden = countElements(elementsOf(node));
    return piece(node, `${headOf(node, style, true)} … ${hidden} inside`, []);
  }
  const children: Outline[] = [];
  let run: PageNode[] = [];
  const flush = () => {
    children.push(...outline(run, style, level + 1, holder));
    run = [];
  };
  for (const child of node.children) {
    if (typeof child !== 'string') run.push(child);
    else {
      flush();
      const text = bare(child, style.clip);
      children.push(textPiece(text + restOf(text, holder, style)));
    }
  }
  flush();
  const only = children[0];
  if (children.length === 1 && only && canJoin(node)) {
    return piece(node, withContent(node, only.line, style), only.children);
  }
  const head = withContent(node, '', style);
  return piece(node, head + restOf(head, holder, style), children);
}

/** Where the text that was cut in this line goes on: `…+25662 (unfold e5+240)`. */
function restOf(line: string, holder: PageNode | undefined, { prefix, clipNames }: OutlineStyle): string {
  const cut = /…\+(\d+)/.exec(line);
  if (!cut || !holder || clipNames !== undefined) return '';
  const isOnlyText = !holder.name && holder.children.length === 1 && typeof holder.children[0] === 'string';
  const from = isOnlyText ? words(textOf(holder)).length - Number(cut[1]) : 0;
  return ` (unfold ${prefix}${holder.ref}+${from})`;
}

/** A list item or cell with one thing in it is written on that thing's line. */
const canJoin = (node: PageNode) => !node.name && !isContainer(node) && !isInteractive(node);

function piece(node: PageNode, line: string, children: readonly Outline[]): Outline {
  return {
    line,
    children,
    role: node.role,
    kind: kindOf(node),
    isOdd: false,
    ref: node.ref,
    elements: countElements([node]),
    rank: rankOf(node),
    weight: WEIGHTS[node.role] ?? 2,
    ...measure(line, children),
  };
}

const textPiece = (line: string) => ({ ...piece(textNode(line), line, []), kind: '', elements: 0 });

/** What people come for has more room than what stands around it on every page. */
const WEIGHTS: Readonly<Record<string, number>> = {
  alert: 6,
  alertdialog: 6,
  dialog: 6,
  form: 6,
  main: 6,
  grid: 4,
  table: 4,
  treegrid: 4,
  banner: 1,
  complementary: 1,
  contentinfo: 1,
  navigation: 1,
};

function rankOf(node: PageNode): number {
  if (isUnseen(node)) return -1;
  if (isNotice(node)) return 5;
  if (node.role === 'main' || node.role === 'form') return 4.5;
  if (isHeading(node)) return 4 - (node.level ?? 6) / 10;
  if (isContainer(node)) return 2;
  return isInteractive(node) ? 1 : 0;
}

/** Rows of a table are of one kind; other siblings when they hold the same kinds of things. */
function kindOf(node: PageNode): string {
  if (node.role === 'row') return 'row';
  if (isHeading(node) || node.role === 'text') return '';
  return `${node.role}(${[...new Set(elementsOf(node).map((child) => child.role))].sort().join()})`;
}

/** A row of headers, of fields or with buttons is unlike a row of text; so is one that is selected. */
function shapeOf(row: PageNode): string {
  if (elementsOf(row).every((cell) => cell.role === 'columnheader')) return 'header';
  const found = new Set<string>(row.states);
  for (const { node } of walk(elementsOf(row))) {
    if (isEditable(node)) found.add('field');
    else if (node.role === 'button') found.add('button');
  }
  return [...found].sort().join();
}
