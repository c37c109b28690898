import { elementsOf, type PageChild, type PageNode, walk } from './page-node.ts';
import { isCell, isEditable, isInteractive, isNamedByContent } from './roles.ts';
import { words } from './words.ts';

/** What differs between two looks at one document. Elements are told apart by their refs. */
export type Change =
  | { readonly kind: 'added'; readonly under: PageNode | undefined; readonly nodes: PageNode[] }
  | {
      readonly kind: 'altered';
      readonly under: PageNode | undefined;
      readonly was: PageNode;
      readonly now: PageNode;
    }
  | { readonly kind: 'moved'; readonly under: PageNode | undefined; readonly nodes: PageNode[] }
  | { readonly kind: 'reordered'; readonly parent: PageNode; readonly nodes: readonly PageNode[] }
  | {
      readonly kind: 'renewed';
      readonly nodes: PageNode[];
      readonly refs: (readonly [string, string])[];
    }
  | { readonly kind: 'rewritten'; readonly under: PageNode | undefined; readonly nodes: PageNode[] }
  | { readonly kind: 'removed'; readonly under: PageNode | undefined; readonly nodes: PageNode[] };

export interface Difference {
  /** The page as it is now. */
  readonly tree: readonly PageNode[];
  readonly changes: readonly Change[];
  /** The input that has the focus now and had it not before. */
  readonly focus: PageNode | undefined;
  /** Share of the present elements that were not there before, 0 to 1; other rows alone make no other page. */
  readonly novelty: number;
  /** The same of those that were there before and are gone. */
  readonly loss: number;
}

interface Place {
  readonly node: PageNode;
  readonly parent: PageNode | undefined;
  /** The nearest element above that has a ref and says something. */
  readonly anchor: PageNode | undefined;
}

/** Both trees are simplified ones. */
export function diff(before: readonly PageNode[], after: readonly PageNode[]): Difference {
  const old = places(before);
  const now = places(after);
  const added = topmost(after, (ref) => !old.has(ref));
  const removed = topmost(before, (ref) => !now.has(ref));
  withoutReachable(added, now, old);
  withoutReachable(removed, old, now);
  const renewed = matchTwins(removed, added, old, now);
  const changes = new Map<PageNode, Change>();
  for (const [ref, place] of now) {
    const { node } = place;
    const was = old.get(ref);
    const change = was && compare(was, place, old, now);
    if (change && !isEcho(was, node, old)) changes.set(node, change);
  }
  for (const change of renewed) changes.set(change.nodes[0]!, change);
  for (const node of added) {
    const under = now.get(node.ref ?? '')?.anchor;
    changes.set(node, { kind: 'added', under, nodes: [withoutKnown(node, old)] });
  }
  const rewritten = joinRows(after, changes, now);
  const loose = looseChanges(before, after);
  for (const [node, change] of loose.changes) changes.set(node, change);
  const inOrder: Change[] = [];
  for (const { node } of walk(after)) {
    const change = changes.get(node);
    if (change) join(inOrder, change);
    const reordered = node.ref && old.has(node.ref) ? reorderOf(old.get(node.ref)!.node, node) : undefined;
    if (reordered) inOrder.push(reordered);
  }
  for (const node of removed) {
    const anchor = old.get(node.ref ?? '')?.anchor;
    if (anchor?.ref && rewritten.has(anchor.ref)) continue;
    join(inOrder, { kind: 'removed', under: anchor, nodes: [node] });
  }
  for (const node of loose.gone) join(inOrder, { kind: 'removed', under: undefined, nodes: [node] });
  return {
    tree: after,
    changes: inOrder,
    focus: newFocus(old, now),
    novelty: noveltyOf(old, now),
    loss: noveltyOf(now, old),
  };
}

function noveltyOf(old: ReadonlyMap<string, Place>, now: ReadonlyMap<string, Place>): number {
  let all = 0;
  let fresh = 0;
  for (const [ref, { node, anchor }] of now) {
    if (node.role === 'row' || anchor?.role === 'row') continue;
    all++;
    if (!old.has(ref)) fresh++;
  }
  return all ? fresh / all : 0;
}

