import type { RequestData } from '../../src/contract/network-data.ts';

/** Headers that the program makes by itself, or that mean nothing elsewhere. */
const OWN = /^(?:host|connection|content-length|accept-encoding|sec-.*|:.*)$/i;
const WITHHELD = '[withheld]';

const sent = ({ requestHeaders }: RequestData) =>
  requestHeaders.filter(([name, value]) => !OWN.test(name) && value !== WITHHELD);

/** Within single quotes of a POSIX shell nothing has a meaning but the quote itself. */
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export function asCurl(data: RequestData, body: string | undefined): string {
  const parts = [`curl ${shell(data.url)}`];
  if (data.method !== 'GET' || body !== undefined) parts.push(`-X ${shell(data.method)}`);
  for (const [name, value] of sent(data)) parts.push(`-H ${shell(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`--data-raw ${shell(body)}`);
  return parts.join(' \\\n  ');
}

export function asFetch(data: RequestData, body: string | undefined): string {
  const options = {
    method: data.method,
    headers: Object.fromEntries(sent(data)),
    ...(body === undefined ? {} : { body }),
  };
  return `await fetch(${JSON.stringify(data.url)}, ${JSON.stringify(options, null, 2)});`;
}

export function asHttpie(data: RequestData, body: string | undefined): string {
  const headers = sent(data).map(([name, value]) => shell(`${name}:${value}`));
  const raw = body === undefined ? [] : [`--raw=${shell(body)}`];
  return ['http', ...raw, shell(data.method), shell(data.url), ...headers].join(' \\\n  ');
}
