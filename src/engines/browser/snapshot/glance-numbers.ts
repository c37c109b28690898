import { elementsOf, type PageNode, textNode, textOf } from './page-node.ts';
import { isInteractive } from './roles.ts';
import { words } from './words.ts';

/** The weeks of a calendar that stand below each other are told as its days, and then what is on some of them. */
export function withDays(nodes: readonly PageNode[]): readonly PageNode[] {
  const weeks = nodes.map(weekOf);
  const days = weeks.flatMap((week) => week?.days ?? []);
  if (!days.some((_, i) => numberedFrom(days, i, isNextName) > i)) return nodes;
  const told: PageNode[] = [];
  let events: PageNode[] = [];
  for (const [i, node] of nodes.entries()) {
    const week = weeks[i];
    told.push(...(week ? week.days : [...events, node]));
    events = week ? [...events, ...week.events] : [];
  }
  return [...told, ...events];
}

/** A row whose cells begin each with something to press that has a number, or are empty. */
function weekOf(row: PageNode): { days: PageNode[]; events: PageNode[] } | undefined {
  if (row.role !== 'row') return undefined;
  const days: PageNode[] = [];
  const events: PageNode[] = [];
  for (const cell of elementsOf(row).filter((one) => words(textOf(one)))) {
    const [day, ...others] = isDay(cell) ? [cell] : cell.children;
    if (typeof day !== 'object' || !isDay(day)) return undefined;
    days.push(day);
    if (others.length > 0) events.push({ ...textNode(''), children: [`${words(day.name)}:`, ...others] });
  }
  return { days, events };
}

const isDay = (node: PageNode) => isInteractive(node) && node.children.length === 0 && /\d/.test(node.name);

export type IsNext = (one: PageNode, next: PageNode) => boolean;

/** The last of the siblings from here on that follow each other; the same place for none. */
export function numberedFrom(nodes: readonly PageNode[], start: number, follows: IsNext): number {
  let end = start;
  while (end + 1 < nodes.length && follows(nodes[end]!, nodes[end + 1]!)) end++;
  return end - start >= (isInteractive(nodes[start]!) ? 6 : 4) ? end : start;
}

/** Names that count up by one, and refs that do too. */
export function isNext(one: PageNode, next: PageNode): boolean {
  const [a, b] = [one.ref, next.ref].map((ref) => Number(ref?.slice(1) ?? Number.NaN));
  if ((one.ref || next.ref) && b !== a! + 1) return false;
  return isNextName(one, next);
}

export function isNextName(one: PageNode, next: PageNode): boolean {
  if (one.role !== next.role || one.pointer !== next.pointer || one.states.join() !== next.states.join())
    return false;
  if (one.children.length + next.children.length > 0 || !one.name) return false;
  return words(one.name).replace(/\d+/, (digits) => String(Number(digits) + 1)) === words(next.name);
}
