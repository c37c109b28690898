import { type Asked, type Asking, askAddress, NotAllowed, PrivateAddress } from './ask-address.ts';
import { Robots } from './robots.ts';

const CODES = [
  'ok',
  'redirect',
  'requires_auth',
  'broken',
  'missing_anchor',
  'timeout',
  'private_address',
  'not_allowed',
  'robots',
] as const;
type Code = (typeof CODES)[number];

export interface LinkResult {
  readonly url: string;
  readonly status?: number | undefined;
  readonly code: Code;
  readonly time_ms: number;
  readonly is_external?: boolean;
  /** Where it led in the end, and by how many steps. */
  readonly redirect_to?: string | undefined;
  readonly redirects?: number | undefined;
  readonly error?: string | undefined;
}

export interface Checking extends Asking {
  readonly workers: number;
  progress?(done: number, total: number): void;
}

const MOST_REDIRECTS = 10;

/** Checks addresses side by side, but no more than so many at a time. */
export async function checkLinks(
  urls: readonly string[],
  checking: Checking,
): Promise<readonly LinkResult[]> {
  const robots = new Robots(checking);
  const results: LinkResult[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < urls.length && !checking.signal.aborted) {
      const at = next++;
      results[at] = await checkLink(urls[at]!, checking, robots);
      checking.progress?.(++done, urls.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(checking.workers, urls.length) }, work));
  checking.signal.throwIfAborted();
  return results;
}

async function checkLink(address: string, checking: Checking, robots: Robots): Promise<LinkResult> {
  const started = performance.now();
  const url = new URL(address);
  const isExternal = url.origin !== checking.ownOrigin;
  const told = (result: Omit<LinkResult, 'url' | 'time_ms'>): LinkResult => ({
    url: address,
    ...result,
    time_ms: Math.round(performance.now() - started),
    ...(checking.ownOrigin === undefined ? {} : { is_external: isExternal }),
  });
  try {
    return told(await follow(url, checking, robots));
  } catch (error) {
    if (error instanceof PrivateAddress)
      return told({ code: 'private_address', error: `${url.host} is no public address; it was not asked` });
    if (error instanceof NotAllowed)
      return told({
        code: 'not_allowed',
        error: `the lists of origins keep ${error.message} out; it was not asked`,
      });
    const { name, message, code } = error as Error & { code?: string };
    if (name === 'TimeoutError')
      return told({ code: 'timeout', error: `no answer in ${checking.timeoutMs} ms` });
    return told({ code: 'broken', error: code ?? message });
  }
}

type Outcome = Omit<LinkResult, 'url' | 'time_ms'>;

async function follow(first: URL, checking: Checking, robots: Robots): Promise<Outcome> {
  let url = first;
  for (let steps = 0; steps <= MOST_REDIRECTS; steps++) {
    const way = steps > 0 ? { redirect_to: url.href, redirects: steps } : {};
    if (url.origin !== checking.ownOrigin && (await robots.forbids(url)))
      return { code: 'robots', error: `robots.txt of ${url.host} forbids it; it was not asked`, ...way };
    const anchor = anchorOf(first, url);
    const asked = await askEitherWay(url, anchor, checking);
    const target = isRedirect(asked.status) && asked.location ? URL.parse(asked.location, url.href) : null;
    if (target && /^https?:$/.test(target.protocol)) {
      url = target;
      continue;
    }
    const { status } = asked;
    if (status === 401 || status === 403 || status === 407) return { status, code: 'requires_auth', ...way };
    if (status >= 400 || status < 200) return { status, code: 'broken', ...way };
    if (anchor && asked.text && !hasAnchor(asked.text, anchor))
      return { status, code: 'missing_anchor', error: `no element has the id "${anchor}"`, ...way };
    return { status, code: steps > 0 ? 'redirect' : 'ok', ...way };
  }
  return { code: 'broken', redirects: MOST_REDIRECTS, error: `more than ${MOST_REDIRECTS} redirects` };
}

/** Some servers do not know HEAD, or answer it wrongly. */
async function askEitherWay(url: URL, anchor: string | undefined, checking: Checking): Promise<Asked> {
  if (anchor !== undefined) return askAddress(url, 'GET', checking, true);
  const head = await askAddress(url, 'HEAD', checking).catch((error: unknown) => {
    if (error instanceof PrivateAddress || error instanceof NotAllowed || checking.signal.aborted)
      throw error;
    if ((error as Error).name === 'TimeoutError') throw error;
    return undefined;
  });
  return head && head.status < 400 ? head : askAddress(url, 'GET', checking);
}

const isRedirect = (status: number) => status >= 300 && status < 400 && status !== 304;

/** The fragment of the link, which outlives redirects; `#top` and fragments of text are always there. */
function anchorOf(first: URL, url: URL): string | undefined {
  const fragment = (url.hash || first.hash).slice(1);
  if (fragment === '' || fragment.startsWith(':~:') || fragment.startsWith('!') || fragment.startsWith('/'))
    return undefined;
  const name = decoded(fragment.split(':~:')[0]!);
  return name === '' || name.toLowerCase() === 'top' ? undefined : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const ATTRIBUTE = /\s(?:id|name)\s*=\s*(?:"([^"]{0,500})"|'([^']{0,500})'|([^\s"'>]{1,500}))/gi;

function hasAnchor(html: string, name: string): boolean {
  for (const [, double, single, bare] of html.matchAll(ATTRIBUTE))
    if ((double ?? single ?? bare ?? '').replaceAll('&amp;', '&') === name) return true;
  return false;
}

/** How many of each kind. */
export function countCodes(results: readonly LinkResult[]): Partial<Record<Code, number>> {
  const counts = CODES.map((code) => [code, results.filter((one) => one.code === code).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

/** What needs attention comes first. */
export const worstFirst = (results: readonly LinkResult[]): readonly LinkResult[] => {
  const rank: Readonly<Record<Code, number>> = {
    broken: 0,
    missing_anchor: 1,
    timeout: 2,
    requires_auth: 3,
    redirect: 4,
    private_address: 5,
    not_allowed: 6,
    robots: 7,
    ok: 8,
  };
  return results.toSorted((one, other) => rank[one.code] - rank[other.code]);
};
