import { z } from 'zod';
import { answerBudget } from '../../../kernel/arguments.ts';
import { text } from '../../../kernel/content.ts';
import { cut } from '../../../kernel/cut.ts';
import { fault } from '../../../kernel/fault.ts';
import { fencePageText, newFenceTag } from '../../../kernel/page-fence.ts';
import { toolsFor } from '../../../kernel/tool.ts';
import type { TelemetryDeps } from '../deps.ts';
import { wantedBy } from './find-focus.ts';
import { findingsOf } from './findings/findings.ts';
import { gather, type Story } from './gather.ts';
import type { StoryNode } from './story-node.ts';
import { shown } from './time-split.ts';

const defineTool = toolsFor<TelemetryDeps>();

const MOST_RUNS = 10;
/** What differs less is noise, if runs of one side do not differ by more themselves. */
const NOISE_MS = 10;
const NOISE_SHARE = 0.25;

const run = z.union([z.string().min(1), z.number()]);
const runs = z.array(run).min(1).max(MOST_RUNS);

export const compare = defineTool({
  name: 'compare',
  title: 'Compare',
  summary: 'Two stories: what is new, gone, slower. Several runs tell noise apart.',
  effect: 'read',
  openWorld: true,
  input: z.object({
    before: runs.describe('Ids or test ids.'),
    after: runs.describe('As before.'),
    ...answerBudget,
  }),
  faults: ['NO_SUCH_ITEM', 'STORE_UNAVAILABLE', 'STORE_DAMAGED'],
  async run({ args, deps, budget }) {
    const gathered = (names: readonly (string | number)[]) =>
      Promise.all(names.map((name) => storyOf(name, deps)));
    const [before, after] = await Promise.all([gathered(args.before), gathered(args.after)]);
    const lines = differences(before, after);
    const first = summaryOf(lines, args);
    const body = lines.map(({ words }) => words).join('\n');
    const room = Math.max(200, budget - first.length - 80);
    return {
      blocks: [text(`${first}\n${fencePageText(cut(body || 'No difference.', room), newFenceTag())}`)],
    };
  },
});

async function storyOf(name: string | number, deps: TelemetryDeps): Promise<Story> {
  const isItem = /^#?\d+$/.test(String(name));
  const asked = isItem ? { item: name } : { test_id: String(name) };
  const story = await gather(deps, await wantedBy(asked, deps));
  if (story.nodes.length === 0) throw fault('NO_SUCH_ITEM', { what: 'story', id: String(name) });
  return story;
}

interface Difference {
  readonly kind: 'new' | 'gone' | 'slower' | 'faster' | 'more' | 'fewer' | 'finding';
  readonly words: string;
}

interface Tally {
  /** How often in each run, and how long together. */
  readonly counts: number[];
  readonly times: number[];
  readonly example: StoryNode;
}

/** What runs of one side did, by what it was. */
function tally(stories: readonly Story[]): Map<string, Tally> {
  const all = new Map<string, Tally>();
  stories.forEach((story, at) => {
    for (const node of story.nodes) {
      const key = keyOf(node);
      if (key === undefined) continue;
      const known = all.get(key) ?? {
        counts: stories.map(() => 0),
        times: stories.map(() => 0),
        example: node,
      };
      known.counts[at] = (known.counts[at] ?? 0) + 1;
      known.times[at] = (known.times[at] ?? 0) + node.ms;
      all.set(key, known);
    }
  });
  return all;
}

/** What stays the same from run to run: no ids, no values. */
function keyOf({ item }: StoryNode): string | undefined {
  switch (item.stream) {
    case 'exchange':
      return `${item.data.protocol}:${item.data.port} ${item.data.statement}${item.data.state === 'failed' ? ` failed ${item.data.errorCode ?? ''}` : ''}`;
    case 'request': {
      const path =
        URL.parse(item.data.url)?.pathname.replaceAll(/\d+|[0-9a-f-]{16,}/gi, ':id') ?? item.data.url;
      return `${item.data.method} ${path} ${item.data.failure ?? item.data.status ?? ''}`;
    }
    case 'span':
      return `span ${item.data.service} ${item.data.name}${item.data.level ? ' failed' : ''}`;
    case 'exception':
    case 'console':
      return `${item.stream} ${cut(item.data.message.replaceAll(/\d+/g, '0'), 120)}`;
    case 'service_log':
      return item.data.level === 'error'
        ? `log ${item.data.service} ${cut(item.data.message.replaceAll(/\d+/g, '0'), 120)}`
        : undefined;
    default:
      return undefined;
  }
}

