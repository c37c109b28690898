import { z } from 'zod';
import type { RequestEntry } from '../../../engines/browser/network-log.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { unlisted } from '../../../kernel/json-schema.ts';
import { badArguments, PAGE_FAULTS, pageTool } from '../define-tool.ts';
import { save } from '../files.ts';
import { newestWithin } from '../newest-within.ts';
import { REQUEST_PARTS, requestDetail } from '../request-detail.ts';
import { ours, pages } from '../told.ts';

export const networkRequests = pageTool({
  name: 'browser_network_requests',
  title: 'Network',
  summary: 'Requests, or one by index.',
  effect: 'read',
  input: {
    index: z.int().min(1).optional(),
    part: z.enum(REQUEST_PARTS).optional().meta(unlisted),
    filter: z.string().optional().meta(unlisted),
    static: z.boolean().optional().meta(unlisted),
    includeStatic: z.boolean().optional().meta(unlisted),
    filename: z.string().min(1).optional().meta(unlisted),
  },
  hasData: true,
  faults: ['NO_SUCH_REQUEST', 'BODY_GONE', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  async run(call) {
    const { args, deps, tab } = call;
    const { index } = args;
    if (index !== undefined) return requestDetail(call, { index, part: args.part, filename: args.filename });
    const filter = args.filter === undefined ? undefined : patternOf(args.filter);
    const isStaticToo = args.static ?? args.includeStatic ?? false;
    const all = tab.network.list();
    const fitting = all.filter((request) => !filter || filter.test(request.url));
    const shown = fitting.filter((request) => isStaticToo || isOfInterest(request));
    const hidden = fitting.length - shown.length;
    const note =
      hidden > 0
        ? [
            ours(
              `Note: ${hidden} static request${hidden === 1 ? '' : 's'} not shown, run with "static" option to see ${hidden === 1 ? 'it' : 'them'}.`,
            ),
          ]
        : [];
    const lines = shown.map(deps.answers.style === 'lean' ? leanLine : compatibleLine);
    if (args.filename !== undefined) {
      const file = await save(call, args.filename, stampedName('network', 'log'), lines.join('\n'));
      return { results: [ours(`- [Network](${file.shown})`)], show: 'nothing', data: { path: file.path } };
    }
    const { kept, left } = newestWithin(lines, deps.answers.budget);
    const earlier =
      left > 0 ? [ours(`${left} earlier ones left out; give a filter, or a filename for all.`)] : [];
    const list = kept.length > 0 ? [pages(kept.join('\n'))] : [];
    const none = kept.length === 0 && hidden === 0 ? [ours('No requests.')] : [];
    return {
      results: [...none, ...earlier, ...list, ...note],
      show: 'nothing',
      data: { requests: shown.slice(left), hidden },
    };
  },
});

/** Whatever failed, and whatever a script asked for; documents and the rest only on demand. */
function isOfInterest({ type, state, status }: RequestEntry): boolean {
  return type === 'xhr' || type === 'fetch' || state !== 'done' || (status ?? 0) >= 400;
}

function leanLine({ number, method, url, type, state, status, size, ms, failure }: RequestEntry): string {
  const result = failure ?? status ?? state;
  const extent = [ms === undefined ? '' : `${Math.round(ms)}ms`, size === undefined ? '' : `${size}B`];
  return [`${number}.`, method, url, '=>', result, type, ...extent].filter((part) => part !== '').join(' ');
}

function compatibleLine({ number, method, url, status, statusText, failure }: RequestEntry): string {
  const head = `${number}. [${method.toUpperCase()}] ${url}`;
  if (status !== undefined) return `${head} => [${status}] ${statusText ?? ''}`;
  return failure === undefined ? head : `${head} => [FAILED] ${failure}`;
}

function patternOf(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch {
    throw badArguments('browser_network_requests', `"filter" is no regular expression: ${source}`);
  }
}
