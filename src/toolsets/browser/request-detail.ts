import type { RequestEntry } from '../../engines/browser/page/network-log.ts';
import { stampedName } from '../../engines/browser/stamped-name.ts';
import { compatibleRequest } from './compatible-request.ts';
import type { PageCall } from './define-tool.ts';
import { fileLink, save } from './files.ts';
import { headerLines, requestText, type WantedRequest } from './request-text.ts';
import { ours, pages, type Told } from './told.ts';

/** One request: what it was, its headers, and its bodies on demand. */
export async function requestDetail(call: PageCall<unknown>, wanted: WantedRequest): Promise<Told> {
  if (call.deps.answers.style === 'playwright') return compatibleRequest(call, wanted);
  const { index, part, filename } = wanted;
  const entry = call.tab.network.entry(index);
  if (part === 'response-body') return body(call, wanted, entry, await call.tab.network.responseBody(index));
  if (part === 'request-body')
    return body(call, wanted, entry, call.tab.network.requestBody(index) ?? Buffer.alloc(0));
  const headers = await call.tab.network.headers(index);
  const words = part
    ? headerLines(part === 'request-headers' ? headers.request : headers.response).join('\n')
    : requestText(entry, headers.request, headers.response);
  if (filename !== undefined) {
    const file = await save(call, filename, stampedName('request', 'log'), words);
    return { results: [ours(`- [Request](${file.shown})`)], show: 'nothing', data: { path: file.path } };
  }
  const data = { request: entry, requestHeaders: headers.request, responseHeaders: headers.response ?? {} };
  const hints = part ? [] : bodyHints(call, entry).map(ours);
  return { results: [pages(words), ...hints], show: 'nothing', data };
}

function bodyHints({ tab }: PageCall<unknown>, { number, status }: RequestEntry): readonly string[] {
  const hasAnswer = status !== undefined && status !== 204 && status !== 304;
  const bodies = [
    ...(tab.network.requestBody(number) === undefined ? [] : ['request']),
    ...(hasAnswer ? ['response'] : []),
  ];
  const tool = `browser_network_requests with index=${number} and`;
  return bodies.map((one) => `Call ${tool} part="${one}-body" to read the ${one} body.`);
}

async function body(
  call: PageCall<unknown>,
  { part, filename }: WantedRequest,
  entry: RequestEntry,
  bytes: Buffer,
): Promise<Told> {
  const words = textOf(bytes);
  const { number } = entry;
  if (bytes.length === 0)
    return { results: [ours('The body is empty.')], show: 'nothing', data: { request: entry } };
  if (words !== undefined && filename === undefined)
    return { results: [pages(words)], show: 'nothing', data: { request: entry } };
  const ending = words === undefined ? endingOf(entry.mimeType) : 'txt';
  const name = stampedName(`${part}-${number}`, ending);
  const file = await save(call, filename, name, words ?? bytes);
  const title = part === 'request-body' ? 'Request body' : 'Response body';
  return {
    results: [ours(`- [${title}](${file.shown})`)],
    show: 'nothing',
    data: { request: entry, path: file.path, bytes: file.bytes },
    blocks: [fileLink(file, entry.mimeType ?? 'application/octet-stream')],
  };
}

/** The text, or nothing when the bytes are none. */
function textOf(bytes: Buffer): string | undefined {
  try {
    const words = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return words.includes('\0') ? undefined : words;
  } catch {
    return undefined;
  }
}

const endingOf = (mimeType = '') => /\/([a-z0-9]{1,8})(\+|$)/.exec(mimeType)?.[1] ?? 'bin';