/** A row of which several things changed is told once, as it is now: a grid may have put another record into it. */
function joinRows(
  tree: readonly PageNode[],
  changes: Map<PageNode, Change>,
  now: ReadonlyMap<string, Place>,
): ReadonlySet<string> {
  const rewritten = new Set<string>();
  if (changes.size < 2) return rewritten;
  for (const { node: row } of walk(tree)) {
    if (!row.ref || (row.role !== 'row' && row.role !== 'listitem') || changes.get(row)?.kind === 'added')
      continue;
    const changed = [...walk([row])].filter(({ node }) => changes.has(node));
    if (changed.length < 2) continue;
    for (const { node } of changed) changes.delete(node);
    changes.set(row, { kind: 'rewritten', under: now.get(row.ref)?.anchor, nodes: [row] });
    rewritten.add(row.ref);
  }
  return rewritten;
}

type Group = Extract<Change, { kind: 'added' | 'removed' | 'moved' | 'rewritten' }>;

const GROUPS: ReadonlySet<string | undefined> = new Set(['added', 'removed', 'moved', 'rewritten']);

const isGroup = (change: Change | undefined): change is Group => GROUPS.has(change?.kind);

/** Neighbours that came, went or moved together are told together. */
function join(changes: Change[], change: Change): void {
  const last = changes.at(-1);
  const isNext = isGroup(last) && isGroup(change) && last.kind === change.kind;
  if (isNext && last.under?.ref === change.under?.ref) {
    last.nodes.push(...change.nodes);
  } else if (last?.kind === 'renewed' && change.kind === 'renewed') {
    last.nodes.push(...change.nodes);
    last.refs.push(...change.refs);
  } else changes.push(change);
}

/**
 * What has no ref belongs to the text of the element around it. At the top there is none: such elements are told
 * apart by their words.
 */
function looseChanges(before: readonly PageNode[], after: readonly PageNode[]) {
  const same = Map.groupBy(before.filter(isLoose), spoken);
  const fresh = after.filter((node) => isLoose(node) && !same.get(spoken(node))?.shift());
  const gone = Map.groupBy([...same.values()].flat(), ({ role }) => role);
  const changes = new Map<PageNode, Change>();
  for (const now of fresh) {
    const was = gone.get(now.role)?.shift();
    changes.set(
      now,
      was
        ? { kind: 'altered', under: undefined, was, now }
        : { kind: 'added', under: undefined, nodes: [withoutRefs(now)] },
    );
  }
  // What only lost its words is still there, with the same elements in it.
  const silent = after.filter((node) => !node.ref && !isLoose(node));
  const isStill = (was: PageNode) =>
    silent.some((node) => node.role === was.role && refsIn(node).some((ref) => refsIn(was).includes(ref)));
  return { changes, gone: [...gone.values()].flat().filter((node) => !isStill(node)) };
}

const refsIn = (node: PageNode) => [...walk([node])].flatMap(({ node: inner }) => inner.ref ?? []);

/** What says nothing, such as an empty list, is no news as long as it does not. */
const isLoose = (node: PageNode) => !node.ref && Boolean(words(node.name) || ownText(node));

/** All that `saysTheSame` compares. */
const spoken = (node: PageNode) =>
  JSON.stringify([node.role, node.name, node.url, node.placeholder, node.states, ownText(node)]);

/** Elements with refs inside are told for themselves. */
function withoutRefs(node: PageNode): PageNode {
  const children = node.children.filter((child) => typeof child === 'string' || !child.ref);
  return {
    ...node,
    children: children.map((child) => (typeof child === 'string' ? child : withoutRefs(child))),
  };
}

function places(tree: readonly PageNode[]): Map<string, Place> {
  const found = new Map<string, Place>();
  const visit = (node: PageNode, parent: PageNode | undefined, anchor: PageNode | undefined) => {
    if (node.ref) found.set(node.ref, { node, parent, anchor });
    const next = node.ref && node.role !== 'generic' && !isCell(node) ? node : anchor;
    for (const child of elementsOf(node)) visit(child, node, next);
  };
  for (const node of tree) visit(node, undefined, undefined);
  return found;
}

