/** What belongs to a story: what led to a thing and what came of it, and what else went on meanwhile. */
import type { Item, ItemOf } from '../../../store/item-row.ts';
import type { Link } from '../../../store/links/link.ts';
import { bodyText } from '../body-text.ts';
import type { Noise } from '../noise/noise-book.ts';
import type { RecordView } from '../record-view.ts';
import { type ChangedShape, changedShapes } from './shapes.ts';
import { isStoryItem, nodeOf, STORY_STREAMS, type StoryItem, type StoryNode } from './story-node.ts';

const SECOND = 1_000_000;
const LINKING_MS = 120;
const MOST_AROUND = 1200;
const MOST_NODES = 1500;
const MOST_STEPS = 12;

export interface Story {
  /** What the question was about. */
  readonly focus: StoryNode | undefined;
  /** Where it began: nothing in the story is known to have caused these. */
  readonly roots: readonly StoryNode[];
  /** All that belongs to it, in order. */
  readonly nodes: readonly StoryNode[];
  /** That, and all else of the time around it. */
  readonly around: readonly StoryNode[];
  /** What was answered to requests that failed, by their ids. */
  readonly bodies: ReadonlyMap<number, string>;
  /** Answers that are not built as they were before, by the ids of their requests. */
  readonly shapes: ReadonlyMap<number, ChangedShape>;
  /** Whether everything of the time was linked already. */
  readonly isLinked: boolean;
  /** Whether there was more than is looked at. */
  readonly isCut: boolean;
}

export interface Wanted {
  readonly focus?: StoryItem | undefined;
  /** Microseconds. Without a focus, everything between them is the story. */
  readonly from: number;
  readonly to: number;
  readonly testId?: string | undefined;
}

export async function gather(
  { store, noise }: { readonly store: RecordView; readonly noise: Noise },
  wanted: Wanted,
): Promise<Story> {
  await noise.load();
  const isLinked = await store.linkUp(LINKING_MS);
  const middle = (wanted.from + wanted.to) / 2;
  const half = (wanted.to - wanted.from) / 2;
  const filters = { streams: STORY_STREAMS };
  const around = await store.around(middle, { before: half, after: half }, filters, MOST_AROUND);
  const items = new Map<number, StoryItem>();
  // A preflight is noise in a list, and part of what happened.
  const isHeard = (item: Item) => item.seq === wanted.focus?.seq || isPreflight(item) || !noise.isNoise(item);
  const take = (item: Item | undefined) => {
    if (item && isStoryItem(item) && isHeard(item)) items.set(item.seq, item);
  };
  for (const item of around.filter(isWorthy)) take(item);
  take(wanted.focus);
  for (const item of await endsOf(store, items)) take(item);
  const links = await linksAmong(store, items, take);
  const nodes = nodesOf([...items.values()]);
  connect(nodes, links);
  const all = [...nodes.values()].toSorted((one, other) => one.start - other.start || one.seq - other.seq);
  const focus = wanted.focus && focusIn(nodes, wanted.focus);
  const roots = focus ? [rootOf(focus)] : [];
  const isOwn = ({ item }: StoryNode) =>
    wanted.testId === undefined || item.testIds?.includes(wanted.testId) === true;
  const belonging = all.filter((node) => (focus ? roots.includes(rootOf(node)) : isOwn(node)));
  return {
    focus,
    roots: focus ? roots : belonging.filter(({ parent }) => !parent || !belonging.includes(parent)),
    nodes: belonging,
    around: all,
    bodies: await bodiesOf(store, all),
    shapes: await changedShapes(store, belonging),
    isLinked,
    isCut: around.length >= MOST_AROUND,
  };
}

const MOST_RUNNING = 20;

/** What ran when it was told, and ended after the time that is looked at: how it ended counts. */
async function endsOf(store: RecordView, items: ReadonlyMap<number, StoryItem>): Promise<readonly Item[]> {
  const open = new Map<string, ItemOf<'exchange'>>();
  for (const item of [...items.values()].toSorted((one, other) => one.seq - other.seq)) {
    if (item.stream !== 'exchange') continue;
    if (item.data.state === 'running') open.set(item.data.exchangeId, item);
    else open.delete(item.data.exchangeId);
  }
  const pages = [...open.values()].slice(-MOST_RUNNING).map(({ data, time }) => {
    const { connection, exchangeId } = data;
    const keep = (item: Item) => item.stream === 'exchange' && item.data.exchangeId === exchangeId;
    return store.page({ streams: ['exchange'], connection, since: time, text: exchangeId, keep, limit: 1 });
  });
  return (await Promise.all(pages)).flatMap((page) => page.items);
}

const MOST_BODIES = 5;
const MOST_BODY = 300;

