import { z } from 'zod';
import { answerBudget } from '../../../kernel/arguments.ts';
import { text } from '../../../kernel/content.ts';
import { cut } from '../../../kernel/cut.ts';
import { fencePageText, newFenceTag, quotePageText } from '../../../kernel/page-fence.ts';
import { type Call, type Reply, toolsFor } from '../../../kernel/tool.ts';
import { within } from '../../../kernel/within.ts';
import { htmlPicture, svgPicture } from '../../../report/story-picture.ts';
import { scope } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { deliverReply } from '../generate/deliver.ts';
import type { Noise } from '../noise/noise-book.ts';
import { type Asked, wantedBy } from './find-focus.ts';
import { findingsOf } from './findings/findings.ts';
import { gather } from './gather.ts';
import { pictureOf } from './story-picture-data.ts';
import { headline, storyText } from './story-text.ts';

const defineTool = toolsFor<TelemetryDeps>();

const BUDGET = 4000;
const MOST_FIRST = 400;
const MOST_SETTLING_MS = 100;

const about = {
  item: z
    .union([z.string().min(1), z.number()])
    .optional()
    .describe('Any id.'),
  at: scope.since.describe('A time.'),
  call: z.int().optional().describe('Id.'),
  test_id: z.string().min(1).max(200).optional().describe('A test.'),
  window_seconds: z.number().positive().max(3600).optional(),
};

const FAULTS = [
  'NO_SUCH_ITEM',
  'STORE_UNAVAILABLE',
  'STORE_DAMAGED',
  'FILE_NOT_ALLOWED',
  'FOLDER_NOT_WRITABLE',
] as const;

const input = z.object({
  ...about,
  format: z.enum(['text', 'svg', 'html']).default('text').describe('svg, html: a file.'),
  ...answerBudget,
});

export const explain = defineTool({
  name: 'explain',
  title: 'Explain',
  summary:
    'Why it happened: root cause, chain from click to query, where time went, patterns. Nothing given: the last thing that went wrong.',
  effect: 'read',
  openWorld: true,
  input,
  faults: FAULTS,
  async run(call) {
    await within(call.deps.settled(), MOST_SETTLING_MS);
    const { args, deps } = call;
    return args.format === 'text' ? tellStory(deps, args, args.budget) : drawStory(call);
  },
});

/** The same as a mode of analyze. */
export const storyMode = defineMode({
  summary: 'Why it happened, as explain.',
  input: z.object({ item: about.item }),
  run: ({ args, deps, budget }) => tellStory(deps, args, Math.min(budget, BUDGET)),
});

async function tellStory(deps: TelemetryDeps, asked: Asked, budget = BUDGET): Promise<Reply> {
  const { first, told, item } = await storyWords(deps, asked, budget);
  // In quotes, as all words are that pages and services may have written.
  const words = `${quotePageText(first, MOST_FIRST)}\n${fencePageText(told, newFenceTag())}`;
  return { blocks: [text(words)], item };
}

/** The most likely cause, and below it what happened. */
export async function storyWords(
  deps: Pick<TelemetryDeps, 'store' | 'clock'> & { readonly noise: Noise },
  asked: Asked,
  budget = BUDGET,
) {
  const story = await gather(deps, await wantedBy(asked, deps));
  const findings = findingsOf(story);
  const first = cut(headline(story, findings), MOST_FIRST);
  const room = budget - quotePageText(first, MOST_FIRST).length - 60;
  return { first, told: storyText(story, findings, room), item: story.focus?.seq };
}

async function drawStory(call: Call<z.output<typeof input>, TelemetryDeps>): Promise<Reply> {
  const { args, deps } = call;
  const story = await gather(deps, await wantedBy(args, deps));
  const findings = findingsOf(story);
  const title = deps.redact(headline(story, findings));
  const picture = deps.redactValue(pictureOf(story, findings, title));
  const isSvg = args.format === 'svg';
  const made = {
    name: `story.${args.format}`,
    key: 'picture',
    pieces: isSvg ? svgPicture(picture) : htmlPicture(picture),
    isFile: true,
  };
  return deliverReply({ ...call, args: {} }, made, `The story as a picture: ${quotePageText(title, 200)}`, {
    items: picture.bars.length,
  });
}
