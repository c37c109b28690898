import { z } from 'zod';
import type { Item } from '../../../store/item-row.ts';
import { actionEntry } from '../action-entry.ts';
import { errorId, noise, paging, scope } from '../arguments.ts';
import { bodyText } from '../body-text.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { errorEntry } from '../error-entry.ts';
import { listWords, readList } from '../read-list.ts';
import { dataOf, stackText } from '../seen.ts';
import { ERRORS } from './errors.ts';
import { findError } from './find-error.ts';
import { logEntry } from './logs.ts';
import { requestEntry } from './request-entry.ts';

const USUAL_SECONDS = 3;
const MOST_EACH = 20;
const BODY_SHOWN = 500;
/** What pages load as parts of themselves; everything else is data. */
const STATIC = new Set(['stylesheet', 'script', 'image', 'font', 'media', 'manifest']);

export const errorBundles = defineMode({
  summary: 'Errors, each with the requests, actions and log lines around it: where to begin.',
  input: z.object({ ...paging, limit: paging.limit.unwrap().default(5), ...scope, ...noise, ...errorId }),
  async run(call) {
    const { args, deps } = call;
    const { window_seconds: seconds = USUAL_SECONDS, ...rest } = args;
    // Here the window lies around each error and not before now.
    const list =
      args.error_id === undefined
        ? await readList({ deps, args: rest }, ERRORS)
        : { items: [await findError(deps, args.error_id)], metadata: {} };
    const bundles = await Promise.all(
      list.items.map((error) => bundleOf(deps, error, seconds, args.include_noise)),
    );
    return {
      summary: listWords('errors with what was around them', list),
      data: { bundles, count: bundles.length, metadata: list.metadata },
    };
  },
});

async function bundleOf(deps: TelemetryDeps, error: Item, seconds: number, withNoise: boolean) {
  const micros = seconds * 1e6;
  const { page } = error.where;
  const around = await deps.store.around(
    error.time,
    { before: micros, after: micros },
    { streams: ['request', 'action', 'console'], page },
  );
  const others = around.filter((item) => item.seq !== error.seq && (withNoise || !deps.noise.isNoise(item)));
  const before = others.filter((item) => item.time <= error.time);
  // A request that was under way counts, also when its answer came after the error.
  const requests = others.filter(
    (item) => item.stream === 'request' && dataOf(item, 'request').startTime <= error.time,
  );
  const isData = (item: Item) => {
    const { type, status, failure } = dataOf(item, 'request');
    return !STATIC.has(type) || failure !== undefined || (status ?? 0) >= 400;
  };
  const network = requests.filter(isData).slice(0, MOST_EACH);
  const ofStream = (stream: Item['stream']) =>
    before.filter((item) => item.stream === stream).slice(0, MOST_EACH);
  return {
    error: { ...errorEntry(error), stack: stackOf(error) },
    network: await Promise.all(network.map((item) => networkEntry(deps, item))),
    waterfall: requests
      .filter((item) => !isData(item))
      .slice(0, MOST_EACH)
      .map(requestEntry),
    actions: ofStream('action').map(actionEntry),
    logs: ofStream('console').map(logEntry),
    context_window_seconds: seconds,
  };
}

function stackOf(error: Item): string | undefined {
  if (error.stream === 'exception') {
    const { stack, text } = dataOf(error, 'exception');
    return stackText(stack) ?? text;
  }
  return error.stream === 'console' ? stackText(dataOf(error, 'console').stack) : undefined;
}

async function networkEntry({ store }: TelemetryDeps, item: Item) {
  const { requestBody, responseBody } = dataOf(item, 'request');
  const [sent, received] = await Promise.all(
    [requestBody, responseBody].map((body) => bodyText(store, body, BODY_SHOWN)),
  );
  return { ...requestEntry(item), request_body: sent?.text, response_body: received?.text };
}
