import { headOf, type LineStyle, labelOf, oneLine } from './line.ts';
import { type PageNode, textOf } from './page-node.ts';
import { isContainer, isHeading } from './roles.ts';
import { clip, words } from './words.ts';

export interface ElementQuery {
  readonly role?: string | undefined;
  /** Part of the accessible name, any case; the whole of it with `exact`. */
  readonly name?: string | undefined;
  /** Part of the name or of the text in the element, any case; the whole of it with `exact`. */
  readonly text?: string | undefined;
  readonly regex?: { [Symbol.search](text: string): number } | undefined;
  readonly exact?: boolean | undefined;
  /** At most so many; default 10. */
  readonly limit?: number | undefined;
}

export interface FoundElement {
  readonly ref: string | undefined;
  readonly role: string;
  readonly name: string;
  readonly line: string;
  /** Containers and the heading it stands under, outermost first. */
  readonly path: readonly string[];
}

export interface Findings {
  readonly total: number;
  /** Rows that were not read and may hold more. */
  readonly unread?: number;
  readonly found: readonly FoundElement[];
}

const DEFAULT_LIMIT = 10;
const LONGEST_LINE = 200;
const BEFORE_FIND = 40;
const AFTER_FIND = 100;

/** The innermost elements that fit. One without a ref is given with the ref of the element around it. */
export function findElements(tree: readonly PageNode[], query: ElementQuery, style: LineStyle): Findings {
  const limit = query.limit ?? DEFAULT_LIMIT;
  const found: FoundElement[] = [];
  let total = 0;
  const path: PageNode[] = [];
  let heading: PageNode | undefined;
  const visit = (node: PageNode): boolean => {
    if (isHeading(node)) heading = node;
    path.push(node);
    let isInside = false;
    for (const child of node.children) if (typeof child !== 'string' && visit(child)) isInside = true;
    path.pop();
    const isHit = (!isInside || query.role !== undefined) && fits(node, query);
    if (isHit) {
      total++;
      if (found.length < limit)
        found.push({ ...describe(node, path, heading, style), line: lineFor(node, query, style) });
    }
    return isHit || isInside;
  };
  for (const root of tree) visit(root);
  return { total, found };
}

function fits(node: PageNode, query: ElementQuery): boolean {
  if (query.role !== undefined && node.role !== query.role) return false;
  if (query.name !== undefined && !matches(node.name, query.name, query.exact)) return false;
  const text = words(textOf(node));
  const { text: wanted, exact } = query;
  if (wanted !== undefined && ![text, node.placeholder ?? ''].some((one) => matches(one, wanted, exact)))
    return false;
  return query.regex === undefined || text.search(query.regex) >= 0;
}

/** Whether a row may hold what fits, of which only the texts are known, one to a line. */
export function mayFit({ name, text, regex }: ElementQuery): ((texts: string) => boolean) | undefined {
  const wanted = [name, text].filter((one) => one !== undefined);
  if (wanted.length === 0 && !regex) return undefined;
  const isAnchored = /[$^]/.test(String(regex));
  return (texts) =>
    wanted.every((one) => matches(texts, one)) &&
    (!regex ||
      words(texts).search(regex) >= 0 ||
      (isAnchored && texts.split('\n').some((line) => words(line).search(regex) >= 0)));
}

function matches(text: string, wanted: string, exact = false): boolean {
  if (exact) return words(text) === words(wanted);
  return words(text).toLowerCase().includes(words(wanted).toLowerCase());
}

function describe(
  node: PageNode,
  path: readonly PageNode[],
  heading: PageNode | undefined,
  style: LineStyle,
): Omit<FoundElement, 'line'> {
  const ref = node.ref ?? path.findLast((above) => above.ref)?.ref;
  const brief = { ...style, clip: 30, allRefs: false };
  const above = path.filter((one) => isContainer(one) || one.role === 'row').slice(-2);
  const names = above.map((one) =>
    labelOf(isContainer(one) && !one.name ? { ...one, children: [] } : one, brief),
  );
  if (heading && heading !== node) names.unshift(labelOf(heading, brief, false));
  return { ref, role: node.role, name: node.name, path: names };
}

/** The element on one line; of long text only what stands around the find. */
function lineFor(node: PageNode, query: ElementQuery, style: LineStyle): string {
  const text = words(textOf(node));
  const line = oneLine(node, { ...style, clip: LONGEST_LINE, allRefs: true });
  if (line !== undefined && text.length <= LONGEST_LINE) return line;
  const at = query.regex
    ? text.search(query.regex)
    : text.toLowerCase().indexOf(words(query.text ?? '').toLowerCase());
  const from = Math.max(0, at - BEFORE_FIND);
  const excerpt = text.slice(from, from + BEFORE_FIND + AFTER_FIND).toWellFormed();
  const isEnd = from + BEFORE_FIND + AFTER_FIND >= text.length;
  return `${headOf({ ...node, name: clip(node.name, 60) }, style, true)}: ${JSON.stringify(`${from ? '…' : ''}${excerpt}${isEnd ? '' : '…'}`)}`;
}
