import type { PageNode } from './page-node.ts';
import { elementsOf, textOf } from './page-node.ts';
import {
  isCell,
  isContainer,
  isDraggable,
  isEditable,
  isInteractive,
  isPhrasing,
  isSortable,
} from './roles.ts';
import { bare, quote, words } from './words.ts';

export interface LineStyle {
  /** Put before each ref: the context's name and a colon, or nothing. */
  readonly prefix: string;
  /** Longest piece of page text. */
  readonly clip: number;
  /** The same of names of what is acted on, where that is less. */
  readonly clipNames?: number;
  /** Refs on every element, not only on those that are acted on or looked into. */
  readonly allRefs: boolean;
  /** Links that have words are shown without their addresses. */
  readonly isBrief?: boolean;
  /** No refs of what only holds others or cannot be acted on, and few choices. */
  readonly isGlance?: boolean;
}

const MAX_URL = 100;
/** What is longer and holds several things has a line for each of them, so that some of them can be shown. */
const LONGEST_LINE = 1000;
const MAX_CHOICES = 12;
const MAX_CHOICE = 40;
const BRIEF_CHOICES = 30;

/** Role, name, ref and states: `button "Save" [e3, disabled]`. */
export function headOf(node: PageNode, style: LineStyle, withRef = wantsRef(node, style)): string {
  const marks: string[] = [];
  if (node.ref && withRef) marks.push(style.prefix + node.ref);
  marks.push(...node.states);
  if (node.focused && isEditable(node)) marks.push('focused');
  if (node.placeholder) marks.push(`placeholder ${quote(node.placeholder, style.clip)}`);
  if (node.box) marks.push(`box ${node.box}`);
  const most = isInteractive(node) ? (style.clipNames ?? style.clip) : style.clip;
  const name = words(node.name) ? ` ${quote(node.name, most)}` : '';
  return `${roleWord(node)}${name}${marks.length ? ` [${marks.join(', ')}]` : ''}`;
}

function wantsRef(node: PageNode, { allRefs, isGlance }: LineStyle): boolean {
  if (allRefs || !isGlance) return allRefs || isInteractive(node) || isContainer(node);
  return isInteractive(node) && !node.states.includes('disabled');
}

export function roleWord(node: PageNode): string {
  if (node.role === 'heading') return `h${node.level ?? ''}`;
  if (node.role === 'listitem') return '-';
  if (node.role === 'generic') return node.pointer ? 'clickable' : isDraggable(node) ? 'item' : 'text';
  return node.role;
}

/** Enough to recognize an element by: its head, with its text in place of a missing name. */
export function labelOf(node: PageNode, style: LineStyle, withRef?: boolean): string {
  const bare = { states: [], box: undefined, placeholder: undefined, focused: false };
  return headOf({ ...node, ...bare, name: node.name || spokenBy(node) }, style, withRef);
}

/** A row is told by its words, not by the controls that each row has. */
function spokenBy(node: PageNode): string {
  const cells = node.role === 'row' ? elementsOf(node).filter((cell) => !holdsControl(cell)) : [];
  return cells.map(textOf).filter(Boolean).join(' ') || textOf(node);
}

export const holdsControl = (cell: PageNode): boolean =>
  elementsOf(cell).some((inner) => isInteractive(inner) || holdsControl(inner));

/** The whole element on one line, or undefined when it holds something that needs lines of its own. */
export function oneLine(node: PageNode, style: LineStyle): string | undefined {
  const inside =
    node.role === 'row'
      ? cellsOf(node, style)
      : isPlainSelect(node)
        ? choicesOf(node, style)
        : inlineContent(node, style);
  if (inside === undefined) return undefined;
  const isLong = inside.length > LONGEST_LINE && elementsOf(node).length > 1 && !isPlainSelect(node);
  return isLong ? undefined : withContent(node, inside, style);
}

/** An element's line with the given content behind it. */
export function withContent(node: PageNode, inside: string, style: LineStyle): string {
  let line = headOf(node, style);
  if (node.role === 'row' && line === 'row' && isHeaderRow(node)) line = 'header';
  if (inside)
    line +=
      isEditable(node) || isPlainSelect(node) ? ` = ${inside}` : line === '-' ? ` ${inside}` : `: ${inside}`;
  if (line.startsWith('text: ')) line = line.slice('text: '.length);
  return style.isBrief && words(node.name) ? line : line + urlOf(node);
}

export const isHeaderRow = (row: PageNode) =>
  row.children.length > 0 && elementsOf(row).every((cell) => cell.role === 'columnheader');

/** A link within the same document is followed by a click; its address tells nothing. */
function urlOf(node: PageNode): string {
  if (!node.url || node.url.startsWith('#')) return '';
  const url = words(node.url);
  return ` → ${url.length > MAX_URL ? `${url.slice(0, MAX_URL)}…` : url}`;
}

