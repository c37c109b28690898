import { type Change, type Difference, ownText, said } from './diff.ts';
import { fitBudget } from './fit-budget.ts';
import { plural } from './fold.ts';
import { glance } from './glance.ts';
import { chosenIn, headOf, isPlainSelect, type LineStyle, labelOf, withContent } from './line.ts';
import { outline } from './outline.ts';
import { countElements, elementsOf, type PageNode, textOf } from './page-node.ts';
import { charsOf } from './piece.ts';
import { isCell, isEditable, isInteractive } from './roles.ts';
import { bare, clip, quote, words } from './words.ts';

const SHOWN_PAIRS = 6;
const SHOWN_MOVES = 3;
const LEAST_ROOM = 120;
/** Nothing is told in less. */
const LEAST_LINE = 12;
/** What is kept for each of the next changes. */
const NEXT = 60;
const MOST_NEXT = 3;
/** Of what was there before, and of the names of what is around. */
const MOST_OLD = 24;

/**
 * One line a change: `+` new, `~` altered, `-` gone, `↕` moved or reordered, `=` drawn anew under new refs.
 * What finds no room within the budget is counted.
 */
export function differenceText(difference: Difference, budget: number, style: LineStyle) {
  const { changes, focus } = difference;
  const told = new Map<number, { readonly header: string; readonly text: string }>();
  let left = budget;
  // What became of known things is short and often what was meant, what is new comes next, what is gone last.
  const inTurn = [...changes.keys()].sort((a, b) => turnOf(changes[a]!) - turnOf(changes[b]!));
  for (const [i, place] of inTurn.entries()) {
    if (left < LEAST_LINE) break;
    const change = changes[place]!;
    const header = headerOf(change, style);
    const room = left - Math.min(MOST_NEXT, changes.length - i - 1) * NEXT - header.length - 3;
    const text = changeText(change, Math.max(room, LEAST_ROOM), style);
    const isAlone = header === '' || header === told.get(place - 1)?.header;
    const length = text.length + 1 + (isAlone ? 0 : header.length + 1);
    if (!text || length > left) continue;
    told.set(place, { header, text });
    left -= length;
  }
  const lines: string[] = [];
  let under = '';
  for (const place of changes.keys()) {
    const { header, text } = told.get(place) ?? {};
    if (text === undefined || header === undefined) continue;
    lines.push(header && header !== under ? `${header}\n${text}` : text);
    under = header;
  }
  const ref = `[${style.prefix}${focus?.ref}`;
  const isSaid = lines.some((line) => line.includes(`${ref}]`) || line.includes(`${ref},`));
  if (focus && !isSaid && left > 80)
    lines.push(clip(`focus: ${labelOf({ ...focus, children: [] }, { ...style, clip: 40 }, true)}`, left));
  return { text: lines.join('\n'), omitted: changes.length - told.size };
}

const TURNS: Readonly<Record<Change['kind'], number>> = {
  altered: 0,
  rewritten: 1,
  added: 1,
  reordered: 1,
  moved: 2,
  renewed: 2,
  removed: 2,
};
const turnOf = ({ kind }: Change) => TURNS[kind];

/** Where it happened, when the change itself does not say. */
function headerOf(change: Change, style: LineStyle): string {
  if (!('under' in change) || !change.under) return '';
  if (change.kind === 'altered' && (isInteractive(change.now) || change.now.name)) {
    if (change.under.role !== 'row') return '';
  }
  const isRow = change.under.role === 'row';
  const under = isRow ? change.under : { ...change.under, children: [] };
  return `in ${labelOf(under, { ...style, clip: isRow ? 30 : MOST_OLD }, true)}`;
}

function changeText(change: Change, room: number, style: LineStyle): string {
  switch (change.kind) {
    case 'added':
      return outlinedText('+', change.nodes, room, style);
    case 'rewritten':
      // Rows that hold other records now: some of them show what they are.
      return outlinedText('~', change.nodes, Math.max(room / 3, LEAST_ROOM), style);
    case 'removed':
      return removedText(change.nodes, style);
    case 'altered':
      return `~ ${alteredText(change.was, change.now, style)}`;
    case 'moved':
      return movedText(change.nodes, style);
    case 'reordered':
      return reorderedText(change.parent, change.nodes, room, style);
    case 'renewed':
      return renewedText(change.nodes, change.refs, style);
  }
}

function outlinedText(sign: string, nodes: readonly PageNode[], room: number, style: LineStyle): string {
  const pieces = outline(nodes, { ...style, depth: undefined, budget: room });
  const budget = room - 2 * Math.min(pieces.length, 20);
  const isShort = style.allRefs || charsOf(pieces) <= budget;
  const { text, omitted } = isShort
    ? { ...fitBudget(pieces, budget, style.prefix), omitted: 0 }
    : glance(nodes, { prefix: style.prefix, budget: Math.floor(room * 0.85), before: [] });
  return signed(sign, omitted > 0 && !text.includes('… ') ? `${text}\n… ${omitted} more` : text);
}

