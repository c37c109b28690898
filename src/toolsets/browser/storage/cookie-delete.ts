import { z } from 'zod';
import { deleteCookies } from '../../../engines/browser/context/storage.ts';
import { contextTool } from '../define-tool.ts';

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
