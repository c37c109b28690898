import type { Body, RequestData, Timings } from '../../../contract/network-data.ts';
import { given } from '../given.ts';
import type { DevToolsSession, NetworkResponse, Payload } from './devtools.ts';
import type { Place } from './frame-book.ts';
import { hasAuth, headerList, setCookieOf } from './headers.ts';
import { initiatorOf } from './locations.ts';
import type { Scene } from './scene.ts';

export type Started = Payload<'Network.requestWillBeSent'>;
type SentExtra = Payload<'Network.requestWillBeSentExtraInfo'>;
type ReceivedExtra = Payload<'Network.responseReceivedExtraInfo'>;

export interface ExchangeEnd {
  readonly state: RequestData['state'];
  /** Seconds of the network clock. */
  readonly at: number;
  readonly transfer?: number;
  readonly failure?: Payload<'Network.loadingFailed'>;
  readonly redirectedTo?: string;
}

/** One request and its answer, put together from the pieces as they come. A redirect makes another one. */
export class Exchange {
  readonly id: string;
  readonly scene: Scene;
  readonly started: Started;
  readonly place: Place;
  readonly redirectedFrom: string | undefined;
  /** Whom to ask for the body. */
  session: DevToolsSession;
  type: string;
  response: NetworkResponse | undefined;
  hasExtraInfo = false;
  sentExtra: SentExtra | undefined;
  receivedExtra: ReceivedExtra | undefined;
  isFromMemory = false;
  decodedBytes = 0;
  requestBody: Promise<Body | undefined> | undefined;

  constructor(
    id: string,
    scene: Scene,
    session: DevToolsSession,
    place: Place,
    started: Started,
    redirectedFrom: string | undefined,
  ) {
    this.id = id;
    this.scene = scene;
    this.session = session;
    this.place = place;
    this.started = started;
    this.redirectedFrom = redirectedFrom;
    this.type = (started.type ?? 'Other').toLowerCase();
  }

  get url(): string {
    const { url, urlFragment = '' } = this.started.request;
    return this.scene.host.privacy.url(url + urlFragment);
  }

  get mimeType(): string {
    return this.response?.mimeType ?? '';
  }

  /** Headers as they really went over the network, cookies included, where the browser told. */
  get requestHeaders() {
    return headerList(
      this.sentExtra?.headers ?? this.response?.requestHeaders ?? this.started.request.headers,
    );
  }

  get responseHeaders() {
    return headerList(this.receivedExtra?.headers ?? this.response?.headers);
  }

  /** What is told of it, bodies apart. */
  data(end: ExchangeEnd, idOf: (requestId: string) => string | undefined): RequestData {
    const { started, response, scene } = this;
    const { privacy } = scene.host;
    const sent = privacy.headers(this.requestHeaders);
    const received = response ? privacy.headers(this.responseHeaders) : undefined;
    const withheld = [...new Set([...sent.withheld, ...(received?.withheld ?? [])])];
    const { url: pageUrl, ...rest } = this.place;
    const initiator = initiatorOf(started.initiator, idOf);
    const timing = this.isFromMemory ? undefined : response?.timing;
    const timings = timing && timingsOf(timing, started.timestamp, end.at);
    return {
      ...rest,
      requestId: this.id,
      method: started.request.method,
      url: this.url,
      ...(pageUrl && { pageUrl }),
      type: this.type,
      ...(started.requestId === started.loaderId && { isNavigation: true as const }),
      state: end.state,
      ...this.#answer(),
      startTime: scene.time.wall(started.wallTime * 1_000),
      ms: Math.round((end.at - started.timestamp) * 1e6) / 1e3,
      ...(timings && { timings }),
      requestHeaders: sent.headers,
      ...(received && { responseHeaders: received.headers }),
      ...(withheld.length > 0 && { withheldHeaders: withheld }),
      hasAuth: hasAuth(this.requestHeaders),
      ...this.#cookies(),
      sizes: this.#sizes(end),
      priority: started.request.initialPriority,
      ...(initiator && { initiator }),
      ...(this.redirectedFrom && { redirectedFrom: this.redirectedFrom }),
      ...(end.redirectedTo && { redirectedTo: end.redirectedTo }),
      ...failed(end.failure),
    };
  }

