import { type Change, type Difference, ownText, said } from './diff.ts';
import { fitBudget } from './fit-budget.ts';
import { plural } from './fold.ts';
import { chosenIn, headOf, isPlainSelect, type LineStyle, labelOf, withContent } from './line.ts';
import { outline } from './outline.ts';
import { countElements, elementsOf, type PageNode, textOf } from './page-node.ts';
import { isEditable, isInteractive } from './roles.ts';
import { bare, clip, quote, words } from './words.ts';

const SHOWN_PAIRS = 6;
const SHOWN_MOVES = 3;
const LEAST_ROOM = 120;

/**
 * One line a change: `+` new, `~` altered, `-` gone, `↕` moved or reordered, `=` drawn anew under new refs.
 * What finds no room within the budget is counted.
 */
export function differenceText(difference: Difference, budget: number, style: LineStyle) {
  const lines: string[] = [];
  let left = budget;
  let omitted = 0;
  let under = '';
  const { changes, focus } = difference;
  for (const [i, change] of changes.entries()) {
    const header = headerOf(change, style);
    const room = Math.floor(left / Math.min(3, changes.length - i)) - header.length - 3;
    const text =
      room < LEAST_ROOM && left < budget / 3
        ? undefined
        : changeText(change, Math.max(room, LEAST_ROOM), style);
    const block = text && (header && header !== under ? `${header}\n${text}` : text);
    if (!block || block.length + 1 > left) {
      omitted += 1;
      continue;
    }
    under = header;
    lines.push(block);
    left -= block.length + 1;
  }
  if (focus && left > 80)
    lines.push(clip(`focus: ${labelOf({ ...focus, children: [] }, { ...style, clip: 40 }, true)}`, left));
  return { text: lines.join('\n'), omitted };
}

/** Where it happened, when the change itself does not say. */
function headerOf(change: Change, style: LineStyle): string {
  if (!('under' in change) || !change.under) return '';
  if (change.kind === 'altered' && (isInteractive(change.now) || change.now.name)) {
    if (change.under.role !== 'row') return '';
  }
  const isRow = change.under.role === 'row';
  const under = isRow ? change.under : { ...change.under, children: [] };
  return `in ${labelOf(under, { ...style, clip: isRow ? 30 : 40 }, true)}`;
}

function changeText(change: Change, room: number, style: LineStyle): string {
  switch (change.kind) {
    case 'added':
      return outlinedText('+', change.nodes, room, style);
    case 'rewritten':
      return outlinedText('~', change.nodes, room, { ...style, allRefs: true });
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
  return signed(sign, fitBudget(pieces, room - 2 * Math.min(pieces.length, 20), style.prefix).text);
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
  const line = withContent({ ...now, focused: false }, content, { ...style, allRefs: true });
  const past: string[] = [];
  if (was.role !== now.role) past.push(`was ${was.role}`);
  if (isEditable(now) || isPlainSelect(now)) {
    if (was.name !== now.name) past.push(`was named ${quote(was.name, 60)}`);
    const oldText = contentOf(was);
    if (oldText !== text) past.push(oldText ? `was ${quote(oldText, 60)}` : 'was empty');
  } else if (said(was) !== said(now)) past.push(said(was) ? `was ${quote(said(was), 60)}` : 'was empty');
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
