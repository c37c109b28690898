/** What the picture of a story shows. */
import type { StoryPicture } from '../../../report/story-picture.ts';
import type { Finding } from './findings/finding.ts';
import type { Story } from './gather.ts';
import { gravity, nodeWords, type StoryItem } from './story-node.ts';

const MOST_BARS = 120;

export function pictureOf({ nodes }: Story, findings: readonly Finding[], title: string): StoryPicture {
  const telling = new Set(findings[0]?.nodes ?? []);
  const kept = nodes
    .map((node) => ({ node, worth: (telling.has(node) ? 1e6 : 0) + gravity(node.item) * 1000 + node.ms }))
    .toSorted((one, other) => other.worth - one.worth)
    .slice(0, MOST_BARS)
    .map(({ node }) => node)
    .toSorted((one, other) => one.start - other.start);
  const begin = Math.min(...kept.map(({ start }) => start));
  const places = new Map(kept.map((node, at) => [node, at]));
  return {
    title,
    left: nodes.length - kept.length,
    bars: kept.map((node) => ({
      lane: laneOf(node.item),
      words: nodeWords(node),
      from: (node.start - begin) / 1000,
      ms: node.ms,
      isWrong: gravity(node.item) >= 2,
      isCause: telling.has(node),
      parent: node.parent && places.get(node.parent),
      confidence: node.link?.confidence ?? 'certain',
    })),
  };
}

function laneOf(item: StoryItem): string {
  switch (item.stream) {
    case 'call':
      return 'agent';
    case 'exchange':
      return `${item.data.protocol} :${item.data.port}`;
    case 'span':
    case 'service_log':
      return item.data.service;
    case 'request':
    case 'websocket':
      return 'network';
    default:
      return 'page';
  }
}
