import type { Reply } from '../../../kernel/tool.ts';
import type { TelemetryDeps } from '../deps.ts';
import { errorEntry, errorMessage } from '../error-entry.ts';
import { cut, stackText } from '../seen.ts';
import { findError } from './find-error.ts';
import { fullRequest } from './request-detail.ts';

/** Everything that is known of one error. */
export async function errorDetail(deps: TelemetryDeps, id: string | number): Promise<Reply> {
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
