import { z } from 'zod';
import type { RequestEntry } from '../../../engines/browser/page/network-log.ts';
import { stampedName } from '../../../engines/browser/stamped-name.ts';
import { seldom, unlisted } from '../../../kernel/json-schema.ts';
import { PAGE_FAULTS, type PageCall, pageTool, readPattern } from '../define-tool.ts';
import { save } from '../files.ts';
import { requestDetail } from '../request-detail.ts';
import { REQUEST_PARTS, shortUrl } from '../request-text.ts';
import { newestWithin, ours, pages, type Told } from '../told.ts';

const input = {
  index: z.int().min(1).optional(),
  part: z.enum(REQUEST_PARTS).optional().meta(unlisted),
  static: z.boolean().optional().meta(seldom),
  filter: z.string().optional().meta(seldom),
  includeStatic: z.boolean().optional().meta(unlisted),
  filename: z.string().min(1).optional().meta(seldom),
};
type Args = z.output<z.ZodObject<typeof input>>;

export const networkRequests = pageTool({
  name: 'browser_network_requests',
  title: 'Network',
  summary: 'Requests, or one by index.',
  effect: 'read',
  input,
  hasData: true,
  faults: ['NO_SUCH_REQUEST', 'BODY_GONE', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  async run(call) {
    const { index, part, filename } = call.args;
    if (index !== undefined) return requestDetail(call, { index, part, filename });
    return call.deps.answers.style === 'lean' ? lean(call) : compatible(call);
  },
});

/** What was asked for, and how many are left out for being of no interest. */
function chosen({ args, tab }: PageCall<Args>, since: number, isWanted: (request: RequestEntry) => boolean) {
  const filter = readPattern('browser_network_requests', 'filter', args.filter ?? '');
  const all = tab.network.since(since);
  const isStaticToo = args.static ?? args.includeStatic ?? false;
  const wanted = all.filter((request) => isStaticToo || isWanted(request));
  const fits = ({ url }: RequestEntry) => filter.test(url);
  return { shown: wanted.filter(fits), hidden: all.length - wanted.length, fitting: all.filter(fits).length };
}

async function lean(call: PageCall<Args>): Promise<Told> {
  const { args, deps } = call;
  const { shown, fitting } = chosen(call, 0, isOfInterest);
  const hidden = fitting - shown.length;
  const lines = shown.map(leanLine);
  if (args.filename !== undefined) return filed(call, lines.join('\n'));
  const { kept, left } = newestWithin(lines, deps.answers.budget);
  const earlier =
    left > 0 ? [ours(`${left} earlier ones left out; give a filter, or a filename for all.`)] : [];
  const list = kept.length > 0 ? [pages(kept.join('\n'))] : [];
  const none = kept.length === 0 && hidden === 0 ? [ours('No requests.')] : [];
  return {
    results: [...none, ...earlier, ...list, ...(hidden > 0 ? [ours(hiddenNote(hidden))] : [])],
    show: 'nothing',
    data: { requests: shown.slice(left), hidden },
  };
}

/** playwright-mcp tells of what came since an address was last opened, counted from there. */
async function compatible(call: PageCall<Args>): Promise<Told> {
  const { requests: since } = call.tab.opened;
  const { shown, hidden } = chosen(call, since, isUnusual);
  const lines = shown.map((request) => compatibleLine(request, request.number - since));
  const words = [...lines, ...(hidden > 0 ? [`\n${hiddenNote(hidden)}`] : [])].join('\n');
  if (call.args.filename !== undefined) return filed(call, words);
  return { results: [pages(words)], show: 'nothing', data: { requests: shown, hidden } };
}

async function filed(call: PageCall<Args>, words: string): Promise<Told> {
  const file = await save(call, call.args.filename, stampedName('network', 'log'), words);
  return { results: [ours(`- [Network](${file.shown})`)], show: 'nothing', data: { path: file.path } };
}

const hiddenNote = (count: number) =>
  `Note: ${count} static request${count === 1 ? '' : 's'} not shown, run with "static" option to see ${count === 1 ? 'it' : 'them'}.`;

/** Whatever failed, and whatever a script asked for; documents and the rest only on demand. */
function isOfInterest({ type, state, status }: RequestEntry): boolean {
  return type === 'xhr' || type === 'fetch' || state !== 'done' || (status ?? 0) >= 400;
}

/** The same for playwright-mcp, which does not wait for the end of what has been answered. */
function isUnusual({ type, status, failure }: RequestEntry): boolean {
  return type === 'xhr' || type === 'fetch' || failure !== undefined || (status ?? 400) >= 400;
}

function leanLine({ number, method, url, type, state, status, size, ms, failure }: RequestEntry): string {
  const result = failure ?? status ?? state;
  const extent = [ms === undefined ? '' : `${Math.round(ms)}ms`, size === undefined ? '' : `${size}B`];
  return [`${number}.`, method, url, '=>', result, type, ...extent].filter((part) => part !== '').join(' ');
}

function compatibleLine({ method, url, status, statusText, failure }: RequestEntry, number: number): string {
  const head = `${number}. [${method.toUpperCase()}] ${shortUrl(url)}`;
  if (status !== undefined) return `${head} => [${status}] ${statusText ?? ''}`;
  return failure === undefined ? head : `${head} => [FAILED] ${failure}`;
}

export const networkRequest = pageTool({
  name: 'browser_network_request',
  title: 'Request',
  summary: 'Headers and bodies of one request, by its number in browser_network_requests.',
  effect: 'read',
  input: {
    index: z.int().min(1),
    part: z.enum(REQUEST_PARTS).optional(),
    filename: z.string().min(1).optional(),
  },
  hasData: true,
  faults: ['NO_SUCH_REQUEST', 'BODY_GONE', 'FILE_NOT_ALLOWED', ...PAGE_FAULTS],
  run: (call) => requestDetail(call, call.args),
});
