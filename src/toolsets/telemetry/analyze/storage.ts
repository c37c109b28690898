import { z } from 'zod';
import { defineLook } from './define-look.ts';
import { everyLook } from './look-arguments.ts';
import { readAllStorage } from './storage.page.ts';

const LONGEST = 500;

export const storage = defineLook({
  summary: 'Cookies, storages, databases, caches, quota.',
  input: z.object(everyLook),
  async run({ tab, signal, action }) {
    const outcome = await tab.perform({ action, isReading: true, signal }, async () => ({
      kept: await tab.cdp.run(readAllStorage, LONGEST),
      cookies: /^https?:/.test(tab.url) ? await tab.page.context().cookies(tab.url) : [],
    }));
    if (!outcome.value) tab.modals.assertFree();
    const { kept, cookies } = outcome.value!;
    const told = cookies.map(({ value, expires, name, ...rest }) => ({
      // Beside its name, so that the redaction knows what it is.
      cookie: `${name}=${value.slice(0, LONGEST)}`,
      length: value.length,
      ...rest,
      expires: expires < 0 ? 'with the session' : new Date(expires * 1000).toISOString(),
    }));
    const count = (part: object) => ('count' in part ? part.count : 0);
    return {
      summary: `${told.length} cookies, ${count(kept.local_storage)} items in localStorage, ${count(kept.session_storage)} in sessionStorage`,
      url: tab.url,
      cookies: told,
      ...kept,
    };
  },
});
