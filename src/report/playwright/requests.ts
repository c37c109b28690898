import { Fault, fault } from '../../kernel/fault.ts';
import { ownText, pageText, type RequestEntry, type ViewOf } from '../browser-result.ts';
import type { AnswerSource, NetworkSource } from '../browser-style.ts';
import { filed, type Showing, type Shown, written } from '../listing.ts';
import { bodyHints, chosen, headerLines, requestText, shortUrl, staticNote } from '../request-text.ts';

/** What came since an address was last opened, counted from there. */
export async function requests(view: ViewOf<'requests'>, { page, source }: Showing): Promise<Shown> {
  const { network, opened } = page.tab;
  const since = opened.requests;
  const all = network.since(since);
  const wanted = all.filter((one) => view.isStaticToo || isUnusual(one));
  const hidden = all.length - wanted.length;
  const fitting = chosen(wanted, view);
  const lines = fitting.map((one) => requestLine(one, one.number - since));
  const words = [...lines, ...(hidden > 0 ? [`\n${staticNote(hidden)}`] : [])].join('\n');
  if (view.filename === undefined) return { results: [pageText(words)], data: { requests: fitting, hidden } };
  return filed(source, view.filename, 'Network', ['network', 'log'], words);
}

/** It does not wait for the end of what has been answered. */
function isUnusual({ type, status, failure }: RequestEntry): boolean {
  return type === 'xhr' || type === 'fetch' || failure !== undefined || (status ?? 400) >= 400;
}

function requestLine({ method, url, status, statusText, failure }: RequestEntry, number: number): string {
  const head = `${number}. [${method.toUpperCase()}] ${shortUrl(url)}`;
  if (status !== undefined) return `${head} => [${status}] ${statusText ?? ''}`;
  return failure === undefined ? head : `${head} => [FAILED] ${failure}`;
}

/** One request, numbered since an address was last opened; what is not there is nothing. */
export async function request(view: ViewOf<'request'>, { page, source }: Showing): Promise<Shown> {
  const { network, opened } = page.tab;
  const number = view.index + opened.requests;
  if (number > network.last) throw fault('NO_SUCH_REQUEST', { number: view.index, count: network.last });
  const entry = network.entry(number);
  const data = { request: entry };
  if (view.part !== undefined) return { ...(await partOf(view, entry, network, source)), data };
  const headers = network.ownHeaders(number);
  // How long a request took is known of those that came to an end.
  const { ms, ...rest } = entry;
  const known = rest.failure === undefined && ms !== undefined ? { ms } : {};
  const named = { ...rest, ...known, number: view.index, url: shortUrl(entry.url) };
  const hints = bodyHints('browser_network_request with', entry, network.requestBody(number) !== undefined);
  const lines = [requestText(named, headers.request, headers.response), ...hints];
  const words = (hints.length > 0 ? lines.toSpliced(1, 0, '') : lines).join('\n');
  return { ...(await written(view, source, 'Request', ['request', 'log'], words)), data };
}

async function partOf(
  view: ViewOf<'request'>,
  { number }: RequestEntry,
  network: NetworkSource,
  source: AnswerSource,
): Promise<Shown> {
  const headers = network.ownHeaders(number);
  const told = (title: string, stem: string, words: string) =>
    written(view, source, title, [stem, 'txt'], words);
  if (view.part === 'request-headers')
    return told('Request headers', 'request', headerLines(headers.request).join('\n'));
  if (view.part === 'request-body') {
    const sent = network.requestBody(number);
    return sent === undefined ? {} : told('Request body', 'request', textOf(sent));
  }
  if (!headers.response) return {};
  if (view.part === 'response-headers')
    return told('Response headers', 'response', headerLines(headers.response).join('\n'));
  const body = await network.responseBody(number).catch(gone);
  const type = headers.response['content-type'] ?? '';
  if (body === undefined) return {};
  if (TEXTUAL.test(type)) return told('Response body', 'response', textOf(body));
  if (body.length === 0) return {};
  const file = await source.save(view.filename, ['response', endingOf(type)], body);
  return { results: [ownText(file.shown)] };
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

function gone(thrown: unknown): undefined {
  if (!(thrown instanceof Fault) || thrown.code !== 'BODY_GONE') throw thrown;
}

const TEXTUAL =
  /^(text\/.*?|application\/(json|(x-)?javascript|xml.*?|ecmascript|graphql|x-www-form-urlencoded|.*?\+(json|xml))|image\/svg(\+xml)?)(;\s*charset=.*)?$/;

/** `png` of image/png, `octetstream` of application/octet-stream. */
function endingOf(type: string): string {
  const kind = type.split(';')[0]?.split('/')[1]?.trim().toLowerCase().split('+').at(-1) ?? '';
  const known: Readonly<Record<string, string>> = {
    plain: 'txt',
    javascript: 'js',
    ecmascript: 'js',
    jpeg: 'jpg',
  };
  return known[kind] ?? (kind.replaceAll(/[^a-z0-9]/g, '') || 'bin');
}
