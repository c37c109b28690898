/** What the documents of one site load and hold, as the record and the open page tell it. */
import { fault } from '../../../kernel/fault.ts';
import type { ItemOf } from '../../../store/item-row.ts';
import type { TelemetryDeps } from '../deps.ts';
import type { RequestData } from '../seen.ts';
import { trackedTab } from '../tabs.ts';
import { exactBytes } from './exact-bytes.ts';
import { type InlineParts, inlineParts } from './inline-parts.page.ts';
import { recorded } from './recorded.ts';

export interface SiteParts {
  /** http://host:port of the documents. */
  readonly origin: string;
  /** What they asked for, the oldest first; what the browser itself refused is left out. */
  readonly requests: readonly ItemOf<'request'>[];
  readonly sockets: readonly string[];
  readonly documents: readonly InlineParts[];
  /** How many documents are not kept as they came: hashes of what is in them would be wrong. */
  readonly changed: number;
}

/** More of them would say little more. */
const MOST_DOCUMENTS = 50;

const originOf = (url: string | undefined) => {
  const { origin, protocol } = (url === undefined ? null : URL.parse(url)) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
};

type Asked = { readonly type?: string } & Pick<RequestData, 'frame' | 'pageUrl'>;

/** A page's own document, not that of a frame in it. */
export const isDocument = ({ data: { isNavigation, pageUrl, url } }: ItemOf<'request'>) =>
  isNavigation === true && pageUrl?.replace(/#.*/s, '') === url.replace(/#.*/s, '');

/** Of the site whose document was opened last, among those that fit. */
export async function siteParts(call: {
  args: { readonly url?: string | undefined };
  deps: TelemetryDeps;
}): Promise<SiteParts> {
  const { deps } = call;
  const { url } = call.args;
  const [all, events] = await Promise.all([
    recorded(deps, { streams: ['request'] }),
    recorded(deps, { streams: ['websocket'] }),
  ]);
  const opened = all.items.findLast(
    (item) => isDocument(item) && originOf(item.data.url) && (!url || item.data.url.includes(url)),
  );
  const origin = originOf(opened?.data.url);
  if (origin === undefined)
    throw fault('NOTHING_RECORDED', {
      what: `page loads${url ? ` of ${url}` : ''}`,
      next: 'Open the page once more with interact({action:"navigate", url}) and walk through what it does',
    });
  const isOfSite = ({ type, frame, pageUrl }: Asked) =>
    // The document of a frame is asked for by the one around it.
    originOf(type === 'document' ? pageUrl : (frame ?? pageUrl)) === origin;
  const requests = all.items.filter(({ data }) => isOfSite(data) && data.blockedReason === undefined);
  const sockets = events.items.filter(({ data }) => isOfSite(data)).map(({ data }) => data.url);
  const pages = requests.filter((item) => isDocument(item) && originOf(item.data.url) === origin);
  const { documents, changed } = await readDocuments(deps, origin, pages);
  return { origin, requests, sockets: [...new Set(sockets)], documents, changed };
}

/** The documents as they came, and the open one as it is now. A browser reads them as it read them then. */
async function readDocuments(
  deps: TelemetryDeps,
  origin: string,
  pages: readonly ItemOf<'request'>[],
): Promise<Pick<SiteParts, 'documents' | 'changed'>> {
  const tab = (await trackedTab(deps.engine)) ?? (await deps.engine.tab());
  const texts = new Map<string, string>();
  let changed = 0;
  for (const { data } of pages.slice(-MOST_DOCUMENTS)) {
    const bytes = await exactBytes(deps.store, data);
    if (bytes) texts.set(Buffer.from(bytes).toString(), data.url);
    else if (data.status === 200) changed++;
  }
  const documents: InlineParts[] = [];
  for (const [html, url] of texts) documents.push(await tab.cdp.run(inlineParts, html, url));
  if (originOf(tab.url) === origin) documents.push(await tab.cdp.run(inlineParts, undefined, tab.url));
  return { documents, changed };
}
