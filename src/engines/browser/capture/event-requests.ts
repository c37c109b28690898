import type { Request, Response } from 'playwright-core';
import type { Body, Headers, RequestData, Timings } from '../../../contract/network-data.ts';
import { given } from '../given.ts';
import { BodyCapture } from './body-capture.ts';
import type { CaptureHost } from './capture-host.ts';
import type { Place } from './frame-book.ts';
import { hasAuth, headerOf, setCookieOf } from './headers.ts';
import type { Scene } from './scene.ts';

/** Requests as Playwright tells of them, when they have ended. */
export class EventRequests {
  readonly #host: CaptureHost;
  readonly #bodies: BodyCapture;
  readonly #run: string;
  readonly #ids = new WeakMap<Request, string>();
  #count = 0;

  constructor(host: CaptureHost, run: string) {
    this.#host = host;
    this.#run = run;
    this.#bodies = new BodyCapture(host);
  }

  ended(request: Request, scene: Scene, place: Place): void {
    if (/^(data|about|chrome|moz-extension|resource):/i.test(request.url())) return;
    const time = this.#host.clock.micros();
    scene.later(this.#data(request, place).then((data) => scene.emit('request', time, data)));
  }

  async #data(request: Request, { url: pageUrl, ...place }: Place): Promise<RequestData> {
    const { privacy } = this.#host;
    const begun = request.existingResponse();
    // Of an answer that broke off nothing more can be asked for.
    const response = request.failure() ? null : begun;
    const [sent, received, sizes, remote, tls] = await Promise.all([
      request.headersArray().then(pairs, () => Object.entries(request.headers())),
      response?.headersArray().then(pairs, () => Object.entries(response.headers())),
      request.sizes().catch(() => undefined), // the page is gone
      response?.serverAddr().catch(() => null),
      response?.securityDetails().catch(() => null),
    ]);
    const shown = privacy.headers(sent);
    const answered = received && privacy.headers(received);
    const withheld = [...new Set([...shown.withheld, ...(answered?.withheld ?? [])])];
    const cookies = (received ?? []).filter(([name]) => name.toLowerCase() === 'set-cookie');
    const timing = request.timing();
    const failure = request.failure()?.errorText;
    const isEnded = timing.responseEnd >= 0;
    const mimeType = received && headerOf(received, 'content-type')?.split(';')[0]?.trim();
    const { requestBody, responseBody } = await this.#both(request, response, mimeType ?? '');
    const from = request.redirectedFrom();
    const to = request.redirectedTo();
    return {
      ...place,
      requestId: this.#idOf(request),
      method: request.method(),
      url: privacy.url(request.url()),
      ...(pageUrl && { pageUrl }),
      type: request.resourceType(),
      ...(request.isNavigationRequest() && { isNavigation: true as const }),
      state: failure === undefined ? 'done' : 'failed',
      ...(begun && { status: begun.status() }),
      ...(begun?.statusText() && { statusText: begun.statusText() }),
      ...(mimeType && { mimeType }),
      startTime: timing.startTime * 1_000,
      ms: isEnded ? timing.responseEnd : Math.max(0, this.#host.clock.micros() / 1_000 - timing.startTime),
      ...(response && { timings: phases(timing) }),
      requestHeaders: shown.headers,
      ...(answered && { responseHeaders: answered.headers }),
      ...(withheld.length > 0 && { withheldHeaders: withheld }),
      hasAuth: hasAuth(sent),
      ...(cookies.length > 0 && { setCookies: cookies.map(([, line]) => setCookieOf(line)) }),
      sizes: sizes
        ? {
            requestHeaders: sizes.requestHeadersSize,
            ...(sizes.requestBodySize > 0 && { requestBody: sizes.requestBodySize }),
            responseHeaders: sizes.responseHeadersSize,
            encodedBody: Math.max(0, sizes.responseBodySize),
            transfer: Math.max(0, sizes.responseBodySize) + sizes.responseHeadersSize,
          }
        : {},
      ...(response?.fromServiceWorker() && { fromServiceWorker: true as const }),
      ...(remote && { remoteAddress: `${remote.ipAddress}:${remote.port}` }),
      ...(from && { redirectedFrom: this.#idOf(from) }),
      ...(to && { redirectedTo: this.#idOf(to) }),
      ...(failure !== undefined && { failure }),
      ...(tls?.protocol && {
        tls: {
          protocol: tls.protocol,
          subject: tls.subjectName ?? '',
          issuer: tls.issuer ?? '',
          validFrom: tls.validFrom ?? 0,
          validTo: tls.validTo ?? 0,
        },
      }),
      ...(requestBody && { requestBody }),
      ...(responseBody && { responseBody }),
    };
  }

  async #both(request: Request, response: Response | null, mimeType: string) {
    const posted = request.postDataBuffer();
    const refused = this.#bodies.refused(request.url(), request.resourceType());
    const sentType = request.headers()['content-type'] ?? '';
    return {
      requestBody: posted ? (refused ?? (await this.#bodies.keep(posted, sentType))) : undefined,
      responseBody: response ? (refused ?? (await this.#received(response, mimeType))) : undefined,
    };
  }

  async #received(response: Response, mimeType: string): Promise<Body | undefined> {
    if (response.request().redirectedTo()) return undefined;
    try {
      const content = await response.body();
      if (content.length === 0) return undefined;
      if (content.length > this.#host.limits.body) return { withheld: 'too-large', length: content.length };
      return await this.#bodies.keep(content, mimeType);
    } catch {
      return { withheld: 'gone' };
    }
  }

  #idOf(request: Request): string {
    const known = this.#ids.get(request);
    if (known) return known;
    const from = request.redirectedFrom();
    const [, base, hop = '0'] = from ? (/^(.*?)(?:-(\d+))?$/.exec(this.#idOf(from)) ?? []) : [];
    const id = base === undefined ? `${this.#run}.${++this.#count}` : `${base}-${Number(hop) + 1}`;
    this.#ids.set(request, id);
    return id;
  }
}

const pairs = (headers: readonly { name: string; value: string }[]): Headers =>
  headers.map(({ name, value }) => [name, value]);

function phases(timing: ReturnType<Request['timing']>): Timings {
  const phase = (from: number, to: number) => (from >= 0 && to >= 0 ? Math.max(0, to - from) : undefined);
  return given({
    dns: phase(timing.domainLookupStart, timing.domainLookupEnd),
    connect: phase(timing.connectStart, timing.connectEnd),
    ssl: phase(timing.secureConnectionStart, timing.connectEnd),
    wait: phase(timing.requestStart, timing.responseStart),
    receive: phase(timing.responseStart, timing.responseEnd),
  });
}
