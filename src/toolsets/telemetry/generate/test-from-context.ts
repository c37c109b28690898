import { z } from 'zod';
import { fault } from '../../../kernel/fault.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { ERRORS, type ErrorItem, errorMessage, isError, isToldTwice } from '../error-entry.ts';
import { findError } from '../observe/errors.ts';
import { askedFor } from './asked-for.ts';
import { errorId, fixtures, outputFormat, saveTo, testName, walkArguments } from './generate-arguments.ts';
import { recorded } from './recorded.ts';
import { testReply, writeArchive } from './test.ts';
import { type Walk, walkOf } from './walk.ts';

export const testFromContext = defineMode({
  summary: 'Test of an error, of steps, against changes.',
  input: z.object({
    context: z.enum(['error', 'interaction', 'regression']),
    ...errorId,
    ...fixtures,
    ...testName,
    ...outputFormat,
    ...walkArguments,
    ...saveTo,
  }),
  async run(call) {
    const { args, deps } = call;
    const error = args.context === 'error' ? await errorOf(deps, args.error_id) : undefined;
    const whole = await walkOf(call);
    const walk = error ? upTo(whole, error) : whole;
    const message = error && wordsOf(error);
    const name =
      args.test_name ??
      (message === undefined ? `${args.context} test` : `no error: ${message}`.slice(0, 80));
    const archive = args.generate_fixtures ? await writeArchive(call, walk, name) : undefined;
    const isStrict = args.context === 'regression';
    const wantsFile = args.output_format === 'file' && args.save_to === undefined;
    return testReply(
      wantsFile ? { ...call, budget: 0 } : call,
      walk,
      name,
      {
        name,
        baseUrl: args.base_url,
        noErrors: isStrict,
        forbiddenError: message,
        network: isStrict ? await askedFor(deps, walk, true) : undefined,
        archive,
      },
      {
        context: args.context,
        framework: 'playwright',
        coverage: {
          error_reproduced: error !== undefined,
          network_mocked: archive !== undefined,
          state_captured: walk.sights.length > 0,
        },
        ...(error && { source_error: { id: error.seq, message } }),
      },
    );
  },
});

/** The named one, or the newest that a page threw or met. */
async function errorOf(deps: TelemetryDeps, id: string | number | undefined): Promise<ErrorItem> {
  if (id !== undefined) return findError(deps, id);
  const { items } = await recorded(deps, ERRORS, 1000);
  const found = items.filter(isError).findLast((item) => !isToldTwice(item));
  if (found) return found;
  throw fault('NOTHING_RECORDED', {
    what: 'errors',
    next: 'Let it happen once while the page is watched; observe({what:"errors"}) shows it then',
  });
}

/** As a listener in a page hears it. */
const wordsOf = (error: ErrorItem) =>
  error.stream === 'exception'
    ? error.data.message
    : error.stream === 'request'
      ? `${error.data.method} ${error.data.url}`
      : errorMessage(error);

const AFTER_MS = 1000;

/** Only what was done before it; and of what is shown nothing, since that is not as it should be. */
function upTo(walk: Walk, { time }: ErrorItem): Walk {
  const at = (time - walk.start) / 1000 + AFTER_MS;
  return { ...walk, actions: walk.actions.filter((action) => action.at <= at), sights: [] };
}
