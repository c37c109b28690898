import { z } from 'zod';
import type { Stream } from '../../../contract/streams.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import { errorId, noise, pageLimit, paging, scope } from '../arguments.ts';
import { bodyText } from '../body-text.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { ERRORS, type ErrorItem, errorEntry, isToldTwice } from '../error-entry.ts';
import { type List, listReply, readList } from '../read-list.ts';
import { stackText, unreadableEntry } from '../seen.ts';
import { actionEntry } from './actions.ts';
import { findError } from './errors.ts';
import { logEntry } from './logs.ts';
import { requestEntry } from './requests.ts';

const USUAL_SECONDS = 3;
const MOST_EACH = 20;
const BODY_SHOWN = 500;
/** What pages load as parts of themselves; everything else is data. */
const STATIC = new Set(['stylesheet', 'script', 'image', 'font', 'media', 'manifest']);

export const errorBundles = defineMode({
  summary: 'Errors, each with requests, actions and logs around it.',
  input: z.object({
    ...paging,
    limit: pageLimit(5),
    ...scope,
    window_seconds: z
      .number()
      .positive()
      .max(86_400)
      .default(USUAL_SECONDS)
      .describe('Seconds around each error.'),
    ...noise,
    ...errorId,
  }),
  async run(call) {
    const { args, deps } = call;
    const list: Pick<List<ErrorItem['stream']>, 'items'> & { metadata: object } =
      args.error_id === undefined
        ? await readList(call, ERRORS, (item) => !isToldTwice(item))
        : { items: [await findError(deps, args.error_id)], metadata: {} };
    const bundles = await Promise.all(
      list.items.map((error) =>
        error.stream === 'unreadable'
          ? { error: unreadableEntry(error) }
          : bundleOf(deps, error, args.window_seconds, args.include_noise),
      ),
    );
    return listReply(call, 'errors with what was around them', list, bundles, 'bundles');
  },
});

/** Noise may stand between: so many are read for the few that are shown. */
const MOST_READ = 3 * MOST_EACH;

async function bundleOf(deps: TelemetryDeps, error: ErrorItem, seconds: number, withNoise: boolean) {
  const before = seconds * 1e6;
  const { instance, page } = error.where;
  // Stream by stream and few of each: in a storm of log lines the one request would be lost among thousands.
  const around = async <S extends Stream>(stream: S, after: number) => {
    const filters = { streams: [stream], instance, page };
    const items = await deps.store.around(error.time, { before, after }, filters, MOST_READ);
    return items.filter(
      (item): item is ItemOf<S> =>
        item.stream === stream && item.seq !== error.seq && (withNoise || !deps.noise.isNoise(item)),
    );
  };
  const [ended, actions, logs] = await Promise.all([
    around('request', before),
    around('action', 0),
    around('console', 0),
  ]);
  // A request that was under way counts, also when its answer came after the error.
  const requests = ended.filter(({ data }) => data.startTime <= error.time);
  const network = requests.filter(isData).slice(0, MOST_EACH);
  return {
    error: {
      ...errorEntry(error),
      stack: stackOf(error),
      ...(error.stream === 'request' && (await bodiesOf(deps, error))),
    },
    network: await Promise.all(network.map((item) => networkEntry(deps, item))),
    waterfall: requests
      .filter((item) => !isData(item))
      .slice(0, MOST_EACH)
      .map(requestEntry),
    actions: actions.slice(0, MOST_EACH).map(actionEntry),
    logs: logs.slice(0, MOST_EACH).map(logEntry),
    context_window_seconds: seconds,
  };
}

function isData({ data }: ItemOf<'request'>): boolean {
  const { type, status, failure } = data;
  return !STATIC.has(type) || failure !== undefined || (status ?? 0) >= 400;
}

function stackOf({ stream, data }: ErrorItem): string | undefined {
  if (stream === 'exception') return stackText(data.stack) ?? data.text;
  return stream === 'console' ? stackText(data.stack) : undefined;
}

const networkEntry = async (deps: TelemetryDeps, item: ItemOf<'request'>) => ({
  ...requestEntry(item),
  ...(await bodiesOf(deps, item)),
});

async function bodiesOf({ store }: TelemetryDeps, item: ItemOf<'request'>) {
  const { requestBody, responseBody } = item.data;
  const [sent, received] = await Promise.all(
    [requestBody, responseBody].map((body) => bodyText(store, body, BODY_SHOWN)),
  );
  return { request_body: sent?.text, response_body: received?.text };
}