/** Elements whose ref fits, without those that lie inside another such element. */
function topmost(tree: readonly PageNode[], fits: (ref: string) => boolean): Set<PageNode> {
  const found = new Set<PageNode>();
  const visit = (node: PageNode) => {
    if (node.ref && fits(node.ref)) found.add(node);
    else elementsOf(node).forEach(visit);
  };
  tree.forEach(visit);
  return found;
}

/**
 * A pointer can reach it now, or no longer, and that alone gave or took its ref: it stands where it stood, and is
 * called as it was.
 */
function withoutReachable(
  nodes: Set<PageNode>,
  here: ReadonlyMap<string, Place>,
  there: ReadonlyMap<string, Place>,
): void {
  for (const node of nodes) {
    const parent = here.get(node.ref ?? '')?.parent;
    const same = parent?.ref && there.get(parent.ref)?.node;
    if (same && elementsOf(same).some((child) => !child.ref && spoken(child) === spoken(node)))
      nodes.delete(node);
  }
}

function compare(
  was: Place,
  now: Place,
  before: ReadonlyMap<string, Place>,
  present: ReadonlyMap<string, Place>,
): Change | undefined {
  const isInBoth = (ref: string) => before.has(ref) && present.has(ref);
  if (!saysTheSame(was.node, now.node, isInBoth)) {
    return { kind: 'altered', under: now.anchor, was: was.node, now: now.node };
  }
  // Only when the old place is still there; otherwise a wrapper vanished and nothing moved.
  const isElsewhere = was.anchor?.ref !== now.anchor?.ref && now.anchor;
  if (!isElsewhere || !present.has(was.anchor?.ref ?? '')) return undefined;
  return { kind: 'moved', under: now.anchor, nodes: [now.node] };
}

/** Named by what is in it, and nothing else about it changed: that is told where it happened. */
function isEcho(was: Place, now: PageNode, old: ReadonlyMap<string, Place>): boolean {
  if (!isNamedByContent(now) || was.node.role !== now.role || was.node.states.join() !== now.states.join())
    return false;
  if (ownText(was.node) !== ownText(now)) return false;
  return [...walk(elementsOf(now))].some(({ node }) => {
    const known = node.ref && old.get(node.ref);
    return node.ref !== undefined && (!known || !saysTheSame(known.node, node));
  });
}

/** Everything counts but place, focus, and the elements with refs inside. */
function saysTheSame(was: PageNode, now: PageNode, isTold: IsTold = hasRef): boolean {
  const isSaid = isEditable(now)
    ? was.name === now.name && ownText(was) === ownText(now)
    : said(was) === said(now) || said(was, isTold) === said(now, isTold);
  return (
    isSaid &&
    was.role === now.role &&
    was.url === now.url &&
    was.placeholder === now.placeholder &&
    stateOf(was) === stateOf(now)
  );
}

/** What can be dragged is told where it stands; that it can be now is no news. */
const stateOf = ({ states }: PageNode) => states.filter((state) => state !== 'draggable').join();

/** Name and text as one: what is drawn again may have as its name what was its content. */
export function said(node: PageNode, isTold: IsTold = hasRef): string {
  const name = words(node.name);
  const text = ownText(node, isTold);
  if (text.includes(name)) return text;
  return name.includes(text) ? name : `${name} ${text}`;
}

/** Whether an element with this ref is told for itself. */
type IsTold = (ref: string) => boolean;
const hasRef: IsTold = () => true;

export function ownText(node: PageNode, isTold: IsTold = hasRef): string {
  const parts: string[] = [];
  for (const child of node.children) {
    if (typeof child === 'string') parts.push(words(child));
    else if (!child.ref || !isTold(child.ref))
      parts.push(words(`${child.name} ${stateIn(child)} ${ownText(child, isTold)}`));
  }
  return parts.filter(Boolean).join(' ');
}

/** That it is hidden from assistive software is no word of what it says. */
const stateIn = ({ states }: PageNode) => states.filter((state) => state !== 'aria-hidden').join(' ');

