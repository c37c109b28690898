import { z } from 'zod';
import {
  deleteCookies,
  PageStorage,
  type StorageKind,
  setCookie,
} from '../../../engines/browser/context/storage.ts';
import { actionTool, PAGE_FAULTS } from './action-tool.ts';
import { badArguments, onTab } from './place.ts';

const word = z.string().min(1).optional();
const asked = z.string().min(1);
const storageType = z.enum(['localStorage', 'sessionStorage', 'all']).optional();
const url = word.describe('An address that the cookie is for.');
const domain = word.describe('example.com.');

const getCookies = onTab({
  summary: 'The cookies of the browser, or those that given addresses would be sent.',
  input: {
    url,
    urls: z.array(z.string().min(1)).optional().describe('Several.'),
    name: word,
  },
  async run(_tab, { context, args }) {
    const { url, urls = [], name } = args;
    const found = await context.context.cookies(url === undefined ? [...urls] : [url, ...urls]);
    return { cookies: name === undefined ? found : found.filter((cookie) => cookie.name === name) };
  },
});

const setCookieMode = onTab({
  summary: 'Sets a cookie, for the address of the page unless another is named.',
  input: {
    name: asked,
    value: z.string(),
    url,
    domain,
    path: word,
    secure: z.boolean().optional(),
    httpOnly: z.boolean().optional(),
    sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
    expires: z.number().optional().describe('Unix seconds.'),
  },
  async run(tab, { context, args }) {
    const { instanceId: _instance, tabId: _tab, url, ...cookie } = args;
    const host = url === undefined ? undefined : URL.parse(url)?.hostname;
    if (url !== undefined && !host) throw badArguments('browser_network', `"url" is no address: ${url}`);
    await setCookie(context, tab, { ...cookie, domain: cookie.domain ?? host });
    return { success: true, name: cookie.name };
  },
});

const clearCookies = onTab({
  summary: 'Deletes cookies: all, or those of a name or domain.',
  input: { name: word, domain, path: word },
  async run(_tab, { context, args }) {
    const { name, domain, path } = args;
    return { success: true, cleared: await deleteCookies(context, { name, domain, path }) };
  },
});

const setHeaders = onTab({
  summary: 'Headers that every request of the tab carries from now on; an empty object takes them off.',
  input: { headers: z.record(z.string(), z.string()).describe('By name.') },
  async run(tab, { args }) {
    await tab.page.setExtraHTTPHeaders(args.headers);
    return { success: true, headers: Object.keys(args.headers) };
  },
});

const intercept = onTab({
  summary: 'Blocks requests that match; enabled false lets everything pass again.',
  input: {
    enabled: z.boolean().optional().describe('Default true.'),
    patterns: z
      .array(
        z.object({
          urlPattern: z.string().min(1).optional().describe('* is anything.'),
          resourceType: z.string().min(1).optional().describe('image, script, …'),
        }),
      )
      .optional()
      .describe('What to block.'),
  },
  async run(_tab, { context, args }) {
    const { enabled = true, patterns = [] } = args;
    if (enabled && patterns.length === 0)
      throw badArguments('browser_network', 'intercept needs "patterns", such as [{"urlPattern":"*/ads/*"}]');
    const blocked = context.routes.list().reduce((sum, { hits }) => sum + hits, 0);
    await context.routes.remove();
    for (const { urlPattern = '*', resourceType } of enabled ? patterns : []) {
      // Theirs crosses slashes with one star.
      const pattern = urlPattern.replaceAll(/\*+/g, '**');
      await context.routes.add({ pattern, resourceType, abort: 'blockedbyclient' });
    }
    return { success: true, enabled, patterns: enabled ? patterns : [], blockedBefore: blocked };
  },
});

const kindsOf = (
  type: z.output<typeof storageType>,
  fallback: 'localStorage' | 'all',
): readonly StorageKind[] =>
  (type ?? fallback) === 'all'
    ? ['localStorage', 'sessionStorage']
    : [(type ?? 'localStorage') as StorageKind];

const getStorage = onTab({
  summary: "The page's local or session storage, whole or one key.",
  input: { storageType, key: word },
  async run(tab, { args }) {
    const { storageType: type = 'localStorage', key } = args;
    const lists = await Promise.all(
      kindsOf(type, 'localStorage').map(async (kind) => {
        const items = await new PageStorage(tab, kind).list();
        const wanted = items.filter(({ name }) => key === undefined || name === key);
        return [kind, Object.fromEntries(wanted.map(({ name, value }) => [name, value]))] as const;
      }),
    );
    return { storage: type === 'all' ? Object.fromEntries(lists) : lists[0]![1], storageType: type };
  },
});

const setStorage = onTab({
  summary: "Writes a key of the page's local or session storage.",
  input: { storageType, key: asked, value: z.string() },
  async run(tab, { args }) {
    const { storageType: type, key, value } = args;
    for (const kind of kindsOf(type, 'localStorage')) await new PageStorage(tab, kind).set(key, value);
    return { success: true, key, storageType: type ?? 'localStorage' };
  },
});

const clearStorage = onTab({
  summary: "Empties the page's local storage, session storage or both.",
  input: { storageType },
  async run(tab, { args }) {
    const type = args.storageType;
    for (const kind of kindsOf(type, 'all')) await new PageStorage(tab, kind).clear();
    return { success: true, storageType: type ?? 'all' };
  },
});

export const networkTool = actionTool({
  name: 'browser_network',
  title: 'Network and storage',
  summary: 'Cookies, headers, blocked requests, local and session storage.',
  effect: 'write',
  modes: {
    get_cookies: getCookies,
    set_cookie: setCookieMode,
    clear_cookies: clearCookies,
    set_headers: setHeaders,
    intercept,
    get_storage: getStorage,
    set_storage: setStorage,
    clear_storage: clearStorage,
  },
  faults: [...PAGE_FAULTS, 'NO_STORAGE_HERE', 'INVALID_ROUTE'],
});
