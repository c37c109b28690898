import type { BrowserContext, Disposable, Page, Route } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import { frameOf } from '../page/network-log.ts';

/** What is done to requests whose URL matches. */
export interface RouteRule {
  /** A glob such as `**\/api/users`, as Playwright takes them. */
  readonly pattern: string;
  /** Answer without asking the server: any of these three. */
  readonly status?: number | undefined;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
  /** With an answer of our own: its headers. Else added to the request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Taken out of the request. */
  readonly removeHeaders?: readonly string[] | undefined;
  /** Fail instead, as Playwright names it: `failed`, `connectionrefused`, `timedout`, `internetdisconnected`, … */
  readonly abort?: string | undefined;
  /** Wait so many milliseconds first. */
  readonly delay?: number | undefined;
  /** Only so many times. */
  readonly times?: number | undefined;
  readonly method?: string | undefined;
  /** Only requests of this type: document, script, image, xhr, fetch, … */
  readonly resourceType?: string | undefined;
}

export interface RouteInfo extends RouteRule {
  readonly hits: number;
}

const ABORT_CODES = new Set(
  'aborted accessdenied addressunreachable blockedbyclient blockedbyresponse connectionaborted connectionclosed connectionfailed connectionrefused connectionreset internetdisconnected namenotresolved timedout failed'.split(
    ' ',
  ),
);

interface Active {
  readonly rule: RouteRule;
  readonly handle: Disposable;
  hits: number;
}

/** The routes that a caller has set in one context. The newest that matches wins. */
export class Routes {
  readonly #context: BrowserContext;
  readonly #isOfOther: (page: Page) => boolean;
  readonly #active: Active[] = [];

  /** Pages that others have in the same context are left alone. */
  constructor(context: BrowserContext, isOfOther: (page: Page) => boolean) {
    this.#context = context;
    this.#isOfOther = isOfOther;
  }

  async add(rule: RouteRule): Promise<void> {
    check(rule);
    const active = { rule, hits: 0 };
    const handle = await this.#context.route(rule.pattern, async (route) => {
      const isOver = rule.times !== undefined && active.hits >= rule.times;
      const page = frameOf(route.request())?.page();
      if (isOver || !isMeant(route, rule) || (page && this.#isOfOther(page))) return route.fallback();
      active.hits++;
      return handleRoute(route, rule);
    });
    this.#active.push(Object.assign(active, { handle }));
  }

  list(): readonly RouteInfo[] {
    return this.#active.map(({ rule, hits }) => ({ ...rule, hits }));
  }

  /** Removes the routes of that pattern, or all of them. Says how many there were. */
  async remove(pattern?: string): Promise<number> {
    const going = this.#active.filter(({ rule }) => pattern === undefined || rule.pattern === pattern);
    for (const active of going) {
      this.#active.splice(this.#active.indexOf(active), 1);
      await active.handle.dispose();
    }
    return going.length;
  }
}

function check(rule: RouteRule): void {
  const problem = (() => {
    if (!rule.pattern) return 'the pattern is empty';
    if (rule.abort !== undefined && !ABORT_CODES.has(rule.abort)) return `"${rule.abort}" is no way to fail`;
    if (rule.status !== undefined && !(rule.status >= 100 && rule.status <= 599))
      return `${rule.status} is no status`;
    if (rule.delay !== undefined && !(rule.delay >= 0)) return 'the delay is negative';
    return undefined;
  })();
  if (problem) throw fault('INVALID_ROUTE', { problem });
}

function isMeant(route: Route, { method, resourceType }: RouteRule): boolean {
  const request = route.request();
  const isMethod = method === undefined || request.method() === method.toUpperCase();
  return isMethod && (resourceType === undefined || request.resourceType() === resourceType.toLowerCase());
}

async function handleRoute(route: Route, rule: RouteRule): Promise<void> {
  try {
    if (rule.delay) await new Promise((resolve) => setTimeout(resolve, rule.delay).unref());
    if (rule.abort !== undefined) return await route.abort(rule.abort);
    if (rule.status !== undefined || rule.body !== undefined || rule.contentType !== undefined) {
      return await route.fulfill(answer(rule));
    }
    return await route.fallback({ headers: changedHeaders(await route.request().allHeaders(), rule) });
  } catch {
    // The page or the whole context closed while the request waited here.
  }
}

function answer(rule: RouteRule) {
  return given({
    status: rule.status ?? 200,
    body: rule.body ?? '',
    contentType: rule.contentType,
    headers: rule.headers && { ...rule.headers },
  });
}

function changedHeaders(sent: Readonly<Record<string, string>>, rule: RouteRule): Record<string, string> {
  const removed = new Set((rule.removeHeaders ?? []).map((name) => name.toLowerCase()));
  const added = Object.entries(rule.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const kept = Object.entries(sent).filter(([name]) => !removed.has(name.toLowerCase()));
  return Object.fromEntries([...kept, ...added]);
}
