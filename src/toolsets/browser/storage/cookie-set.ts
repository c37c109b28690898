import { z } from 'zod';
import { setCookie } from '../../../engines/browser/context/storage.ts';
import { type CodeLine, type CodeStep, options } from '../codegen/code-step.ts';
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
  async run({ args, context, deps }) {
    const { name, value, domain, path, expires, httpOnly, secure, sameSite } = args;
    const cookie = { name, value, domain, path, expires, httpOnly, secure, sameSite };
    const tab = await context.tab(args.tab);
    await setCookie(context, tab, cookie);
    const place = { domain: domain ?? URL.parse(tab.url)?.hostname, path: path ?? '/' };
    const whole = { name, value, ...place, expires, httpOnly, secure, sameSite };
    const settings = options(whole);
    const code: CodeLine | CodeStep =
      deps.answers.codegen === 'typescript'
        ? { line: `await page.context().addCookies([${JSON.stringify(whole)}]);` }
        : { part: 'context', call: 'addCookies', args: [[settings!]] };
    return { done: `Set cookie ${name}.`, code: [code] };
  },
});
