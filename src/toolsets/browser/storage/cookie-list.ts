import { z } from 'zod';
import { listCookies } from '../../../engines/browser/storage.ts';
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
  async run({ args, context }) {
    const cookies = await listCookies(context, { domain: args.domain, path: args.path });
    const lines = cookies.map(
      ({ name, value, domain, path }) => `${name}=${value} (domain: ${domain}, path: ${path})`,
    );
    const code = [{ part: 'context' as const, call: 'cookies' }];
    const result = lines.length > 0 ? pages(lines.join('\n')) : ours('No cookies found');
    return { results: [result], data: { cookies }, code };
  },
});
