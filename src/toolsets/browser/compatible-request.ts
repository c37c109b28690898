import type { RequestEntry } from '../../engines/browser/page/network-log.ts';
import { stampedName } from '../../engines/browser/stamped-name.ts';
import { Fault, fault } from '../../kernel/fault.ts';
import type { PageCall } from './define-tool.ts';
import { save } from './files.ts';
import { headerLines, type RequestPart, requestText, shortUrl, type WantedRequest } from './request-text.ts';
import { ours, pages, type Told } from './told.ts';

/** One request as playwright-mcp tells it: numbered since an address was last opened; what is not there is nothing. */
export async function compatibleRequest(call: PageCall<unknown>, wanted: WantedRequest): Promise<Told> {
  const { network, opened } = call.tab;
  const number = wanted.index + opened.requests;
  if (number > network.last) throw fault('NO_SUCH_REQUEST', { number: wanted.index, count: network.last });
  const entry = network.entry(number);
  const data = { request: entry };
  if (wanted.part !== undefined)
    return { results: await partOf(call, wanted, entry, wanted.part), show: 'nothing', data };
  const headers = network.ownHeaders(number);
  // How long a request took is known of those that came to an end.
  const { ms, ...rest } = entry;
  const known = rest.failure === undefined && ms !== undefined ? { ms } : {};
  const shown = { ...rest, ...known, number: wanted.index, url: shortUrl(entry.url) };
  const hints = bodyHints(call, entry);
  const words =
    requestText(shown, headers.request, headers.response) + hints.map((hint) => `\n${hint}`).join('');
  return {
    results: [await written(call, wanted, 'Request', 'request', 'log', words)],
    show: 'nothing',
    data,
  };
}

async function partOf(
  call: PageCall<unknown>,
  wanted: WantedRequest,
  entry: RequestEntry,
  part: RequestPart,
): Promise<NonNullable<Told['results']>> {
  const { network } = call.tab;
  const headers = network.ownHeaders(entry.number);
  const told = async (title: string, prefix: string, words: string) => [
    await written(call, wanted, title, prefix, 'txt', words),
  ];
  if (part === 'request-headers')
    return told('Request headers', 'request', headerLines(headers.request).join('\n'));
  if (part === 'request-body') {
    const sent = network.requestBody(entry.number);
    return sent === undefined ? [] : told('Request body', 'request', sent.toString('utf8'));
  }
  if (!headers.response) return [];
  if (part === 'response-headers')
    return told('Response headers', 'response', headerLines(headers.response).join('\n'));
  const body = await network.responseBody(entry.number).catch(gone);
  const type = headers.response['content-type'] ?? '';
  if (body === undefined) return [];
  if (TEXTUAL.test(type)) return told('Response body', 'response', body.toString('utf8'));
  if (body.length === 0) return [];
  const file = await save(call, wanted.filename, stampedName('response', endingOf(type)), body);
  return [ours(file.shown)];
}

/** The text itself, or a link to the file that was asked for. */
async function written(
  call: PageCall<unknown>,
  { filename }: WantedRequest,
  title: string,
  prefix: string,
  ending: string,
  words: string,
) {
  if (filename === undefined) return pages(words);
  const file = await save(call, filename, stampedName(prefix, ending), words);
  return ours(`- [${title}](${file.shown})`);
}

function bodyHints({ tab }: PageCall<unknown>, { number, status }: RequestEntry): readonly string[] {
  const hasAnswer = status !== undefined && status >= 200 && status !== 204 && status !== 304;
  const bodies = [
    ...(tab.network.requestBody(number) === undefined ? [] : ['request']),
    ...(hasAnswer ? ['response'] : []),
  ];
  const hints = bodies.map(
    (one) => `Call browser_network_request with part="${one}-body" to read the ${one} body.`,
  );
  return hints.length > 0 ? ['', ...hints] : [];
}

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
