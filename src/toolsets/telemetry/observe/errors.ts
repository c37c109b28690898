import { z } from 'zod';
import { cut } from '../../../kernel/cut.ts';
import { fault } from '../../../kernel/fault.ts';
import type { Reply } from '../../../kernel/tool.ts';
import { errorId, isAmong, noise, paging, saysIt, scope, source, words } from '../arguments.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import {
  ERRORS,
  type ErrorItem,
  errorEntry,
  errorMessage,
  errorSource,
  isError,
  isToldTwice,
} from '../error-entry.ts';
import { entriesOf, listReply, readList } from '../read-list.ts';
import { stackText } from '../seen.ts';
import { fullRequest } from './requests.ts';

export const errors = defineMode({
  summary: 'Exceptions, rejections, console errors, failed requests.',
  input: z.object({ ...paging, ...scope, ...source, ...words, ...noise, ...errorId }),
  async run(call) {
    const { args } = call;
    if (args.error_id !== undefined) return errorDetail(call.deps, args.error_id);
    const list = await readList(
      call,
      ERRORS,
      (item) =>
        !isToldTwice(item) &&
        isAmong(args.source, (one) => one === errorSource(item)) &&
        saysIt(errorMessage(item), args.text),
    );
    return listReply(call, 'errors', list, entriesOf(list, errorEntry), 'errors');
  },
});

/** An error by the id that lists give. */
export async function findError(
  { store }: Pick<TelemetryDeps, 'store'>,
  id: string | number,
): Promise<ErrorItem> {
  const seq = Number(id);
  const item = Number.isSafeInteger(seq) ? await store.get(seq) : undefined;
  if (item && isError(item)) return item;
  throw fault('NO_SUCH_ITEM', { what: 'error', id: String(id) });
}

/** Everything that is known of one error. */
async function errorDetail(deps: TelemetryDeps, id: string | number): Promise<Reply> {
  const item = await findError(deps, id);
  const summary = cut(errorMessage(item), 200);
  const entry = { ...errorEntry(item), message: errorMessage(item) };
  if (item.stream === 'request') {
    return { summary, data: { error: { ...entry, request: await fullRequest(deps, item) } } };
  }
  if (item.stream === 'exception') {
    const { text, stack, value, name, kind, frame, worker } = item.data;
    return {
      summary,
      data: { error: { ...entry, name, kind, stack: stackText(stack) ?? text, value, frame, worker } },
    };
  }
  const { api, args, stack, requestId, report, count, frame, worker, level } = item.data;
  return {
    summary,
    data: {
      error: {
        ...entry,
        level,
        api,
        args,
        stack: stackText(stack),
        request: requestId,
        report,
        repeated: count,
        frame,
        worker,
      },
    },
  };
}
