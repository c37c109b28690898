import type { Headers, SetCookie } from '../../../contract/network-data.ts';
import { given } from '../given.ts';

/** The protocol joins headers of the same name by line ends. */
export function headerList(headers: Readonly<Record<string, unknown>> | undefined): Headers {
  return Object.entries(headers ?? {}).flatMap(([name, value]) =>
    String(value)
      .split('\n')
      .map((line): [string, string] => [name, line]),
  );
}

export function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([own]) => own.toLowerCase() === name)?.[1];
}

export const hasAuth = (headers: Headers) => headers.some(([name]) => /^(authorization|cookie)$/i.test(name));

/** What a Set-Cookie line says, but for the value. */
export function setCookieOf(line: string, blocked: readonly string[] = []): SetCookie {
  const [pair = '', ...attributes] = line.split(';');
  const said = new Map(
    attributes.map((attribute) => {
      const equals = attribute.indexOf('=');
      const name = (equals < 0 ? attribute : attribute.slice(0, equals)).trim().toLowerCase();
      return [name, equals < 0 ? '' : attribute.slice(equals + 1).trim()] as const;
    }),
  );
  const text = (name: string) => said.get(name) || undefined;
  const age = said.has('max-age') ? Number(said.get('max-age')) : Number.NaN;
  return {
    name: pair.split('=')[0]!.trim(),
    ...given({ domain: text('domain'), path: text('path'), expires: text('expires') }),
    ...(Number.isFinite(age) && { maxAge: age }),
    httpOnly: said.has('httponly'),
    secure: said.has('secure'),
    ...given({ sameSite: text('samesite') }),
    ...(said.has('partitioned') && { partitioned: true }),
    ...(blocked.length > 0 && { blocked: [...blocked] }),
  };
}
