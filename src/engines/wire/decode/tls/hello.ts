import { createHash, X509Certificate } from 'node:crypto';
import { ByteCursor } from '../byte-cursor.ts';
import { latin1 } from '../show-text.ts';
import { cipherName } from './names.ts';

/** What a ClientHello says in clear. */
export type ClientHello = {
  readonly sni?: string;
  readonly alpn?: readonly string[];
  readonly versions: readonly string[];
  readonly cipherCount: number;
  readonly ciphers: readonly string[];
  readonly extensions: readonly number[];
  readonly resumes: boolean;
  /** MD5 over version, ciphers, extensions, groups and point formats, GREASE left out. */
  readonly ja3: string;
};

export type ServerHello = {
  readonly version: string;
  readonly cipher: string;
  readonly alpn?: string;
  readonly retry: boolean;
  readonly extensions: readonly number[];
};

const HELLO_RETRY = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c';

/** Reserved values that clients send so that servers get used to unknown ones (RFC 8701). */
const isGrease = (value: number) => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);

export function versionName(version: number): string {
  const names: Record<number, string> = {
    768: 'SSL 3.0',
    769: 'TLS 1.0',
    770: 'TLS 1.1',
    771: 'TLS 1.2',
    772: 'TLS 1.3',
  };
  return names[version] ?? `0x${version.toString(16).padStart(4, '0')}`;
}

export function readClientHello(body: Uint8Array): ClientHello {
  const cursor = new ByteCursor(body);
  const legacy = cursor.uint16();
  cursor.take(32);
  const session = cursor.take(cursor.uint8());
  const suites = numbers(cursor.take(cursor.uint16()));
  cursor.take(cursor.uint8());
  const extensions = readExtensions(cursor);
  const offered = extensions.get(43);
  const versions = offered ? numbers(offered.subarray(1)) : [legacy];
  const alpn = extensions.get(16);
  const sni = serverName(extensions.get(0));
  // A pre-shared key (1.3), a ticket (1.2); a session id means it only where 1.3 is not offered.
  const hasTicket = extensions.has(41) || (extensions.get(35)?.length ?? 0) > 0;
  const ciphers = suites.filter((suite) => !isGrease(suite));
  return {
    ...(sni !== undefined && { sni }),
    ...(alpn && { alpn: protocols(alpn) }),
    versions: versions.filter((version) => !isGrease(version)).map(versionName),
    cipherCount: ciphers.length,
    ciphers: ciphers.map(cipherName),
    extensions: [...extensions.keys()],
    resumes: hasTicket || (session.length > 0 && !offered),
    ja3: ja3(legacy, ciphers, extensions),
  };
}

export function readServerHello(body: Uint8Array): ServerHello {
  const cursor = new ByteCursor(body);
  const legacy = cursor.uint16();
  const random = Buffer.from(cursor.take(32)).toString('hex');
  cursor.take(cursor.uint8());
  const cipher = cursor.uint16();
  cursor.uint8();
  const extensions = readExtensions(cursor);
  const chosen = extensions.get(43);
  const alpn = extensions.get(16);
  const [protocol] = alpn ? protocols(alpn) : [];
  return {
    version: versionName(chosen ? new ByteCursor(chosen).uint16() : legacy),
    cipher: cipherName(cipher),
    ...(protocol !== undefined && { alpn: protocol }),
    retry: random === HELLO_RETRY,
    extensions: [...extensions.keys()],
  };
}

/** The certificates of TLS 1.2 and below; in 1.3 they are encrypted. */
export function readCertificates(
  body: Uint8Array,
): { subject: string; issuer: string; names?: string; validTo: string }[] {
  const cursor = new ByteCursor(body);
  const list = new ByteCursor(cursor.take(cursor.uint24()));
  const found = [];
  while (list.left > 0) {
    const certificate = new X509Certificate(list.take(list.uint24()));
    found.push({
      subject: certificate.subject?.replaceAll('\n', ', ') ?? '',
      issuer: certificate.issuer?.replaceAll('\n', ', ') ?? '',
      ...(certificate.subjectAltName && { names: certificate.subjectAltName }),
      validTo: certificate.validTo,
    });
  }
  return found;
}

function readExtensions(cursor: ByteCursor): Map<number, Uint8Array> {
  const extensions = new Map<number, Uint8Array>();
  if (cursor.left === 0) return extensions;
  const list = new ByteCursor(cursor.take(cursor.uint16()));
  while (list.left > 0) extensions.set(list.uint16(), list.take(list.uint16()));
  return extensions;
}

function serverName(extension: Uint8Array | undefined): string | undefined {
  if (!extension || extension.length === 0) return undefined;
  const cursor = new ByteCursor(extension);
  const list = new ByteCursor(cursor.take(cursor.uint16()));
  while (list.left > 0) {
    const type = list.uint8();
    const name = list.take(list.uint16());
    if (type === 0) return latin1(name);
  }
  return undefined;
}

function protocols(extension: Uint8Array): string[] {
  const cursor = new ByteCursor(extension);
  const list = new ByteCursor(cursor.take(cursor.uint16()));
  const names: string[] = [];
  while (list.left > 0) names.push(latin1(list.take(list.uint8())));
  return names;
}

function numbers(bytes: Uint8Array): number[] {
  const cursor = new ByteCursor(bytes);
  const list: number[] = [];
  while (cursor.left >= 2) list.push(cursor.uint16());
  return list;
}

function ja3(
  version: number,
  ciphers: readonly number[],
  extensions: ReadonlyMap<number, Uint8Array>,
): string {
  const groups = extensions.get(10);
  const formats = extensions.get(11);
  const parts = [
    [version],
    ciphers,
    [...extensions.keys()].filter((type) => !isGrease(type)),
    groups ? numbers(groups.subarray(2)).filter((group) => !isGrease(group)) : [],
    formats ? [...formats.subarray(1)] : [],
  ];
  return createHash('md5')
    .update(parts.map((part) => part.join('-')).join(','))
    .digest('hex');
}
