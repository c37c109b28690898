import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { ERRORS, type ErrorItem, errorMessage, isError, isToldTwice } from '../error-entry.ts';
import { deliverReply } from './deliver.ts';
import {
  errorMessage as errorMessageArgument,
  includeScreenshots,
  outputFormat,
  saveTo,
  walkArguments,
} from './generate-arguments.ts';
import { recorded } from './recorded.ts';
import { wordsOf } from './step-words.ts';
import { stepsOf } from './steps.ts';
import { few } from './test.ts';
import { rebased, type Walk, walkOf } from './walk.ts';
import { nodeScript } from './write-test.ts';

export const reproduction = defineMode({
  summary: 'Steps to an error: words, or a Node script.',
  input: z.object({
    ...errorMessageArgument,
    ...outputFormat,
    ...walkArguments,
    ...includeScreenshots,
    ...saveTo,
  }),
  async run(call) {
    const { args, deps } = call;
    const whole = await walkOf(call);
    const found = await lastError(deps, whole, args.error_message);
    const error = args.error_message ?? found?.message;
    const walk = found ? until(whole, found.time) : whole;
    const isScript = args.output_format === 'playwright';
    const made = nodeScript(walk, {
      name: `Reproduction: ${error ?? 'no error was recorded'}`,
      baseUrl: args.base_url,
      noErrors: false,
      expectedError: error,
      screenshots: args.include_screenshots,
    });
    const pieces = deps.redact(isScript ? made.text : inWords(walk, error, args.base_url));
    const kept = walk.recording ?? (await keep(deps, walk)).id;
    return deliverReply(
      call,
      { name: isScript ? 'reproduction.mjs' : 'reproduction.txt', key: 'script', pieces },
      `${made.steps} steps${error === undefined ? '; no error was recorded on the way' : ' to the error'}`,
      {
        format: isScript ? 'playwright' : 'gasoline',
        action_count: made.steps,
        duration_ms: Math.max(0, (walk.actions.at(-1)?.at ?? 0) - (walk.actions[0]?.at ?? 0)),
        start_url: walk.startUrl,
        error_message: error,
        recording_id: kept,
        ...(made.secrets.length > 0 && { needs_env: made.secrets }),
        ...(made.notes.length > 0 && { notes: made.notes.slice(0, 5) }),
        metadata: {
          generated_at: isoMicros(deps.clock.micros()),
          selectors_used: few(made.locators),
          actions_available: walk.available,
          actions_included: made.steps,
        },
      },
    );
  },
});

/** As a recording, so that it can be played. */
const keep = (
  { recordings }: TelemetryDeps,
  { actions, startUrl, viewport, start, end, tab, sights }: Walk,
) =>
  recordings.keep('reproduction', {
    start,
    end,
    start_url: startUrl,
    tab_id: tab,
    viewport,
    actions,
    sights,
    errors: [],
    requests: [],
    warnings: 0,
  });

/** Of the walk, what was thrown before what was only said; or the last one with these words. */
async function lastError(deps: TelemetryDeps, { start, end }: Walk, words: string | undefined) {
  const { items } = await recorded(deps, { ...ERRORS, since: start, until: end });
  const errors = items
    .filter(isError)
    .filter((item) => !isToldTwice(item) && (words === undefined || errorMessage(item).includes(words)));
  const found = errors.findLast(({ stream }) => stream === 'exception') ?? errors.at(-1);
  return found && { time: found.time, message: briefly(found).slice(0, 300) };
}

/** As the page itself says it, without the class before it. */
function briefly(item: ErrorItem): string {
  if (item.stream === 'request') return `${item.data.method} ${item.data.url}`;
  return item.stream === 'exception' ? item.data.message : errorMessage(item);
}

/** What was done after the error did not lead to it. */
function until(walk: Walk, time: number): Walk {
  const actions = walk.actions.filter(({ at }) => walk.start + at * 1000 <= time);
  return actions.length > 0 ? { ...walk, actions, end: time + 1 } : walk;
}

const PAUSE_MS = 2000;

/** One line a step, as Gasoline writes them. */
function inWords(walk: Walk, error: string | undefined, base: string | undefined): string {
  const steps = stepsOf(walk.actions);
  const lines = [
    `# Reproduction: ${(error ?? 'captured user actions').replaceAll(/\s+/g, ' ').slice(0, 200)}`,
    `# Captured: ${isoMicros(walk.start)} | ${steps.length} actions | ${rebased(walk.startUrl, walk, base)}`,
    '',
  ];
  let number = 0;
  let before: number | undefined;
  if (/^https?:/.test(walk.startUrl) && steps[0]?.action.type !== 'navigate')
    lines.push(`${++number}. Navigate to: ${rebased(walk.startUrl, walk, base)}`);
  for (const { action, onto } of steps) {
    if (before !== undefined && action.at - before > PAUSE_MS)
      lines.push(`   [${Math.round((action.at - before) / 1000)}s pause]`);
    before = action.at;
    const who = action.source === 'ai' ? '(AI) ' : '';
    lines.push(`${++number}. ${who}${wordsOf(action, onto, (url) => rebased(url, walk, base))}`);
  }
  if (error !== undefined) lines.push('', `# Error: ${error.replaceAll(/\s+/g, ' ')}`);
  return `${lines.join('\n')}\n`;
}
