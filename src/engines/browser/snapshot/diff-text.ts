import { type Change, type Difference, ownText, said } from './diff.ts';
import { fitBudget } from './fit-budget.ts';
import { plural, runsOf } from './fold.ts';
import { glance } from './glance.ts';
import { countNames, isOnlyOne } from './glance-names.ts';
import {
  chosenIn,
  headOf,
  isHeaderRow,
  isPlainSelect,
  type LineStyle,
  labelOf,
  withContent,
} from './line.ts';
import { outline } from './outline.ts';
import { countElements, elementsOf, type PageNode, textOf } from './page-node.ts';
import { isCell, isEditable, isInteractive } from './roles.ts';
import { bare, clip, quote, words } from './words.ts';

const SHOWN_PAIRS = 6;
const SHOWN_MOVES = 3;
/** So many that are gone are told one by one. */
const MOST_GONE = 3;
const LEAST_ROOM = 120;
/** Nothing is told in less. */
const LEAST_LINE = 12;
/** Fewer characters may stand in other words by chance. */
const LEAST_SAID = 8;
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
  const { changes, focus, tree } = difference;
  const chosen = newlyChosen(changes);
  const names = countNames(tree);
  const told = new Map<number, { readonly header: string; readonly text: string }>();
  let left = budget;
  let silent = 0;
  // What became of known things is short and often what was meant, what is new comes next, what is gone last.
  const inTurn = [...changes.keys()].sort((a, b) => turnOf(changes[a]!) - turnOf(changes[b]!));
  for (const [i, place] of inTurn.entries()) {
    if (left < LEAST_LINE) break;
    const change = changes[place]!;
    const header = headerOf(change, style);
    const room = left - Math.min(MOST_NEXT, changes.length - i - 1) * NEXT - header.length - 3;
    const text = isEcho(change, chosen)
      ? ''
      : changeText(change, Math.max(room, LEAST_ROOM), style, tree, names);
    const isAlone = header === '' || header === told.get(place - 1)?.header;
    const length = text.length + 1 + (isAlone ? 0 : header.length + 1);
    if (!text && change.kind === 'altered') silent++;
    if (!text || length > left) continue;
    told.set(place, { header, text });
    left -= length;
  }
  // Words that a page says aloud as well, in a place for messages, and what is called like its heading, are told once.
  const isRepeated = (place: number) => {
    const change = changes[place]!;
    if (change.kind !== 'altered' || isInteractive(change.now)) return false;
    const said = words(change.now.name) || ownText(change.now);
    if (said.length < LEAST_SAID) return false;
    return [...told].some(
      ([other, { text }]) => other !== place && text.startsWith('+ ') && text.includes(said),
    );
  };
  const lines: string[] = [];
  let under = '';
  let alike = { text: '', count: 0 };
  for (const place of changes.keys()) {
    const { header, text } = told.get(place) ?? {};
    if (text === undefined || header === undefined || isRepeated(place)) continue;
    const isAlike = header === under && isAltered(text) && withoutRef(text) === withoutRef(alike.text);
    alike = isAlike ? { text, count: alike.count + 1 } : { text, count: 0 };
    if (alike.count > 1) lines.pop();
    if (isAlike) lines.push(`~ … ${alike.count} more alike`);
    else lines.push(header && header !== under ? `${header}\n${text}` : text);
    under = header;
  }
  const isNamed = focus && isOnlyOne(focus, names);
  const label = focus && labelOf({ ...focus, children: [] }, { ...style, clip: 40 }, !isNamed);
  const isSaid = lines.some((line) => /\bfocused\]/.test(line) || (label && line.includes(label)));
  if (focus && !isSaid && left > 80 && isSeen(focus)) lines.push(clip(`focus: ${label}`, left));
  return { text: lines.join('\n'), omitted: changes.length - told.size - silent };
}

/** A hidden field without a name only takes the keys for what is in sight. */
const isSeen = (node: PageNode) => words(node.name) !== '' || !node.states.includes('aria-hidden');

/** Those of known elements: what happened to several of them alike is told of the first. */
const isAltered = (text: string) => text.startsWith('~ ') && !text.includes('\n');
const withoutRef = (text: string) => text.replace(/\[[\w.:-]*e\d+(?=[\],])/, '[');

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
  // A paragraph or the main part of a page says nothing about what is in it.
  if (!isRow && !words(under.name) && !PLACES.has(under.role)) return '';
  return `in ${labelOf(under, { ...style, clip: isRow ? 30 : MOST_OLD }, false)}`;
}

/** What tells where something is, even without a name. */
const PLACES: ReadonlySet<string> = new Set(
  `alertdialog banner complementary contentinfo dialog form iframe listbox menu navigation search tablist toolbar`.split(
    /\s+/,
  ),
);

function changeText(
  change: Change,
  room: number,
  style: LineStyle,
  page: readonly PageNode[],
  names: ReadonlyMap<string, number>,
): string {
  switch (change.kind) {
    case 'added':
      return addedText('+', change.nodes, room, style, page);
    case 'rewritten':
      // Rows that hold other records now: some of them show what they are.
      return addedText('~', change.nodes, change.nodes.length > MOST_GONE ? room / 2 : room, style, page);
    case 'removed':
      return removedText(change.nodes, style);
    case 'altered':
      return alteredText(change.was, change.now, style, names);
    case 'moved':
      return movedText(change.nodes, style);
    case 'reordered':
      return reorderedText(change.parent, change.nodes, room, style);
    case 'renewed':
      return renewedText(change.nodes, change.refs, style);
  }
}

