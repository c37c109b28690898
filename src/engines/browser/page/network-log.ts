import type { Frame, Request, Response } from 'playwright-core';
import type { Clock } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import { Ring } from './ring.ts';

/** One request of a page, as far as it has come. */
export interface RequestEntry {
  readonly number: number;
  readonly method: string;
  readonly url: string;
  /** document, stylesheet, script, image, font, xhr, fetch, eventsource, websocket, … */
  readonly type: string;
  readonly isNavigation: boolean;
  /** Microseconds since the epoch. */
  readonly time: number;
  /** Which document of the page it belongs to, counted from 0. */
  readonly document: number;
  /** The number of the request that was redirected to this one. */
  readonly redirectedFrom?: number;
  readonly state: 'pending' | 'done' | 'failed';
  readonly status?: number;
  readonly statusText?: string;
  readonly mimeType?: string;
  readonly fromServiceWorker?: boolean;
  /** Bytes of the response's body as they came over the network. */
  readonly size?: number;
  readonly ms?: number;
  readonly failure?: string;
}

export interface RequestHeaders {
  readonly request: Readonly<Record<string, string>>;
  readonly response?: Readonly<Record<string, string>>;
}

/** What the server said of the page's own document. */
export interface DocumentStatus {
  readonly status: number;
  readonly statusText: string;
}

interface Tracked {
  entry: RequestEntry;
  readonly request: Request;
  readonly started: number;
  /** It began while nothing was being done to the page. */
  readonly isUnasked: boolean;
}

/** The browser gives a body in one piece, which is in memory several times while it comes. */
const MOST_BODY = 32e6;
/** Requests that scripts make for data. */
export const DATA = new Set(['xhr', 'fetch']);

/** What a page asked of the network since it was opened. Bodies are fetched when asked for. */
export class NetworkLog {
  readonly #clock: Clock;
  readonly #ring: Ring<Tracked>;
  readonly #of = new WeakMap<Request, Tracked>();
  #document = 0;
  #arrival: DocumentStatus | undefined;

  constructor(clock: Clock, limit: number) {
    this.#clock = clock;
    this.#ring = new Ring(limit);
  }

  get last(): number {
    return this.#ring.last;
  }

  get dropped(): number {
    return this.#ring.dropped;
  }

  /** How many requests for data began within the last so many milliseconds; all, or only those of the page's own. */
  recent(ms: number, which: 'all' | 'unasked' = 'all'): number {
    const since = this.#clock.monotonic() - ms;
    let count = 0;
    for (let number = this.last; ; number--) {
      const tracked = this.#ring.get(number);
      if (!tracked || tracked.started < since) return count;
      if (DATA.has(tracked.entry.type) && (which === 'all' || tracked.isUnasked)) count++;
    }
  }

