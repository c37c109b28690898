import { isHeaderRow } from './line.ts';
import { elementsOf, type PageNode, textOf } from './page-node.ts';
import { hasIconWord, isEditable, isHeading, isInteractive, isNotice, isUnseen } from './roles.ts';
import { words } from './words.ts';

/** A run goes down in value with its length, so that others are seen as well. */
const DECAY = 0.15;
const ROW_DECAY = 0.2;

/** What people act on and are told is worth more than what stands around it. */
export function kindWorth(node: PageNode): number {
  if (isNotice(node)) return 10;
  if (isHeading(node)) return 7 - (node.level ?? 6) / 2;
  if (isEditable(node)) return words(node.name) || node.placeholder ? 6 : 5.2;
  if (node.role === 'row') return isHeaderRow(node) ? 6.5 : isBlank(node) ? 2.5 : 5.5;
  if (isInteractive(node)) {
    if (words(node.name) || words(textOf(node))) return node.role === 'link' ? 4.5 : 5;
    if (hasIconWord(node)) return 4.5;
    return TICKED.has(node.role) ? 3.5 : node.role === 'generic' ? 2 : 2.5;
  }
  const text = words(textOf(node));
  return /\d|\w{4}/.test(text) ? 3 : text ? 1 : 0;
}

/** Without a name, such a one is still told by what stands beside it. */
export const TICKED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'switch']);

/** A row of which nothing is filled in but its name: the hours of a day. */
const isBlank = (row: PageNode): boolean => {
  const cells = elementsOf(row);
  return (
    cells.length > 1 && cells.slice(1).every((cell) => !words(textOf(cell)) && elementsOf(cell).length === 0)
  );
};

export function lessOf(node: PageNode): number {
  if (isUnseen(node)) return 8;
  return node.states.includes('disabled') || node.states.includes('aria-hidden') ? 2 : 0;
}

/** What stands in it gains or loses by that. */
export function besides(node: PageNode): number {
  const all = BESIDES[node.role] ?? 0;
  return all - lessOf(node) - (node.isPast ? PAST : 0);
}

/** So much less is worth what was scrolled past. */
const PAST = 2;

const BESIDES: Readonly<Record<string, number>> = {
  alert: 3,
  alertdialog: 3,
  dialog: 3,
  form: 1,
  main: 1,
  banner: -1,
  complementary: -1,
  contentinfo: -1,
  navigation: -1,
};

/** Parts that are called each by a name of its own are no run, nor are the rows of a form. */
export function decayOf(node: PageNode): number {
  if (node.role === 'row') return holdsField(node) ? DECAY / 3 : ROW_DECAY;
  return PARTS.has(node.role) ? 0 : DECAY;
}

const PARTS: ReadonlySet<string> = new Set(['group', 'radiogroup', 'region', 'form', 'search', 'toolbar']);

export const holdsField = (node: PageNode): boolean =>
  elementsOf(node).some((inner) => isEditable(inner) || holdsField(inner));