/** What is short is told whole, of the rest as much as is worth it. */
function addedText(
  sign: string,
  nodes: readonly PageNode[],
  room: number,
  style: LineStyle,
  page: readonly PageNode[],
): string {
  const { text, omitted } = glance(nodes, {
    prefix: style.prefix,
    budget: room,
    margin: sign.length + 1,
    before: [],
    page,
  });
  if (!text) return '';
  return signed(sign, omitted > 0 && !text.includes('… ') ? `${text}\n… ${omitted} more` : text);
}

/** Puts the sign before lines of the first level and moves the rest in. */
function signed(sign: string, text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith(' ') ? `  ${line}` : `${sign} ${line}`))
    .join('\n');
}

/** How it was when it went is no news. */
const past = (node: PageNode): PageNode => ({ ...node, states: [], focused: false, placeholder: undefined });

/** What can be told apart by its name needs no ref any more. */
function removedText(nodes: readonly PageNode[], style: LineStyle): string {
  const line = (node: PageNode) =>
    `- ${headOf(past(node), { ...style, clip: 60 }, !words(node.name) && node.role !== 'row')}${insideHint(node)}`;
  const runs = runsOf(nodes, ({ role }) => role).flatMap((run) =>
    run.length > MOST_GONE
      ? [{ line: `- ${run.length} ${plural(run[0]!.role)}`, run }]
      : run.map((node) => ({ line: line(node), run: [node] })),
  );
  if (runs.length <= MOST_GONE) return runs.map((run) => run.line).join('\n');
  // A dialog without a role, say: the first that has a name tells which one it was.
  const first = runs.find(({ run }) => words(run[0]!.name)) ?? runs[0]!;
  return `${first.line} and ${nodes.length - first.run.length} others beside it`;
}

function insideHint(node: PageNode): string {
  const inside = node.role === 'row' ? 0 : countElements(elementsOf(node));
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

function alteredText(
  was: PageNode,
  now: PageNode,
  style: LineStyle,
  names: ReadonlyMap<string, number>,
): string {
  const text = contentOf(now);
  const isInName = !isEditable(now) && words(now.name).includes(text);
  const content = !text || isInName ? '' : isEditable(now) ? quote(text, style.clip) : bare(text, style.clip);
  // What only tells something is not acted on, and what it told before was read before.
  const isTold = !isInteractive(now) && !isEditable(now) && !isPlainSelect(now) && !isCell(now);
  const shown = { ...now, focused: false, ref: isOnlyOne(now, names) ? undefined : now.ref };
  const line = withContent(shown, content, { ...style, allRefs: !isTold });
  const past: string[] = [];
  if (was.role !== now.role) past.push(`was ${was.role}`);
  if (isEditable(now) || isPlainSelect(now)) {
    if (was.name !== now.name) past.push(`was named ${quote(was.name, MOST_OLD)}`);
    const oldText = contentOf(was);
    if (oldText !== text && oldText) past.push(`was ${quote(oldText, MOST_OLD)}`);
  } else if (said(was) !== said(now) && said(was) && !isTold) past.push(`was ${quote(said(was), MOST_OLD)}`);
  const lost = was.states.filter((state) => !now.states.includes(state));
  if (lost.length) past.push(lost.join() === 'disabled' ? 'enabled' : `no longer ${lost.join(', ')}`);
  // What it told before is gone, and told as such.
  if (isTold && !content && was.name === now.name && past.length === 0 && !hasNewState(was, now)) return '';
  return past.length ? `~ ${line} (${past.join('; ')})` : `~ ${line}`;
}

const CHOSEN = ['checked', 'selected'];
const CHOSEN_ALONE: ReadonlySet<string> = new Set(['radio', 'tab', 'option', 'treeitem', 'menuitemradio']);

/** Roles of which another one is chosen now. */
const newlyChosen = (changes: readonly Change[]) =>
  new Set(
    changes.flatMap((change) =>
      change.kind === 'altered' &&
      CHOSEN_ALONE.has(change.now.role) &&
      CHOSEN.some((state) => change.now.states.includes(state) && !change.was.states.includes(state))
        ? change.now.role
        : [],
    ),
  );

/** That another is chosen says that this one is not any more. */
function isEcho(change: Change, chosen: ReadonlySet<string>): boolean {
  if (change.kind !== 'altered' || !chosen.has(change.now.role)) return false;
  const { was, now } = change;
  const left = was.states.filter((state) => !CHOSEN.includes(state));
  return left.join() === now.states.join() && left.length < was.states.length && said(was) === said(now);
}

const hasNewState = (was: PageNode, now: PageNode) => now.states.some((state) => !was.states.includes(state));

/** A select says what is chosen in it, not what could be. */
const contentOf = (node: PageNode) => (isPlainSelect(node) ? chosenIn(node) : ownText(node));

/** Of a table the first rows: its header stands where it stood. */
function reorderedText(parent: PageNode, nodes: readonly PageNode[], room: number, style: LineStyle): string {
  const first = nodes.filter((node) => node.role !== 'row' || !isHeaderRow(node)).slice(0, 3);
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