/** Puts the sign before lines of the first level and moves the rest in. */
function signed(sign: string, text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(' ') ? `  ${line}` : `${sign} ${line}`))
    .join('\n');
}

function removedText(nodes: readonly PageNode[], style: LineStyle): string {
  const lines: string[] = [];
  for (let i = 0; i < nodes.length; ) {
    const first = nodes[i]!;
    let end = i + 1;
    while (end < nodes.length && nodes[end]!.role === first.role) end++;
    if (end - i > 3) {
      const { prefix } = style;
      const last = nodes[end - 1]!;
      const range = first.ref && last.ref ? `, ${prefix}${first.ref}–${prefix}${last.ref}` : '';
      lines.push(`- ${end - i} ${plural(first.role)}${range}`);
    } else {
      for (const node of nodes.slice(i, end))
        lines.push(`- ${headOf(node, { ...style, clip: 60 }, true)}${insideHint(node)}`);
    }
    i = end;
  }
  return lines.join('\n');
}

function insideHint(node: PageNode): string {
  const inside = countElements(elementsOf(node));
  return inside ? ` (${inside} inside)` : contentHint(node);
}

const contentHint = (node: PageNode) =>
  !node.name && words(textOf(node)) ? `: ${bare(textOf(node), 40)}` : '';

function movedText(nodes: readonly PageNode[], style: LineStyle): string {
  const lines = nodes
    .slice(0, SHOWN_MOVES)
    .map((node) => `↕ ${headOf(node, { ...style, clip: 60 }, true)}${contentHint(node)} moved here`);
  if (nodes.length > SHOWN_MOVES) lines.push(`↕ … ${nodes.length - SHOWN_MOVES} more moved here`);
  return lines.join('\n');
}

function alteredText(was: PageNode, now: PageNode, style: LineStyle): string {
  const text = contentOf(now);
  const isInName = !isEditable(now) && words(now.name).includes(text);
  const content = !text || isInName ? '' : isEditable(now) ? quote(text, style.clip) : bare(text, style.clip);
  // What only tells something is not acted on, and what it told before was read before.
  const isTold = !isInteractive(now) && !isEditable(now) && !isPlainSelect(now) && !isCell(now);
  const line = withContent({ ...now, focused: false }, content, { ...style, allRefs: !isTold });
  const past: string[] = [];
  if (was.role !== now.role) past.push(`was ${was.role}`);
  if (isEditable(now) || isPlainSelect(now)) {
    if (was.name !== now.name) past.push(`was named ${quote(was.name, MOST_OLD)}`);
    const oldText = contentOf(was);
    if (oldText !== text && oldText) past.push(`was ${quote(oldText, MOST_OLD)}`);
  } else if (said(was) !== said(now) && said(was) && !isTold) past.push(`was ${quote(said(was), MOST_OLD)}`);
  const lost = was.states.filter((state) => !now.states.includes(state));
  if (lost.length) past.push(`no longer ${lost.join(', ')}`);
  return past.length ? `${line} (${past.join('; ')})` : line;
}

/** A select says what is chosen in it, not what could be. */
const contentOf = (node: PageNode) => (isPlainSelect(node) ? chosenIn(node) : ownText(node));

function reorderedText(parent: PageNode, nodes: readonly PageNode[], room: number, style: LineStyle): string {
  const first = nodes.slice(0, 3);
  const pieces = outline(first, { ...style, depth: 0, budget: room });
  const head = `↕ ${headOf(parent, style, true)}: the order of its ${nodes.length} children changed; first now:`;
  return `${head}\n${fitBudget(pieces, Math.max(room - head.length, LEAST_ROOM), style.prefix).text.replace(/^/gm, ' ')}`;
}

function renewedText(
  nodes: readonly PageNode[],
  refs: readonly (readonly [string, string])[],
  style: LineStyle,
): string {
  const names = nodes
    .slice(0, SHOWN_MOVES)
    .map((node) => `${headOf(node, { ...style, clip: 60 }, false)}${contentHint(node)}`);
  const others = nodes.length > SHOWN_MOVES ? ` and ${nodes.length - SHOWN_MOVES} others` : '';

  const shown = refs.slice(0, SHOWN_PAIRS).map(([old, now]) => `${style.prefix}${old}→${style.prefix}${now}`);
  const more = refs.length > SHOWN_PAIRS ? ` and ${refs.length - SHOWN_PAIRS} more` : '';
  return `= ${names.join(', ')}${others} drawn anew: ${shown.join(', ')}${more}`;
}