/** Removed and added subtrees that read alike under the same parent: drawn anew, with new refs. */
function matchTwins(
  removed: Set<PageNode>,
  added: Set<PageNode>,
  old: ReadonlyMap<string, Place>,
  now: ReadonlyMap<string, Place>,
): Extract<Change, { kind: 'renewed' }>[] {
  const waiting = new Map<string, PageNode[]>();
  for (const node of removed) {
    const key = `${old.get(node.ref ?? '')?.anchor?.ref} ${fingerprint(node)}`;
    const same = waiting.get(key);
    if (same) same.push(node);
    else waiting.set(key, [node]);
  }
  const found: Extract<Change, { kind: 'renewed' }>[] = [];
  for (const node of [...added]) {
    const twin = waiting.get(`${now.get(node.ref ?? '')?.anchor?.ref} ${fingerprint(node)}`)?.shift();
    if (!twin) continue;
    // Refs of what nobody acts on are no news: it reads as before.
    if ([...walk([node])].some(({ node: inner }) => isInteractive(inner)))
      found.push({ kind: 'renewed', nodes: [node], refs: pairs(twin, node) });
    added.delete(node);
    removed.delete(twin);
  }
  return found;
}

const UNSEEN = new Set(['ref', 'focused', 'box', 'isPast']);

const fingerprint = (node: PageNode): string =>
  JSON.stringify(node, (key, value) => (UNSEEN.has(key) ? undefined : value));

function pairs(old: PageNode, now: PageNode): [string, string][] {
  const olds = [...walk([old])].map(({ node }) => node.ref);
  const nows = [...walk([now])].map(({ node }) => node.ref);
  return olds.flatMap((ref, i): [string, string][] => (ref && nows[i] ? [[ref, nows[i]]] : []));
}

/** A new element without those inside it that were there before: they only got a new parent. */
function withoutKnown(node: PageNode, old: ReadonlyMap<string, Place>): PageNode {
  const children = node.children.flatMap((child): PageChild[] => {
    if (typeof child === 'string') return [child];
    return child.ref && old.has(child.ref) ? [] : [withoutKnown(child, old)];
  });
  return { ...node, children };
}

function reorderOf(was: PageNode, now: PageNode): Change | undefined {
  const wasRefs = refsOf(was);
  const nowRefs = refsOf(now);
  if (wasRefs.join() === nowRefs.join()) return undefined;
  const before = new Set(wasRefs);
  const after = new Set(nowRefs);
  const common = nowRefs.filter((ref) => before.has(ref));
  const expected = wasRefs.filter((ref) => after.has(ref));
  if (common.every((ref, i) => ref === expected[i])) return undefined;
  return { kind: 'reordered', parent: now, nodes: elementsOf(now) };
}

const refsOf = (node: PageNode) => elementsOf(node).flatMap((child) => (child.ref ? [child.ref] : []));

function newFocus(old: ReadonlyMap<string, Place>, now: ReadonlyMap<string, Place>): PageNode | undefined {
  for (const [ref, { node }] of now) {
    if (node.focused && isEditable(node) && !old.get(ref)?.node.focused) return node;
  }
  return undefined;
}

/** Refs of the elements that changed and of all around them. */
export function newsIn(tree: readonly PageNode[], { changes }: Difference): ReadonlySet<string> {
  const changed = new Set<PageNode | string | undefined>();
  for (const change of changes) {
    if (change.kind === 'altered') changed.add(change.now);
    else if (change.kind === 'rewritten' || change.kind === 'moved')
      for (const node of change.nodes) changed.add(node);
    else if (change.kind === 'added') for (const { ref } of change.nodes) changed.add(ref);
  }
  const news = new Set<string>();
  const visit = (node: PageNode): boolean => {
    const isInside = elementsOf(node).map(visit).includes(true);
    const isNews = isInside || changed.has(node) || (node.ref !== undefined && changed.has(node.ref));
    if (isNews && node.ref) news.add(node.ref);
    return isNews;
  };
  tree.forEach(visit);
  return news;
}
