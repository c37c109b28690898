/** What an insight holds, in plain values: the engine's own objects are events, windows of time and maps of them. */

/** Told beside, or of use only to a panel that draws. */
const LEFT_OUT = new Set(
  `strings title description docs category state insightKey frameId navigation navigationId metricSavings wastedBytes
  relatedEvents warnings lcpEvent lcpMs lcpTs subparts longestInteractionEvent highPercentileInteractionEvent shifts
  clusters worstCluster topCulpritsByCluster animationFailures entityByEvent eventsByEntity requestIdToWastedMs`.split(
    /\s+/,
  ),
);
const MOST_ITEMS = 5;
const DEEPEST = 4;
const LONGEST = 300;

type Fields = { readonly [key: string]: unknown };
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const round = (value: number) => Math.round(value * 100) / 100;

/** Undefined for what says nothing. */
export function tellInsight(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST);
  if (typeof value === 'number') return Number.isFinite(value) ? round(value) : undefined;
  if (typeof value === 'boolean') return value;
  if (!isFields(value) || depth > DEEPEST) return undefined;
  if (value instanceof Map)
    return listed(
      [...value].map(([key, inner]) => ({
        of: tellInsight(key, depth + 1),
        is: tellInsight(inner, depth + 1),
      })),
    );
  if (value instanceof Set || Array.isArray(value))
    return listed(
      [...(value as Iterable<unknown>)].slice(0, MOST_ITEMS + 1).map((one) => tellInsight(one, depth + 1)),
    );
  if (typeof value.i18nId === 'string') return worded(value);
  if ('ts' in value && 'name' in value) return toldEvent(value);
  if (typeof value.min === 'number' && typeof value.range === 'number')
    return { ms: round(value.range / 1000) };
  if (value instanceof Error) return value.message;
  const told = Object.entries(value)
    .filter(([key]) => !LEFT_OUT.has(key))
    .map(([key, inner]) => [key, tellInsight(inner, depth + 1)] as const)
    .filter(([, inner]) => inner !== undefined);
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

function listed(items: readonly unknown[]): unknown {
  const said = items.filter((one) => one !== undefined);
  if (said.length === 0) return undefined;
  return said.length > MOST_ITEMS ? [...said.slice(0, MOST_ITEMS), '…'] : said;
}

/** Sentences of the engine have places for values. */
export function worded(text: unknown): string {
  if (typeof text === 'string') return text;
  if (!isFields(text) || typeof text.i18nId !== 'string') return '';
  const values = isFields(text.values) ? text.values : {};
  return text.i18nId
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
    .slice(0, LONGEST);
}

function toldEvent(event: Fields): unknown {
  const data = isFields(event.args) && isFields(event.args.data) ? event.args.data : {};
  const ms = typeof event.dur === 'number' ? round(event.dur / 1000) : undefined;
  if (typeof data.url === 'string')
    return {
      url: data.url.slice(0, LONGEST),
      ms,
      bytes: typeof data.encodedDataLength === 'number' ? data.encodedDataLength : undefined,
    };
  return { event: event.name, ms };
}
