import { deleteCookies } from '../../../engines/browser/context/storage.ts';
import { contextTool } from '../define-tool.ts';

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
