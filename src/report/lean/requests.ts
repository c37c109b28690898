import { ownText, pageText, type RequestEntry, type ViewOf } from '../browser-result.ts';
import type { AnswerSource } from '../browser-style.ts';
import { filed, fileLink, firstWithin, newestWithin, type Showing, type Shown } from '../listing.ts';
import { bodyHints, chosen, headerLines, requestText, staticNote } from '../request-text.ts';

/** The requests of a page, the newest within the budget. */
export async function requests(view: ViewOf<'requests'>, at: Showing): Promise<Shown> {
  const { page, source, settings } = at;
  const fitting = chosen(page.tab.network.since(0), view);
  const wanted = fitting.filter((request) => view.isStaticToo || isOfInterest(request));
  const hidden = fitting.length - wanted.length;
  const lines = wanted.map(requestLine);
  if (view.filename !== undefined)
    return filed(source, view.filename, 'Network', ['network', 'log'], lines.join('\n'));
  const isSlowestFirst = view.sort === 'duration';
  const others = isSlowestFirst ? 'faster' : 'earlier';
  const { kept, left } = (isSlowestFirst ? firstWithin : newestWithin)(lines, settings.budget);
  return {
    results: [
      ...(kept.length === 0 && hidden === 0 ? [ownText('No requests.')] : []),
      ...(left > 0
        ? [ownText(`${left} ${others} ones left out; give a filter, a filename or a larger budget.`)]
        : []),
      ...(kept.length > 0 ? [pageText(kept.join('\n'))] : []),
      ...(hidden > 0 ? [ownText(staticNote(hidden))] : []),
    ],
    data: { requests: isSlowestFirst ? wanted.slice(0, kept.length) : wanted.slice(left), hidden },
  };
}

/** Whatever failed, and whatever a script asked for; documents and the rest only on demand. */
function isOfInterest({ type, state, status }: RequestEntry): boolean {
  return type === 'xhr' || type === 'fetch' || state !== 'done' || (status ?? 0) >= 400;
}

function requestLine({ number, method, url, type, state, status, size, ms, failure }: RequestEntry): string {
  const result = failure ?? status ?? state;
  const extent = [ms === undefined ? '' : `${Math.round(ms)}ms`, size === undefined ? '' : `${size}B`];
  return [`${number}.`, method, url, '=>', result, type, ...extent].filter((part) => part !== '').join(' ');
}

/** One request: what it was, its headers, and its bodies on demand. */
export async function request(view: ViewOf<'request'>, { page, source }: Showing): Promise<Shown> {
  const { network } = page.tab;
  const { index, part, filename } = view;
  const entry = network.entry(index);
  if (part === 'response-body') return body(view, entry, await network.responseBody(index), source);
  if (part === 'request-body')
    return body(view, entry, network.requestBody(index) ?? new Uint8Array(), source);
  const headers = await network.headers(index);
  const words = part
    ? headerLines(part === 'request-headers' ? headers.request : headers.response).join('\n')
    : requestText(entry, headers.request, headers.response);
  if (filename !== undefined) return filed(source, filename, 'Request', ['request', 'log'], words);
  const tool = `browser_network_requests with index=${index} and`;
  const hints = part ? [] : bodyHints(tool, entry, network.requestBody(index) !== undefined);
  return {
    results: [pageText(words), ...hints.map(ownText)],
    data: { request: entry, requestHeaders: headers.request, responseHeaders: headers.response ?? {} },
  };
}

async function body(
  { part, filename }: ViewOf<'request'>,
  entry: RequestEntry,
  bytes: Uint8Array,
  source: AnswerSource,
): Promise<Shown> {
  const words = textOf(bytes);
  if (bytes.length === 0) return { results: [ownText('The body is empty.')], data: { request: entry } };
  if (words !== undefined && filename === undefined)
    return { results: [pageText(words)], data: { request: entry } };
  const ending = words === undefined ? endingOf(entry.mimeType) : 'txt';
  const file = await source.save(filename, [`${part}-${entry.number}`, ending], words ?? bytes);
  const title = part === 'request-body' ? 'Request body' : 'Response body';
  return {
    results: [ownText(`- [${title}](${file.shown})`)],
    data: { request: entry, path: file.path, bytes: file.bytes },
    files: [fileLink(file, entry.mimeType ?? 'application/octet-stream')],
  };
}

/** The text, or nothing when the bytes are none. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const words = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return words.includes('\0') ? undefined : words;
  } catch {
    return undefined;
  }
}

const endingOf = (mimeType = '') => /\/([a-z0-9]{1,8})(\+|$)/.exec(mimeType)?.[1] ?? 'bin';
