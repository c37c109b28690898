import { z } from 'zod';
import { listCookies } from '../../../engines/browser/context/storage.ts';
import { contextTool } from '../define-tool.ts';
import { ours, pages } from '../told.ts';

export const cookieGet = contextTool({
  name: 'browser_cookie_get',
  title: 'Cookie',
  summary: 'Show a cookie by name.',
  effect: 'read',
  input: { name: z.string().min(1) },
  hasData: true,
  faults: ['BROWSER_CRASHED'],
  async run({ args, context }) {
    const [cookie] = await listCookies(context, { name: args.name });
    const code = [{ part: 'context' as const, call: 'cookies' }];
    if (!cookie) return { results: [ours(`Cookie '${args.name}' not found`)], data: { cookie: null }, code };
    const { name, value, domain, path, httpOnly, secure, sameSite } = cookie;
    const words = `${name}=${value} (domain: ${domain}, path: ${path}, httpOnly: ${httpOnly}, secure: ${secure}, sameSite: ${sameSite})`;
    return { results: [pages(words)], data: { cookie }, code };
  },
});
