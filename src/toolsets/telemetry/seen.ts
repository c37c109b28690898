/** What the browser's streams hold, as this toolset reads it. */
import type { EvidenceData } from '../../contract/evidence.ts';
import { isoMicros } from '../../kernel/clock.ts';
import type { Item, ItemOf, Unreadable } from '../../store/item-row.ts';

export type ConsoleData = EvidenceData['console'];
export type ExceptionData = EvidenceData['exception'];
export type RequestData = EvidenceData['request'];
export type WebsocketData = EvidenceData['websocket'];
export type ExchangeData = EvidenceData['exchange'];
export type ActionData = EvidenceData['action'];
export type VitalsData = EvidenceData['vitals'];
type PerformanceData = EvidenceData['performance'];
export type SnapshotData = Extract<PerformanceData, { kind: 'snapshot' }>;
type Location = NonNullable<ConsoleData['location']>;
export type Body = NonNullable<RequestData['requestBody']>;
export type Headers = RequestData['requestHeaders'];

export const isSnapshot = (item: Item): item is ItemOf<'performance'> & { readonly data: SnapshotData } =>
  item.stream === 'performance' && item.data.kind === 'snapshot';

/** What every entry of a list begins with. */
export function entryHead(item: Item) {
  const { instance, page, session } = item.where;
  return {
    id: item.seq,
    timestamp: isoMicros(item.time),
    tab_id: page,
    // Tabs of other browsers than the usual one have the same names.
    instance: instance?.startsWith('inst') ? instance : undefined,
    // Only items of other sessions tell of theirs.
    session,
    test_ids: item.testIds?.length ? item.testIds : undefined,
  };
}

/** In the place of something that cannot be read. */
export const unreadableEntry = (item: Unreadable) => ({ ...entryHead(item), message: unreadableWords(item) });

export const unreadableWords = ({ seq, of, problem }: Unreadable) =>
  `Item ${seq} of the stream ${of} could not be read (${problem})`;

/** The place in the source where a map tells it, else in the script. */
export function spotOf(location: Location | undefined) {
  if (!location) return {};
  const { url, line, column } = location.original ?? location;
  return { source_url: url, line, column };
}

export function stackText(stack: readonly Location[] | undefined): string | undefined {
  if (!stack?.length) return undefined;
  return stack
    .map(({ function: name, original, ...at }) => {
      const { url, line, column } = original ?? at;
      return `    at ${name || original?.name || '(anonymous)'} (${url}:${line}:${column})`;
    })
    .join('\n');
}