  #answer() {
    const { response, receivedExtra } = this;
    if (!response) return {};
    const { mimeType, protocol, remoteIPAddress, remotePort, connectionId, securityDetails } = response;
    const network = response.fromPrefetchCache ? ('prefetch' as const) : undefined;
    const fromCache = this.isFromMemory ? 'memory' : response.fromDiskCache ? 'disk' : network;
    return {
      // A revalidated answer is told as the 200 of the cache; the network said 304.
      status: receivedExtra?.statusCode ?? response.status,
      ...(response.statusText && { statusText: response.statusText }),
      ...(protocol && { protocol }),
      ...(mimeType && { mimeType }),
      ...(fromCache && { fromCache }),
      ...(response.fromServiceWorker && { fromServiceWorker: true as const }),
      ...(remoteIPAddress && { remoteAddress: `${remoteIPAddress}:${remotePort ?? 0}` }),
      ...(connectionId > 0 && { connection: String(connectionId) }),
      ...(securityDetails && {
        tls: {
          protocol: securityDetails.protocol,
          subject: securityDetails.subjectName,
          issuer: securityDetails.issuer,
          validFrom: securityDetails.validFrom,
          validTo: securityDetails.validTo,
        },
      }),
    };
  }

  #cookies() {
    const blocked = new Map(
      (this.receivedExtra?.blockedCookies ?? []).map((cookie) => [cookie.cookieLine, cookie.blockedReasons]),
    );
    const lines = this.responseHeaders.filter(([name]) => name.toLowerCase() === 'set-cookie');
    const setCookies = lines.map(([, line]) => setCookieOf(line, blocked.get(line)));
    return setCookies.length > 0 ? { setCookies } : {};
  }

  #sizes(end: ExchangeEnd): RequestData['sizes'] {
    const { response, receivedExtra, started } = this;
    const posted = started.request.postDataEntries?.reduce(
      (sum, { bytes = '' }) => sum + Buffer.byteLength(bytes, 'base64'),
      0,
    );
    const text = this.sentExtra ? headerBytes(this.requestHeaders) : undefined;
    const headers = receivedExtra?.headersText?.length ?? (response && headerBytes(this.responseHeaders));
    const isCached = this.isFromMemory || response?.fromDiskCache === true;
    const transfer = isCached ? 0 : end.transfer;
    return {
      ...(text !== undefined && { requestHeaders: text }),
      ...(posted !== undefined && { requestBody: posted }),
      ...(headers !== undefined && { responseHeaders: headers }),
      ...(transfer !== undefined && {
        encodedBody: Math.max(0, transfer - (headers ?? 0)),
        transfer: Math.round(transfer),
      }),
      ...(response && { decodedBody: this.decodedBytes }),
    };
  }
}

/** Seconds by which the two ends of the browser may differ over when a request began. */
const CLOCK_SLACK = 0.05;

const headerBytes = (headers: readonly (readonly [string, string])[]) =>
  headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 2);

function failed(failure: ExchangeEnd['failure']) {
  if (!failure) return {};
  const { errorText, canceled, blockedReason, corsErrorStatus } = failure;
  return {
    failure: errorText || (canceled ? 'canceled' : 'failed'),
    ...(canceled && { isCanceled: true as const }),
    ...(blockedReason && { blockedReason }),
    ...(corsErrorStatus && { corsError: corsErrorStatus.corsError }),
  };
}

const rounded = (ms: number) => Math.round(Math.max(0, ms) * 1_000) / 1_000;

/**
 * The phases of a request as HAR names them. Begin and end are seconds of the network clock. What comes from a cache
 * may be told with the times of the request that once brought it there: these are not its own.
 */
export function timingsOf(
  timing: NonNullable<NetworkResponse['timing']>,
  begin: number,
  end: number,
): Timings | undefined {
  if (timing.requestTime < begin - CLOCK_SLACK) return undefined;
  const phase = (from: number, to: number) => (from >= 0 && to >= 0 ? rounded(to - from) : undefined);
  const starts = [timing.dnsStart, timing.connectStart, timing.sendStart].filter((ms) => ms >= 0);
  const queued = (timing.requestTime - begin) * 1_000;
  const headersAt = timing.receiveHeadersEnd;
  return given({
    blocked: starts.length > 0 ? rounded(queued + Math.min(...starts)) : undefined,
    dns: phase(timing.dnsStart, timing.dnsEnd),
    connect: phase(timing.connectStart, timing.connectEnd),
    ssl: phase(timing.sslStart, timing.sslEnd),
    send: phase(timing.sendStart, timing.sendEnd),
    wait: phase(timing.sendEnd, headersAt),
    receive: headersAt >= 0 ? rounded((end - timing.requestTime) * 1_000 - headersAt) : undefined,
  });
}
