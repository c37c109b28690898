import { cut } from '../../../../kernel/cut.ts';
import type { Story } from '../gather.ts';
import type { StoryItem, StoryNode } from '../story-node.ts';

/** Something that would explain why things went as they did. */
export interface Finding {
  /** A word for it, such as "n+1". */
  readonly kind: string;
  /** One sentence. */
  readonly words: string;
  /** How much it explains, 0 to 100: what is known beats what is guessed, and what failed what was slow. */
  readonly weight: number;
  readonly nodes: readonly StoryNode[];
}

export type Finder = (story: Story) => readonly Finding[];

type Of<S extends StoryItem['stream']> = StoryNode & { readonly item: Extract<StoryItem, { stream: S }> };

export const nodesIn = <S extends StoryItem['stream']>(nodes: readonly StoryNode[], stream: S): Of<S>[] =>
  nodes.filter((node): node is Of<S> => node.item.stream === stream);

export type ExchangeNode = Of<'exchange'>;
export type RequestNode = Of<'request'>;

/** Above it in the story, the nearest first. */
function* above(node: StoryNode): Generator<StoryNode> {
  for (let at = node.parent; at; at = at.parent) yield at;
}

/** The request or the exchange with a service that it was done for. */
export function servedBy(node: StoryNode): StoryNode | undefined {
  for (const one of above(node))
    if (
      one.item.stream === 'request' ||
      (one.item.stream === 'exchange' && one.item.data.method !== undefined)
    )
      return one;
  return undefined;
}

/** By page and document: what two documents do is no repeat, though they lie in one tab. */
export function documentsOf(around: readonly StoryNode[]): (node: RequestNode) => string {
  const documents = nodesIn(around, 'request').filter(({ item }) => item.data.isNavigation);
  return (node) => {
    const { page } = node.item.where;
    const own = documents.findLast((one) => one.item.where.page === page && one.start <= node.start);
    return `${page} ${own?.seq}`;
  };
}

/** Whether the browser was only sent on to elsewhere. */
export const isHop = ({ item }: RequestNode) =>
  item.data.redirectedTo !== undefined || [301, 302, 303, 307, 308].includes(item.data.status ?? 0);

/** "POST /orders" of a request or an exchange. */
export function addressOf({ item }: StoryNode): string {
  if (item.stream !== 'request' && item.stream !== 'exchange') return '';
  const { method, url } = item.data;
  const parsed = url === undefined ? null : URL.parse(url);
  return cut(`${method ?? ''} ${parsed ? parsed.pathname + parsed.search : (url ?? '')}`.trim(), 100);
}

export const short = (words: string, most = 120) => cut(words.replaceAll(/\s+/g, ' ').trim(), most);
