import { z } from 'zod';
import { listCookies } from '../../../engines/browser/context/storage.ts';
import { contextTool } from '../define-tool.ts';
import { ours, pages } from '../told.ts';

export const cookieList = contextTool({
  name: 'browser_cookie_list',
  title: 'Cookies',
  summary: 'List cookies, of a domain or path.',
  effect: 'read',
  input: { domain: z.string().optional(), path: z.string().optional() },
  hasData: true,
  faults: ['BROWSER_CRASHED'],
  async run({ args, context, deps }) {
    const isLean = deps.answers.style === 'lean';
    const filter = isLean ? { domain: args.domain, path: args.path } : { path: args.path };
    const found = await listCookies(context, filter);
    // playwright-mcp takes any part of a domain.
    const cookies = isLean ? found : found.filter(({ domain }) => domain.includes(args.domain ?? ''));
    const lines = cookies.map(
      ({ name, value, domain, path }) => `${name}=${value} (domain: ${domain}, path: ${path})`,
    );
    const code = [{ part: 'context' as const, call: 'cookies' }];
    const result = lines.length > 0 ? pages(lines.join('\n')) : ours('No cookies found');
    return { results: [result], data: { cookies }, code };
  },
});