function cellsOf(row: PageNode, style: LineStyle): string | undefined {
  const cells: string[] = [];
  for (const child of row.children) {
    const cell = typeof child === 'string' ? bare(child, style.clip) : inlineElement(child, style, true);
    if (cell === undefined) return undefined;
    cells.push(cell);
  }
  return cells.join(' | ');
}

/** A native select: its options cannot be pressed, they are chosen by their words. */
export const isPlainSelect = (node: PageNode) =>
  (node.role === 'combobox' || node.role === 'listbox') &&
  node.children.length > 0 &&
  node.children.every((child) => typeof child !== 'string' && child.role === 'option' && !child.ref);

export function chosenIn(select: PageNode): string {
  const chosen = elementsOf(select).filter((option) => option.states.includes('selected'));
  return chosen.map((option) => words(option.name)).join(', ');
}

function choicesOf(select: PageNode, { isGlance }: LineStyle): string {
  const options = elementsOf(select);
  const most = isGlance ? briefly(options) : MAX_CHOICES;
  const shown = options.slice(0, most).map((option) => bare(option.name, MAX_CHOICE));
  const more = options.length > most ? ` | …+${options.length - most}` : '';
  const chosen = chosenIn(select);
  return `${chosen ? quote(chosen, 3 * MAX_CHOICE) : 'none'} {${shown.join(' | ')}${more}}`;
}

/** So many choices as tell what kind they are. */
function briefly(options: readonly PageNode[]): number {
  let most = 0;
  for (let room = BRIEF_CHOICES; most < options.length && (room > 0 || most < 2); most++)
    room -= options[most]!.name.length + 3;
  return most;
}

function inlineContent(node: PageNode, style: LineStyle): string | undefined {
  const parts: string[] = [];
  const isValue = isEditable(node);
  const isOnly = node.children.length === 1;
  for (const child of node.children) {
    if (typeof child === 'string') {
      if (words(child)) parts.push(isValue ? quote(child, style.clip) : bare(child, style.clip));
      continue;
    }
    // A paragraph that is all there is, or stands in a cell, is told by its words.
    const isWords = child.role === 'paragraph' && (isOnly || isCell(node));
    const part = isWords ? inlineContent(child, style) : inlineElement(child, style, isOnly);
    if (part === undefined) return undefined;
    if (part) parts.push(part);
  }
  return parts.join(' ');
}

const isHeader = ({ role }: PageNode) => role === 'columnheader' || role === 'rowheader';

/** A header beside whose words stands an icon: Playwright tells the words as its name alone. */
function named(header: PageNode, content: string, style: LineStyle): string {
  const name = words(header.name);
  if (!name || words(textOf({ ...header, name: '' })).includes(name)) return content;
  if (!content) return bare(name, style.clip);
  return `${bare(name, style.clip)} ${content.startsWith('(') ? content : `(${content})`}`;
}

/** A header that can be pressed, and how it sorts: `Amount [e15, ascending]`. */
function sortMarks(header: PageNode, { allRefs, prefix }: LineStyle): string {
  if (!isSortable(header) || !header.ref || allRefs) return '';
  return ` [${[prefix + header.ref, ...header.states.filter((state) => state !== 'sortable')].join(', ')}]`;
}

/** Cannot be pressed, or is a nameless addition for the mouse: among others it is told by its name, or not at all. */
const isIdle = (node: PageNode) =>
  isInteractive(node) &&
  !isEditable(node) &&
  (node.states.includes('disabled') || (node.states.includes('aria-hidden') && !words(textOf(node))));

function inlineElement(node: PageNode, style: LineStyle, isOnly = false): string | undefined {
  if (isCell(node) && !node.pointer && (node.states.length === 0 || isSortable(node))) {
    if (node.children.length === 0) return bare(node.name, style.clip) + sortMarks(node, style);
    const content = inlineContent(node, style);
    const told = content !== undefined && isHeader(node) ? named(node, content, style) : content;
    // In a glance a box beside the words of a header is enough to press there.
    const marks = style.isGlance && content && holdsControl(node) ? '' : sortMarks(node, style);
    const inside = told && told + marks;
    return inside !== undefined && style.allRefs && node.ref
      ? `[${style.prefix}${node.ref}] ${inside}`
      : inside;
  }
  if (isPhrasing(node) || node.role === 'text') return inlineContent(node, style);
  const isLeaf = elementsOf(node).length === 0 || isPlainSelect(node);
  if (style.isGlance && isLeaf && isIdle(node)) return bare(node.name, style.clip);
  if (node.role === 'generic' && !isInteractive(node) && !node.name) return inlineContent(node, style);
  if (!isLeaf || !(isInteractive(node) || node.role === 'img' || isCell(node))) return undefined;
  const line = oneLine(node, style);
  return isOnly ? line : line && `(${line})`;
}