  started(request: Request, isUnasked = false): RequestEntry {
    const from = request.redirectedFrom();
    // The request for a new document is the first of that document.
    const opensDocument = request.isNavigationRequest() && !from && isMain(request);
    const redirectedFrom = from ? this.#of.get(from)?.entry.number : undefined;
    const tracked = this.#ring.add((number) => ({
      entry: {
        number,
        method: request.method(),
        url: request.url(),
        type: request.resourceType(),
        isNavigation: request.isNavigationRequest(),
        time: this.#clock.micros(),
        document: opensDocument ? ++this.#document : this.#document,
        ...(redirectedFrom !== undefined && { redirectedFrom }),
        state: 'pending',
      },
      request,
      started: this.#clock.monotonic(),
      isUnasked,
    }));
    this.#of.set(request, tracked);
    return tracked.entry;
  }

  get documents(): number {
    return this.#document;
  }

  /** Of the document that the page shows, as far as it came over the network. */
  get arrival(): DocumentStatus | undefined {
    return this.#arrival;
  }

  /** Another address is about to be opened. */
  opening(): void {
    this.#arrival = undefined;
  }

  answered(response: Response): void {
    const request = response.request();
    if (request.isNavigationRequest() && isMain(request))
      this.#arrival = { status: response.status(), statusText: response.statusText() };
    const tracked = this.#of.get(request);
    if (!tracked) return;
    const mimeType = response.headers()['content-type']?.split(';')[0]?.trim();
    tracked.entry = {
      ...tracked.entry,
      status: response.status(),
      statusText: response.statusText(),
      ...(mimeType && { mimeType }),
      ...(response.fromServiceWorker() && { fromServiceWorker: true }),
    };
  }

  /** Gives the entry when its size is known as well. */
  async finished(request: Request): Promise<RequestEntry | undefined> {
    const tracked = this.#of.get(request);
    if (!tracked) return undefined;
    const { responseEnd } = request.timing();
    const ms = responseEnd >= 0 ? responseEnd : this.#clock.monotonic() - tracked.started;
    tracked.entry = { ...tracked.entry, state: 'done', ms: rounded(ms) };
    const size = await request.sizes().then(
      (sizes) => Math.max(0, sizes.responseBodySize),
      () => undefined, // the page is gone
    );
    if (size !== undefined) tracked.entry = { ...tracked.entry, size };
    return tracked.entry;
  }

  failed(request: Request): RequestEntry | undefined {
    const tracked = this.#of.get(request);
    if (!tracked) return undefined;
    tracked.entry = {
      ...tracked.entry,
      state: 'failed',
      ms: rounded(this.#clock.monotonic() - tracked.started),
      failure: request.failure()?.errorText ?? 'failed',
    };
    return tracked.entry;
  }

  /** All that are kept; with `document` only those of the present document. */
  list(options: { document?: 'current' } = {}): readonly RequestEntry[] {
    const all = this.#ring.all().map((tracked) => tracked.entry);
    return options.document ? all.filter((entry) => entry.document === this.#document) : all;
  }

  since(number: number): readonly RequestEntry[] {
    return this.#ring.since(number).map((tracked) => tracked.entry);
  }

  entry(number: number): RequestEntry {
    return this.#tracked(number).entry;
  }

  async headers(number: number): Promise<RequestHeaders> {
    const { request } = this.#tracked(number);
    const response = request.existingResponse();
    const sent = await request.allHeaders().catch(() => request.headers());
    if (!response) return { request: sent };
    return { request: sent, response: await response.allHeaders().catch(() => response.headers()) };
  }

  /** Those that the page itself set and was given, as Playwright has them at hand. */
  ownHeaders(number: number): RequestHeaders {
    const { request } = this.#tracked(number);
    const response = request.existingResponse();
    return { request: request.headers(), ...(response && { response: response.headers() }) };
  }

  requestBody(number: number): Buffer | undefined {
    return this.#tracked(number).request.postDataBuffer() ?? undefined;
  }

  async responseBody(number: number): Promise<Buffer> {
    const { request, entry } = this.#tracked(number);
    const response = request.existingResponse();
    if (!response)
      throw fault('BODY_GONE', { url: entry.url, why: entry.failure ?? 'there is no response yet' });
    if ((entry.size ?? 0) > MOST_BODY) {
      const why = `it has ${Math.round(entry.size! / 1e6)} MB, and at most ${MOST_BODY / 1e6} are read`;
      throw fault('BODY_GONE', { url: entry.url, why });
    }
    try {
      return await response.body();
    } catch (cause) {
      throw fault('BODY_GONE', { url: entry.url, why: whyGone(entry) }, cause);
    }
  }

  clear(): void {
    this.#ring.clear();
  }

  #tracked(number: number): Tracked {
    const tracked = this.#ring.get(number);
    if (!tracked) throw fault('NO_SUCH_REQUEST', { number, count: this.#ring.last });
    return tracked;
  }
}

function whyGone(entry: RequestEntry): string {
  if (entry.status !== undefined && entry.status >= 300 && entry.status < 400) return 'a redirect has none';
  return entry.state === 'pending' ? 'it is still under way' : 'the browser has let go of it';
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;

/** Undefined for a service worker's request, and for the first ones of a page that is not there yet. */
export function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

const isMain = (request: Request) => !frameOf(request)?.parentFrame();
