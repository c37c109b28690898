import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Call, Reply } from '../../../kernel/tool.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { errorMessage, isError } from '../error-entry.ts';
import { askedFor } from './asked-for.ts';
import { deliver, deliverReply } from './deliver.ts';
import { assertions, fixtures, saveTo, testName, walkArguments } from './generate-arguments.ts';
import { archiveOf } from './har.ts';
import { recorded } from './recorded.ts';
import { type Walk, walkOf } from './walk.ts';
import { playwrightTest, type TestOptions } from './write-test.ts';

export const test = defineMode({
  summary: 'Playwright test of what was done.',
  input: z.object({
    ...testName,
    ...walkArguments,
    ...assertions,
    ...fixtures,
    ...saveTo,
  }),
  async run(call) {
    const { args, deps } = call;
    const walk = await walkOf(call);
    const name = args.test_name ?? 'generated test';
    const { assert_network: network = false, assert_response_shape: shapes = false } = args;
    const errors = await errorsOf(deps, walk);
    const archive = args.generate_fixtures ? await writeArchive(call, walk, name) : undefined;
    return testReply(call, walk, name, {
      name,
      baseUrl: args.base_url,
      noErrors: args.assert_no_errors ?? errors.length === 0,
      network: network || shapes ? await askedFor(deps, walk, shapes) : undefined,
      archive,
      visual: args.visual_assertions,
    });
  },
});

type WritingCall = Pick<
  Call<{ save_to?: string | undefined }, TelemetryDeps>,
  'args' | 'deps' | 'caller' | 'budget'
>;

export async function testReply(
  call: WritingCall,
  walk: Walk,
  name: string,
  options: TestOptions,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const made = playwrightTest(walk, options);
  return deliverReply(
    call,
    {
      name: `${slugOf(name)}.spec.ts`,
      key: 'script',
      pieces: call.deps.redact(made.text),
      isFile: options.archive !== undefined,
    },
    `A test of ${made.steps} steps with ${made.assertions} assertions`,
    {
      test_name: name,
      action_count: made.steps,
      assertions: made.assertions,
      start_url: walk.startUrl,
      ...facts,
      ...(made.secrets.length > 0 && { needs_env: made.secrets }),
      ...(options.archive !== undefined && { fixtures: options.archive }),
      ...(made.notes.length > 0 && { notes: made.notes.slice(0, MOST_NOTES) }),
      metadata: {
        selectors_used: few(made.locators),
        actions_available: walk.available,
        actions_included: made.steps,
      },
    },
  );
}

/** The rest is in the script. */
const MOST_NOTES = 5;
const MOST_METADATA = 300;
export const few = (locators: readonly string[]) =>
  locators.filter((_, index) => locators.slice(0, index + 1).join().length < MOST_METADATA);

/** What went wrong on the walk, in words. */
async function errorsOf(deps: TelemetryDeps, { start, end }: Walk): Promise<readonly string[]> {
  const { items } = await recorded(deps, { streams: ['exception'], since: start, until: end });
  return items.filter(isError).map(errorMessage);
}

/** The answers of the walk, beside where the test goes. Gives the name of the file. */
export async function writeArchive(call: WritingCall, walk: Walk, name: string): Promise<string> {
  const { save_to: wanted } = call.args;
  const file = `${slugOf(wanted === undefined ? name : basename(wanted).replace(/(\.spec)?\.[cm]?[jt]s$/, ''))}.har`;
  // The first document may have been asked for before the first action.
  const { pieces } = await archiveOf(call.deps, { since: walk.start - LEAD_MICROS, until: walk.end });
  const args = wanted === undefined ? {} : { save_to: join(dirname(wanted), file) };
  const { saved_to } = await deliver({ ...call, args }, { name: file, key: 'har', pieces, isFile: true });
  return basename(saved_to!);
}
const LEAD_MICROS = 30_000_000;

/** A name that every file system takes. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, '');
  return /^(con|prn|aux|nul|com\d|lpt\d)?$/.test(slug) ? `test-${slug || 'generated'}` : slug;
}
