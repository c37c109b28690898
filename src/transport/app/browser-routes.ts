import type { PairedBrowser } from '../../contract/extension.ts';
import type { CallerName } from '../../kernel/owner.ts';
import { readJsonBody } from '../http-body.ts';
import type { HttpRoute } from '../http-routes.ts';
import { isFields } from '../message.ts';
import type { Callers } from './app-logins.ts';
import type { AppDoor } from './picture-routes.ts';

/** Browsers of the person's own, as whoever lets them in knows them. */
export interface AppBrowsers {
  list(caller: CallerName): Promise<readonly PairedBrowser[]>;
  pair(code: string, caller: CallerName): Promise<PairedBrowser>;
  revoke(id: string, caller: CallerName): Promise<void>;
}

const SMALL_BODY = 4096;

/** Which browsers are paired; a person confirms the code of one, or parts with one. */
export function browserRoutes(browsers: AppBrowsers, { guarded, answered }: AppDoor): HttpRoute[] {
  const list = async ([caller = '']: Callers) => ({ browsers: await browsers.list(caller) });
  const told = (path: string, act: (value: string, caller: CallerName) => Promise<unknown>): HttpRoute => ({
    method: 'POST',
    path: `/app/api/${path}`,
    needsKey: false,
    handle: guarded(async (request, response, _, callers) => {
      const body = await readJsonBody(request, response, SMALL_BODY);
      if (!body) return;
      const value = isFields(body.value) ? String(body.value.value ?? '') : '';
      await answered(response, async () => {
        await act(value, callers[0] ?? '');
        return list(callers);
      });
    }),
  });
  return [
    {
      method: 'GET',
      path: '/app/api/browsers',
      needsKey: false,
      handle: guarded((_, response, __, callers) => answered(response, () => list(callers))),
    },
    told('browsers/pair', (code, caller) => browsers.pair(code, caller)),
    told('browsers/part', (id, caller) => browsers.revoke(id, caller)),
  ];
}
