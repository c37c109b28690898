import type { Location, SourceLines } from '../../../contract/place-data.ts';
import { linesAround } from '../../../kernel/lines-around.ts';
import type { Item } from '../../../store/item-row.ts';
import { bodyText } from '../body-text.ts';
import type { RecordView } from '../record-view.ts';

const MOST_TEXT = 4 * 2 ** 20;
/** The same address may have been asked for without its text being kept. */
const MOST_REQUESTS = 10;

/** The lines where it was said or thrown: of its source, or of the script as it was loaded. */
export async function sourceOf(store: RecordView, seq: number): Promise<SourceLines | undefined> {
  const item = await store.get(seq);
  if (item?.stream !== 'exception' && item?.stream !== 'console') return undefined;
  if (item.stream === 'exception' && item.data.source) return item.data.source;
  const location = item.data.location ?? item.data.stack?.[0];
  return location && loadedLines(store, item, location);
}

async function loadedLines(
  store: RecordView,
  { time, where }: Item,
  { url, line, column }: Location,
): Promise<SourceLines | undefined> {
  const { items } = await store.page({
    streams: ['request'],
    url,
    page: where.page,
    until: time,
    limit: MOST_REQUESTS,
  });
  for (const item of items) {
    if (item.stream !== 'request' || item.data.url !== url) continue;
    const body = await bodyText(store, item.data.responseBody, MOST_TEXT);
    const around = body?.whole === undefined ? undefined : linesAround(body.text, line, column);
    if (around) return { url, line, ...around };
  }
  return undefined;
}
