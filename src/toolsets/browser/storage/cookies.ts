import { z } from 'zod';
import {
  deleteCookies,
  isOfDomain,
  listCookies,
  setCookie,
} from '../../../engines/browser/context/storage.ts';
import { ownText, pageText } from '../../../report/browser-result.ts';
import { type CodeStep, options } from '../../../report/code/code-step.ts';
import { contextTool, inTab } from '../define-tool.ts';

export const cookieList = contextTool({
  name: 'browser_cookie_list',
  title: 'Cookies',
  summary: 'List cookies, of a domain or path.',
  effect: 'read',
  input: {
    domain: z.string().optional().describe('Only of this one.'),
    path: z.string().optional().describe('Only of this one.'),
  },
  faults: ['BROWSER_CRASHED'],
  async run({ args: { domain, path }, context }) {
    const all = await listCookies(context, { path });
    const ofDomain = all.filter((cookie) => isOfDomain(cookie, domain));
    const code = [{ part: 'context' as const, call: 'cookies' }];
    return { view: { kind: 'cookies', all, ofDomain, domain }, code };
  },
});

export const cookieGet = contextTool({
  name: 'browser_cookie_get',
  title: 'Cookie',
  summary: 'Show a cookie by name.',
  effect: 'read',
  input: { name: z.string().min(1) },
  faults: ['BROWSER_CRASHED'],
  async run({ args, context }) {
    const [cookie] = await listCookies(context, { name: args.name });
    const code = [{ part: 'context' as const, call: 'cookies' }];
    if (!cookie)
      return { results: [ownText(`Cookie '${args.name}' not found`)], data: { cookie: null }, code };
    const { name, value, domain, path, httpOnly, secure, sameSite } = cookie;
    const words = `${name}=${value} (domain: ${domain}, path: ${path}, httpOnly: ${httpOnly}, secure: ${secure}, sameSite: ${sameSite})`;
    return { results: [pageText(words)], data: { cookie }, code };
  },
});

export const cookieSet = contextTool({
  name: 'browser_cookie_set',
  title: 'Set cookie',
  summary: "Set a cookie; without domain, of the page's own address.",
  effect: 'write',
  idempotent: true,
  input: {
    name: z.string().min(1),
    value: z.string(),
    domain: z.string().min(1).optional().describe('example.com.'),
    path: z.string().min(1).optional().describe('/.'),
    expires: z.number().optional().describe('Unix seconds.'),
    httpOnly: z.boolean().optional(),
    secure: z.boolean().optional(),
    sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
    ...inTab,
  },
  faults: ['NO_STORAGE_HERE', 'ACTION_FAILED', 'BROWSER_CRASHED'],
  async run({ args, context }) {
    const { name, value, domain, path, expires, httpOnly, secure, sameSite } = args;
    const cookie = { name, value, domain, path, expires, httpOnly, secure, sameSite };
    const tab = await context.tab(args.tab);
    await setCookie(context, tab, cookie);
    const site = { domain: domain ?? URL.parse(tab.url)?.hostname, path: path ?? '/' };
    const whole = { name, value, ...site, expires, httpOnly, secure, sameSite };
    const code: CodeStep = {
      part: 'context',
      call: 'addCookies',
      args: [[options(whole)!]],
      typescript: `await page.context().addCookies([${JSON.stringify(whole)}]);`,
    };
    return { done: `Set cookie ${name}.`, code: [code] };
  },
});

export const cookieDelete = contextTool({
  name: 'browser_cookie_delete',
  title: 'Delete cookie',
  summary: 'Delete the cookies of a name.',
  effect: 'destroy',
  idempotent: true,
  input: { name: z.string().min(1) },
  faults: ['BROWSER_CRASHED'],
  async run({ args, context }) {
    const count = await deleteCookies(context, { name: args.name });
    const code = [
      { part: 'context' as const, call: 'clearCookies', args: [{ options: { name: args.name } }] },
    ];
    return { done: `Deleted ${count} cookie(s).`, code };
  },
});

export const cookieClear = contextTool({
  name: 'browser_cookie_clear',
  title: 'Clear cookies',
  summary: 'Delete all cookies.',
  effect: 'destroy',
  idempotent: true,
  input: {},
  faults: ['BROWSER_CRASHED'],
  async run({ context }) {
    const count = await deleteCookies(context);
    return { done: `Deleted ${count} cookie(s).`, code: [{ part: 'context', call: 'clearCookies' }] };
  },
});
