/** A story as a tree of lines, within a number of characters. */
import { cut } from '../../../kernel/cut.ts';
import type { Finding } from './findings/finding.ts';
import type { Story } from './gather.ts';
import { gravity, nodeWords, type StoryNode } from './story-node.ts';
import { all, shown, slowest, splitOf, splitWords } from './time-split.ts';

/** A finding of less weight than this is no answer to why. */
const TELLING = 60;
const MOST_PATTERNS = 6;

/** The first line: the most likely cause, or that it cannot be told. */
export function headline({ focus, nodes }: Story, findings: readonly Finding[]): string {
  const [best] = findings;
  if (best && best.weight >= TELLING) return best.words;
  if (nodes.length === 0) return 'Nothing is known of that time.';
  if (focus && gravity(focus.item) > 0)
    return `Why cannot be told from what was seen: nothing in the record explains ${nodeWords(focus)}.`;
  return 'Nothing went wrong that was seen, and nothing stands out.';
}

interface Line {
  readonly text: string;
  /** How much would be lost without it. */
  readonly worth: number;
}

/** What happened, line by line; the least worthy lines are left out where there is no room. */
export function storyText(story: Story, findings: readonly Finding[], budget: number): string {
  const sections = [
    ['Also:', patternLines(findings)],
    ['Time:', timeLines(story)],
  ] as const;
  const head = sections.flatMap(([title, lines]) => (lines.length > 0 ? [title, ...lines] : []));
  const notes = [
    ...(story.isLinked ? [] : ['Not all of that time is linked yet: ask again.']),
    ...(story.isCut ? ['There was more at that time than is looked at: ask for a shorter time.'] : []),
  ];
  const around = [...head, 'What happened (+ms, #id):', ...notes].join('\n').length + 40;
  const lines = fitted(treeLines(story, findings), budget - around);
  return [...head, 'What happened (+ms, #id):', ...lines, ...notes].join('\n');
}

const patternLines = (findings: readonly Finding[]) =>
  findings
    .slice(1, 1 + MOST_PATTERNS)
    .map(({ kind, words, nodes }) => `- ${kind}: ${cut(words, 220)}${nodes[0] ? ` #${nodes[0].seq}` : ''}`);

function timeLines({ nodes }: Story): string[] {
  const worst = slowest(nodes);
  if (!worst || worst.ms < 20) return [];
  return [`- ${nodeWords(worst)} #${worst.seq}: ${splitWords(splitOf(worst))}`];
}

function treeLines({ roots, focus, nodes }: Story, findings: readonly Finding[]): Line[] {
  const begin = Math.min(...nodes.map(({ start }) => start));
  const telling = new Set(findings.slice(0, 3).flatMap((finding) => finding.nodes.slice(0, 3)));
  const lines: Line[] = [];
  const tell = (node: StoryNode, depth: number) => {
    const same = node.parent ? alike(node, node.parent.children) : [node];
    if (same[0] !== node) return;
    const ms = same.reduce((sum, one) => sum + one.ms, 0);
    const times = same.length > 1 ? `${same.length} × ` : '';
    const took = ms > 0 ? ` ${shown(ms)} ms` : '';
    const sure = node.link && node.link.confidence !== 'certain' ? ` (${node.link.confidence})` : '';
    const mark = same.some((one) => gravity(one.item) >= 2) ? '! ' : '';
    const text = `${'  '.repeat(Math.min(depth, 10))}+${Math.round((node.start - begin) / 1000)} ${mark}${times}${nodeWords(node)}${took}${sure} #${node.seq}`;
    const below = same.length > 1 ? same.flatMap(all) : [node];
    const isTelling = below.some((one) => telling.has(one)) || below.includes(focus as StoryNode);
    const leads = all(node).some((one) => telling.has(one));
    lines.push({
      text,
      worth: (isTelling ? 1000 : leads ? 900 : 0) + gravity(node.item) * 100 + Math.min(ms, 99),
    });
    for (const child of node.children) tell(child, depth + 1);
  };
  for (const root of roots) tell(root, 0);
  return lines;
}

/** Brothers that did the same: the same statement, or the same kind of thing at the same address. */
function alike(node: StoryNode, brothers: readonly StoryNode[]): StoryNode[] {
  const { item } = node;
  const key = (one: StoryNode['item']) => {
    if (one.stream === 'exchange') return `${one.data.port} ${one.data.statement} ${one.data.state}`;
    if (one.stream === 'span') return `${one.data.service} ${one.data.name} ${one.data.level}`;
    return one.stream === 'websocket'
      ? `${one.data.connectionId} ${one.data.event} ${one.data.error}`
      : undefined;
  };
  if (key(item) === undefined) return [node];
  return brothers.filter((one) => one.item.stream === item.stream && key(one.item) === key(item));
}

/** As many as there is room for, in their order. */
function fitted(lines: readonly Line[], room: number): string[] {
  const most = new Set<Line>();
  let left = room;
  for (const line of lines.toSorted((one, other) => other.worth - one.worth)) {
    if (line.text.length + 1 > left) break;
    left -= line.text.length + 1;
    most.add(line);
  }
  const out: string[] = [];
  let skipped = 0;
  for (const line of lines) {
    if (most.has(line)) {
      if (skipped > 0) out.push(`… ${skipped} more`);
      skipped = 0;
      out.push(line.text);
    } else skipped++;
  }
  if (skipped > 0) out.push(`… ${skipped} more`);
  return out;
}
