/** A content security policy from what a site was seen to do. */
import { createHash } from 'node:crypto';
import type { RequestData } from '../seen.ts';
import type { InlineParts } from './inline-parts.page.ts';
import { isDocument, type SiteParts } from './site-parts.ts';

export const POLICY_MODES = ['strict', 'moderate', 'report_only'] as const;
export type PolicyMode = (typeof POLICY_MODES)[number];

export interface Policy {
  readonly directives: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
  readonly warnings: readonly string[];
}

interface PolicyOptions {
  readonly mode: PolicyMode;
  readonly excluded: readonly string[];
  readonly reportUri?: string | undefined;
  /** The texts of the scripts and styles that were loaded. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Which directive what was asked for falls under, by its destination; by its type where the browser named none. */
const BY_DESTINATION: Readonly<Record<string, string>> = {
  script: 'script-src',
  style: 'style-src',
  image: 'img-src',
  font: 'font-src',
  audio: 'media-src',
  video: 'media-src',
  track: 'media-src',
  iframe: 'frame-src',
  frame: 'frame-src',
  fencedframe: 'frame-src',
  object: 'object-src',
  embed: 'object-src',
  manifest: 'manifest-src',
  worker: 'worker-src',
  sharedworker: 'worker-src',
  serviceworker: 'worker-src',
  empty: 'connect-src',
};
const BY_TYPE: Readonly<Record<string, string>> = {
  script: 'script-src',
  stylesheet: 'style-src',
  image: 'img-src',
  font: 'font-src',
  media: 'media-src',
  texttrack: 'media-src',
  manifest: 'manifest-src',
  xhr: 'connect-src',
  fetch: 'connect-src',
  eventsource: 'connect-src',
  ping: 'connect-src',
  preflight: 'connect-src',
};
const BY_ELEMENT: Readonly<Record<string, string>> = {
  img: 'img-src',
  image: 'img-src',
  link: 'img-src',
  script: 'script-src',
  iframe: 'frame-src',
  audio: 'media-src',
  video: 'media-src',
  source: 'media-src',
  object: 'object-src',
  embed: 'object-src',
};

/** Hashes of more inline styles than this make a header that servers refuse. */
const MOST_STYLE_HASHES = 40;
const MAKES_CODE = /\beval\s*\(|\bnew\s+Function\s*\(|\bset(?:Timeout|Interval)\s*\(\s*['"`]/;

const DATA_FONT = /url\(\s*['"]?data:(?:application\/[\w.-]*)?font/i;
const DATA_IMAGE = /url\(\s*['"]?data:image/i;
const inStyles = ({ styles, styleAttributes }: InlineParts) => [...styles, ...styleAttributes];

export function policyOf(site: SiteParts, options: PolicyOptions): Policy {
  const sources = new Map<string, Set<string>>();
  const warnings: string[] = [];
  const allow = (directive: string, source: string) => {
    const known = sources.get(directive) ?? new Set<string>();
    sources.set(directive, known.add(source));
  };
  const isExact = options.mode === 'strict';
  const allowUrl = (directive: string, url: string) => {
    const source = sourceOf(url, site.origin, isExact && /^(script|style)-src$/.test(directive));
    const origin = URL.parse(url)?.origin;
    if (source && !(origin && options.excluded.includes(origin))) allow(directive, source);
  };
  for (const item of site.requests) {
    const directive = isDocument(item) ? undefined : directiveOf(item.data);
    if (directive) allowUrl(directive, item.data.url);
  }
  for (const url of site.sockets) allowUrl('connect-src', url);
  for (const document of site.documents) {
    for (const [element, scheme] of document.ownSources) allow(BY_ELEMENT[element] ?? 'img-src', scheme);
    for (const url of document.formActions) allowUrl('form-action', url);
  }
  for (const text of [...options.styles, ...site.documents.flatMap(inStyles)]) {
    if (DATA_FONT.test(text)) allow('font-src', 'data:');
    if (DATA_IMAGE.test(text)) allow('img-src', 'data:');
  }
  if (options.scripts.some((text) => text.includes('data:image/'))) allow('img-src', 'data:');
  inlineScripts(site, allow);
  inlineStyles(site, isExact, allow, warnings);
  if (options.scripts.some((text) => MAKES_CODE.test(text))) {
    if (isExact)
      warnings.push(
        "A script makes code of texts (eval or new Function); strict does not allow it: 'unsafe-eval' would.",
      );
    else allow('script-src', "'unsafe-eval'");
  }
  if (site.requests.some(({ data }) => data.mimeType === 'application/wasm'))
    allow('script-src', "'wasm-unsafe-eval'");
  return written(site, sources, options, warnings);
}

function inlineScripts({ documents }: SiteParts, allow: (directive: string, source: string) => void) {
  for (const { scripts, handlers } of documents) {
    for (const text of scripts) allow('script-src', hashOf(text));
    for (const text of handlers) {
      allow('script-src', "'unsafe-hashes'");
      allow('script-src', hashOf(text));
    }
  }
}

function inlineStyles(
  { documents }: SiteParts,
  isExact: boolean,
  allow: (directive: string, source: string) => void,
  warnings: string[],
) {
  const elements = new Set(documents.flatMap(({ styles }) => styles));
  const attributes = new Set(documents.flatMap(({ styleAttributes }) => styleAttributes));
  const count = elements.size + attributes.size;
  if (count === 0) return;
  if (!isExact || count > MOST_STYLE_HASHES) {
    allow('style-src', "'unsafe-inline'");
    if (isExact)
      warnings.push(`${count} inline styles are too many for hashes: 'unsafe-inline' stands for them.`);
    return;
  }
  if (attributes.size > 0) allow('style-src', "'unsafe-hashes'");
  for (const text of [...elements, ...attributes]) allow('style-src', hashOf(text));
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function directiveOf({ requestHeaders, type, url }: RequestData): string | undefined {
  // The script of a worker, mostly; an element that loads one is seen in the document.
  if (type === 'script' && url.startsWith('blob:')) return 'worker-src';
  const destination = requestHeaders.find(([name]) => name.toLowerCase() === 'sec-fetch-dest')?.[1];
  if (destination !== undefined && destination !== 'document') return BY_DESTINATION[destination];
  return type === 'document' ? 'frame-src' : BY_TYPE[type];
}

/** 'self', an origin, a scheme, or an address without its query. */
function sourceOf(address: string, own: string, isExact: boolean): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  if (!/^(https?|wss?):$/.test(url.protocol)) return url.protocol;
  if (url.origin === own) return "'self'";
  if (!isExact) return url.origin;
  const path = url.pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
  return `${url.origin}${path}`;
}

const ORDER =
  `script-src style-src img-src font-src connect-src media-src object-src frame-src worker-src manifest-src
  form-action`.split(/\s+/);

function written(
  { documents, origin }: SiteParts,
  sources: ReadonlyMap<string, ReadonlySet<string>>,
  { mode, reportUri }: PolicyOptions,
  warnings: readonly string[],
): Policy {
  const none = ["'none'"];
  const listed = ORDER.flatMap((directive) => {
    const known = sources.get(directive);
    if (known) return [[directive, sorted(known)] as const];
    return directive === 'object-src' || directive === 'script-src' || directive === 'form-action'
      ? [[directive, none] as const]
      : [];
  });
  const directives: Record<string, readonly string[]> = {
    'default-src': mode === 'strict' ? none : ["'self'"],
    ...Object.fromEntries(listed),
    'base-uri': documents.some(({ hasBase }) => hasBase) ? ["'self'"] : none,
    'frame-ancestors': ["'self'"],
    ...(origin.startsWith('https:') && mode === 'strict' && { 'upgrade-insecure-requests': [] }),
    ...(reportUri !== undefined && { 'report-uri': [reportUri] }),
  };
  const text = Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ');
  return { directives, text, warnings };
}

/** Keywords first, then hashes, then addresses. */
function sorted(sources: ReadonlySet<string>): readonly string[] {
  const rank = (source: string) => (source.startsWith("'sha") ? 1 : source.startsWith("'") ? 0 : 2);
  return [...sources].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}