const most = (list: readonly number[]) => Math.max(...list);
const least = (list: readonly number[]) => Math.min(...list);
const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);

function differences(before: readonly Story[], after: readonly Story[]): Difference[] {
  const [was, is] = [tally(before), tally(after)];
  const list: (Difference & { readonly size: number })[] = [];
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(key), is.get(key)];
    if (!old && now) {
      // Once in several runs is chance.
      if (least(now.counts) > 0)
        list.push({
          kind: 'new',
          words: `new: ${now.counts.join('/')} × ${key}, ${shown(mean(now.times))} ms #${now.example.seq}`,
          size: 1000 + mean(now.times),
        });
    } else if (old && !now) {
      if (least(old.counts) > 0)
        list.push({
          kind: 'gone',
          words: `gone: ${old.counts.join('/')} × ${key}, ${shown(mean(old.times))} ms #${old.example.seq}`,
          size: 900 + mean(old.times),
        });
    } else if (old && now) list.push(...changes(key, old, now));
  }
  const kinds = (stories: readonly Story[]) =>
    new Map(
      stories.flatMap((story) =>
        findingsOf(story)
          .slice(0, 3)
          .map(({ kind, words }) => [kind, words] as const),
      ),
    );
  const [explained, explains] = [kinds(before), kinds(after)];
  const found = [...explains]
    .filter(([kind]) => !explained.has(kind))
    .map(([, words]) => ({ kind: 'finding' as const, words: `cause only after: ${words}`, size: 1e6 }));
  const solved = [...explained]
    .filter(([kind]) => !explains.has(kind))
    .map(([, words]) => ({ kind: 'finding' as const, words: `cause only before: ${words}`, size: 1e6 - 1 }));
  return [...found, ...solved, ...list].toSorted((one, other) => other.size - one.size);
}

function changes(key: string, old: Tally, now: Tally): (Difference & { size: number })[] {
  const out: (Difference & { size: number })[] = [];
  if (least(now.counts) > most(old.counts))
    out.push({
      kind: 'more',
      words: `more: ${old.counts.join('/')} → ${now.counts.join('/')} × ${key} #${now.example.seq}`,
      size: 500 + mean(now.times),
    });
  if (most(now.counts) < least(old.counts))
    out.push({
      kind: 'fewer',
      words: `fewer: ${old.counts.join('/')} → ${now.counts.join('/')} × ${key} #${now.example.seq}`,
      size: 400,
    });
  const [before, after] = [mean(old.times), mean(now.times)];
  const noise = Math.max(
    NOISE_MS,
    before * NOISE_SHARE,
    most(old.times) - least(old.times),
    most(now.times) - least(now.times),
  );
  if (Math.abs(after - before) <= noise) return out;
  const kind = after > before ? 'slower' : 'faster';
  out.push({
    kind,
    words: `${kind}: ${shown(before)} → ${shown(after)} ms ${key} #${now.example.seq}`,
    size: Math.abs(after - before),
  });
  return out;
}

function summaryOf(
  list: readonly Difference[],
  { before, after }: { before: readonly unknown[]; after: readonly unknown[] },
): string {
  const counts = Object.entries(Object.groupBy(list, ({ kind }) => kind)).map(
    ([kind, some]) => `${some?.length ?? 0} ${kind === 'finding' ? 'of cause' : kind}`,
  );
  const alone = [before.length === 1 ? 'before' : [], after.length === 1 ? 'after' : []].flat();
  const single =
    alone.length > 0 ? ` One run ${alone.join(' and ')}: small differences in time may be chance.` : '';
  return `${list.length} differences${counts.length > 0 ? ` (${counts.join(', ')})` : ''}.${single}`;
}
