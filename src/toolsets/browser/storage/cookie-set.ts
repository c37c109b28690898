import { z } from 'zod';
import { setCookie } from '../../../engines/browser/storage.ts';
import { options } from '../codegen/code-step.ts';
import { contextTool } from '../define-tool.ts';

export const cookieSet = contextTool({
  name: 'browser_cookie_set',
  title: 'Set cookie',
  summary: "Set a cookie; without domain, of the page's own address.",
  effect: 'write',
  idempotent: true,
  input: {
    name: z.string().min(1),
    value: z.string(),
    domain: z.string().min(1).optional(),
    path: z.string().min(1).optional(),
    expires: z.number().optional().describe('Unix seconds.'),
    httpOnly: z.boolean().optional(),
    secure: z.boolean().optional(),
    sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  },
  faults: ['NO_STORAGE_HERE', 'ACTION_FAILED', 'BROWSER_CRASHED'],
  async run({ args, context }) {
    const { name, value, domain, path, expires, httpOnly, secure, sameSite } = args;
    const cookie = { name, value, domain, path, expires, httpOnly, secure, sameSite };
    await setCookie(context, await context.tab(args.tab), cookie);
    const settings = options(cookie);
    const code = settings ? [{ part: 'context' as const, call: 'addCookies', args: [[settings]] }] : [];
    return { done: `Set cookie ${name}.`, code };
  },
});