async function bodiesOf(
  store: RecordView,
  nodes: readonly StoryNode[],
): Promise<ReadonlyMap<number, string>> {
  const failed = nodes.filter(({ item }) => item.stream === 'request' && (item.data.status ?? 0) >= 400);
  const texts = failed.slice(-MOST_BODIES).map(async ({ seq, item }): Promise<[number, string][]> => {
    const told = item.stream === 'request' && (await bodyText(store, item.data.responseBody, MOST_BODY));
    return told && told.whole !== undefined ? [[seq, told.text]] : [];
  });
  return new Map((await Promise.all(texts)).flat());
}

const isPreflight = ({ stream, data }: Item) => stream === 'request' && data.method === 'OPTIONS';

/** Lines of the console that are no warning, and messages of sockets, would crowd out the rest. */
function isWorthy(item: Item): boolean {
  if (item.stream === 'console') return item.data.level === 'error' || item.data.level === 'warn';
  if (item.stream === 'websocket') return true;
  if (item.stream === 'performance') return item.data.kind === 'longtask' || item.data.kind === 'change';
  return item.stream !== 'call' || !LOOKING.has(item.data.tool);
}

const LOOKING = new Set([
  'observe',
  'explain',
  'compare',
  'analyze',
  'wire_flows',
  'wire_flow',
  'wire_exchanges',
]);

/** Links of these items, and the causes and effects that they lead to, step by step. */
async function linksAmong(
  store: RecordView,
  items: ReadonlyMap<number, StoryItem>,
  take: (item: Item | undefined) => void,
): Promise<readonly Link[]> {
  const links = new Map<string, Link>();
  let open = [...items.keys()];
  for (let step = 0; open.length > 0 && step < MOST_STEPS && items.size < MOST_NODES; step++) {
    const found = (
      await Promise.all([store.links('effect', open), step === 0 ? store.links('cause', open) : []])
    ).flat();
    for (const link of found) links.set(`${link.cause} ${link.effect} ${link.kind}`, link);
    // What is only possible does not bring in what is far.
    const sure = found.filter(({ confidence }) => confidence !== 'possible');
    const ends = sure.flatMap(({ cause, effect }) => [cause, effect]);
    const unknown = [...new Set(ends)].filter((seq) => !items.has(seq)).slice(0, 200);
    for (const item of await Promise.all(unknown.map((seq) => store.get(seq)))) take(item);
    open = unknown.filter((seq) => items.has(seq));
  }
  return [...links.values()];
}

/** What was told while it ran is told again when it is over: the later counts. */
function nodesOf(items: readonly StoryItem[]): Map<number, StoryNode> {
  const nodes = new Map<number, StoryNode>();
  const exchanges = new Map<string, StoryNode>();
  for (const item of items.toSorted((one, other) => one.seq - other.seq)) {
    const node = nodeOf(item);
    if (item.stream === 'exchange') {
      const before = exchanges.get(item.data.exchangeId);
      if (before) nodes.delete(before.seq);
      exchanges.set(item.data.exchangeId, node);
    }
    nodes.set(item.seq, node);
  }
  return nodes;
}

const RANKS = { possible: 0, likely: 1, certain: 2 } as const;

/** Each gets the best of its causes as parent: the surest, then the latest. */
function connect(nodes: ReadonlyMap<number, StoryNode>, links: readonly Link[]): void {
  for (const [effect, causes] of Map.groupBy(links, (link) => link.effect)) {
    const node = nodes.get(effect);
    const known = causes.filter(({ cause }) => nodes.has(cause));
    const best = known.toSorted(
      (one, other) =>
        RANKS[other.confidence] - RANKS[one.confidence] ||
        (nodes.get(other.cause)?.start ?? 0) - (nodes.get(one.cause)?.start ?? 0),
    )[0];
    if (!node || !best) continue;
    // Of several that are only possible none is told from the others.
    if (best.confidence === 'possible' && known.length > 1) continue;
    const parent = nodes.get(best.cause);
    if (!parent || isBelow(parent, node)) continue;
    node.link = best;
    node.parent = parent;
    parent.children.push(node);
  }
  for (const { children } of nodes.values()) children.sort((one, other) => one.start - other.start);
}

/** Whether one is caused by the other: a ring would have no beginning. */
function isBelow(one: StoryNode, other: StoryNode): boolean {
  for (let at: StoryNode | undefined = one; at; at = at.parent) if (at === other) return true;
  return false;
}

function rootOf(node: StoryNode): StoryNode {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

function focusIn(nodes: ReadonlyMap<number, StoryNode>, item: StoryItem): StoryNode | undefined {
  const own = nodes.get(item.seq);
  if (own || item.stream !== 'exchange') return own;
  const { exchangeId } = item.data;
  return [...nodes.values()].find(
    (node) => node.item.stream === 'exchange' && node.item.data.exchangeId === exchangeId,
  );
}

/** The time around a moment that is looked at, unless told otherwise. */
export const BEFORE = 10 * SECOND;
export const AFTER = 3 * SECOND;
