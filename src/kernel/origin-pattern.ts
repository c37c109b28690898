/** Which addresses somebody means by `https://example.org`, `http://localhost:*`, `*.example.org` or a bare host. */
export interface OriginPattern {
  /** Without one, any counts. */
  readonly scheme: string | undefined;
  /** As browsers write it: small letters, Punycode, numbers of IPv4 and IPv6 in their short form. */
  readonly host: string;
  /** Of those of an origin: `*` is any. */
  readonly port: string;
}

const SHAPE = /^(?:(https?|wss?):\/\/)?(\*\.)?(\[[^\]]+\]|[^\s/:@?#*\\[\]]+)(?::(\d+|\*))?\/?$/i;

/** Undefined for what is no origin. */
export function readOrigin(text: string): OriginPattern | undefined {
  const [, scheme, below = '', name, port] = SHAPE.exec(text.trim()) ?? [];
  const number = port === undefined || port === '*' ? '' : `:${port}`;
  const url = name === undefined ? null : URL.parse(`${httpOf(scheme ?? 'http')}://${name}${number}`);
  if (!url) return undefined;
  const isAny = port === '*' || (scheme === undefined && port === undefined);
  const exact = isAny ? '*' : scheme === undefined ? port! : portOf(url);
  return { scheme: scheme && httpOf(scheme), host: `${below}${hostOf(url)}`, port: exact };
}

export function fits({ scheme, host, port }: OriginPattern, url: URL): boolean {
  const name = hostOf(url);
  return (
    (scheme === undefined || `${scheme}:` === `${httpOf(url.protocol.slice(0, -1))}:`) &&
    (host.startsWith('*.') ? name.endsWith(host.slice(1)) : name === host) &&
    (port === '*' || port === portOf(url))
  );
}

/** A WebSocket begins as a request of http. */
const httpOf = (scheme: string) => scheme.toLowerCase().replace(/^ws/, 'http');
/** A dot at the end only says that a name is whole. */
const hostOf = (url: URL) => url.hostname.replace(/\.$/, '');
const portOf = (url: URL) => url.port || (/^(https|wss):$/.test(url.protocol) ? '443' : '80');
