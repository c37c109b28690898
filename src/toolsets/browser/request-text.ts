import type { RequestEntry } from '../../engines/browser/page/network-log.ts';

export const REQUEST_PARTS = [
  'request-headers',
  'request-body',
  'response-headers',
  'response-body',
] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

export interface WantedRequest {
  readonly index: number;
  readonly part?: RequestPart | undefined;
  readonly filename?: string | undefined;
}

/** What stands in a data: URL is no address. */
export const shortUrl = (url: string) => url.replace(/^(data:[^,]*,).*$/s, '$1…');

export const headerLines = (headers: Readonly<Record<string, string>> = {}) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

export function requestText(
  entry: RequestEntry,
  sent: Readonly<Record<string, string>>,
  got: Readonly<Record<string, string>> | undefined,
): string {
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

const section = (title: string, headers: Readonly<Record<string, string>>) => [
  '',
  `  ${title}`,
  ...headerLines(headers).map((line) => `    ${line}`),
];
