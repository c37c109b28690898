import type { CallerName } from '../kernel/owner.ts';
import type { Journal } from '../session/journal.ts';
import { sendValue } from './http-answer.ts';
import type { HttpRoute } from './http-routes.ts';

export interface Status {
  /** What runs. */
  health(caller: CallerName): object;
  /** The same in numbers, as text of that type. */
  metrics(): Promise<{ readonly type: string; readonly text: string }>;
  readonly journal: Journal;
}

/** How it is, and who called what. */
export function statusRoutes({ health, metrics, journal }: Status): HttpRoute[] {
  const get = (path: string, handle: HttpRoute['handle']): HttpRoute => ({
    method: 'GET',
    path,
    needsKey: true,
    handle,
  });
  return [
    get('/metrics', async (_, response) => {
      const { type, text } = await metrics();
      response.writeHead(200, { 'content-type': type }).end(text);
    }),
    get('/health', (_, response, __, caller) => sendValue(response, 200, health(caller))),
    get('/journal', (_, response, url, caller) => {
      const given = Object.fromEntries(url.searchParams);
      const limit = Math.min(Math.max(Number(given.limit) || 100, 1), 1000);
      const entries = journal.query({ ...given, limit, caller });
      sendValue(response, 200, { entries, ...journal.totals(caller) });
    }),
  ];
}
