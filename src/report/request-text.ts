import type { RequestEntry, ViewOf } from './browser-result.ts';
import type { Headers } from './browser-style.ts';

/** What stands in a data: URL is no address. */
export const shortUrl = (url: string) => url.replace(/^(data:[^,]*,).*$/s, '$1…');

export const headerLines = (headers: Headers = {}) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

export function requestText(entry: RequestEntry, sent: Headers, got: Headers | undefined): string {
  const { number, method, url, status, statusText, failure, state, ms, type, mimeType } = entry;
  const result =
    status === undefined
      ? `[${failure ? 'FAILED' : state}] ${failure ?? ''}`
      : `[${status}] ${statusText ?? ''}`;
  return [
    `#${number} [${method.toUpperCase()}] ${url}`,
    '',
    '  General',
    `    status:    ${result.trim()}`,
    ...(ms === undefined ? [] : [`    duration:  ${Math.round(ms)}ms`]),
    `    type:      ${type}`,
    ...(mimeType ? [`    mimeType:  ${mimeType}`] : []),
    ...section('Request headers', sent),
    ...(got ? section('Response headers', got) : []),
  ].join('\n');
}

const section = (title: string, headers: Headers) => [
  '',
  `  ${title}`,
  ...headerLines(headers).map((line) => `    ${line}`),
];

/** Which bodies there are, and the call that shows each. */
export function bodyHints(call: string, { status = 0 }: RequestEntry, hasSent: boolean): readonly string[] {
  const hasAnswer = status >= 200 && status !== 204 && status !== 304;
  const bodies = [...(hasSent ? ['request'] : []), ...(hasAnswer ? ['response'] : [])];
  return bodies.map((one) => `Call ${call} part="${one}-body" to read the ${one} body.`);
}

export const staticNote = (count: number) =>
  `Note: ${count} static request${count === 1 ? '' : 's'} not shown, run with "static" option to see ${count === 1 ? 'it' : 'them'}.`;

/** The requests that a view asks for, in its order. */
export function chosen(
  requests: readonly RequestEntry[],
  { filter, isFailedOnly, sort }: ViewOf<'requests'>,
): readonly RequestEntry[] {
  const fitting = requests.filter((one) => filter.test(one.url) && (!isFailedOnly || isFailed(one)));
  return sort === 'duration' ? fitting.toSorted((one, other) => (other.ms ?? 0) - (one.ms ?? 0)) : fitting;
}

const isFailed = ({ status, failure }: RequestEntry) => failure !== undefined || (status ?? 0) >= 400;
