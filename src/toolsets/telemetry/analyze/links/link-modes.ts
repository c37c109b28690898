import { z } from 'zod';
import { defineMode } from '../../deps.ts';
import { trackedTab } from '../../tabs.ts';
import { defineLook } from '../define-look.ts';
import { everyLook, patience } from '../look-arguments.ts';
import { checkLinks, countCodes, type LinkResult, worstFirst } from './check-links.ts';
import { pageLinks } from './page-links.page.ts';

const USUAL_MS = 15_000;
const MOST_URLS = 1000;

const checking = {
  ...patience,
  max_workers: z.int().min(1).max(100).default(20).describe('At a time.'),
};

const words = (results: readonly LinkResult[]) =>
  Object.entries(countCodes(results))
    .map(([code, count]) => `${count} ${code}`)
    .join(', ');

/** How long all of them may take. */
const limitOf = (count: number, workers: number, ms: number) => Math.ceil(count / workers) * 3 * ms + 10_000;

export const linkHealth = defineLook({
  summary: 'Links that do not work.',
  input: z.object({
    ...everyLook,
    ...checking,
    domain: z.string().min(1).optional().describe('Only links there.'),
  }),
  limitMs: ({ timeout_ms: ms = USUAL_MS, max_workers: workers }) => limitOf(MOST_URLS, workers, ms),
  async run({ tab, args, deps, signal, action, progress }) {
    const { value } = await tab.perform({ action, isReading: true, signal }, () => tab.cdp.run(pageLinks));
    if (!value) tab.modals.assertFree();
    const { links = [], other = 0 } = value ?? {};
    const all = links.filter(({ href }) => isOf(args.domain, href));
    const asked = all.slice(0, MOST_URLS);
    const left = all.length - asked.length;
    const results = await checkLinks(
      asked.filter((link) => link.has_anchor === undefined).map(({ href }) => href),
      {
        ownOrigin: URL.parse(tab.url)?.origin,
        mayReach: (url) => deps.engine.mayReach(url),
        timeoutMs: args.timeout_ms ?? USUAL_MS,
        workers: args.max_workers,
        signal,
        progress,
      },
    );
    // Links within the page: it is there, so only their anchors are looked for.
    const within = asked
      .filter((link) => link.has_anchor !== undefined)
      .map(
        ({ href, has_anchor: has }): LinkResult => ({
          url: href,
          code: has ? 'ok' : 'missing_anchor',
          ...(has ? {} : { error: 'no element of the page has this id' }),
          time_ms: 0,
          is_external: false,
        }),
      );
    const byAddress = new Map(asked.map((link) => [link.href, link]));
    const told = worstFirst([...results, ...within]).map((one) => {
      const { text, count } = byAddress.get(one.url)!;
      return { ...one, text: text || undefined, count: count > 1 ? count : undefined };
    });
    return {
      summary: `${told.length} links: ${words(told) || 'none'}${left > 0 ? `; ${left} more were not checked` : ''}`,
      counts: { total: told.length, ...countCodes(told) },
      other_links: other || undefined,
      not_checked: left || undefined,
      results: told,
    };
  },
});

function isOf(domain: string | undefined, href: string): boolean {
  if (domain === undefined) return true;
  const { hostname = '' } = URL.parse(href) ?? {};
  const wanted = domain.toLowerCase().replace(/^\*?\./, '');
  return hostname === wanted || hostname.endsWith(`.${wanted}`);
}

const address = z.string().refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), {
  error: ({ input }) => `${JSON.stringify(input)} is no http or https address`,
});

export const linkValidation = defineMode({
  summary: 'The same of given ones.',
  input: z.object({ urls: z.array(address).min(1).max(MOST_URLS), ...checking }),
  timeoutMs: ({ urls, timeout_ms: ms = USUAL_MS, max_workers: workers }) => limitOf(urls.length, workers, ms),
  async run({ args, deps, signal, progress }) {
    const tab = await trackedTab(deps.engine);
    const results = await checkLinks([...new Set(args.urls)], {
      ownOrigin: tab && URL.parse(tab.url)?.origin,
      mayReach: (url) => deps.engine.mayReach(url),
      timeoutMs: args.timeout_ms ?? USUAL_MS,
      workers: args.max_workers,
      signal,
      progress,
    });
    return {
      summary: `${results.length} links: ${words(results)}`,
      data: {
        status: 'completed',
        total: results.length,
        counts: countCodes(results),
        results: worstFirst(results),
      },
    };
  },
});
