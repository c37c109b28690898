import { setTimeout as pause } from 'node:timers/promises';
import type { Body } from '../../../contract/network-data.ts';
import { BodyCapture } from './body-capture.ts';
import type { CaptureHost } from './capture-host.ts';
import type { DevToolsSession, Payload } from './devtools.ts';
import { Exchange, type ExchangeEnd, type Started } from './exchange.ts';
import { ExtraInfos } from './extra-infos.ts';
import { headerOf } from './headers.ts';
import type { Scene } from './scene.ts';
import type { SourceMaps } from './source-maps.ts';

/** Extra headers of an answer may come a moment after its end. */
const PATIENCE_MS = 300;
const NOT_NETWORK = /^(data|chrome|chrome-extension|devtools|chrome-error|about):/i;

/**
 * All requests of one browser, from whichever target they are told: a worker's script is asked for by its page and
 * answered to the worker, and the ids are the same.
 */
export class RequestCapture {
  readonly #bodies: BodyCapture;
  readonly #maps: SourceMaps;
  readonly #run: string;
  readonly #open = new Map<string, Exchange>();
  readonly extras = new ExtraInfos();
  /** Our ids of requests that have ended lately, for those who speak of them. */
  readonly #ids = new Map<string, string>();
  /** The status of documents, for their navigation. */
  readonly #statuses = new Map<string, number>();
  #count = 0;

  constructor(host: CaptureHost, maps: SourceMaps, run: string) {
    this.#bodies = new BodyCapture(host);
    this.#maps = maps;
    this.#run = run;
  }

  idOf(requestId: string): string | undefined {
    return this.#open.get(requestId)?.id ?? this.#ids.get(requestId);
  }

  statusOf(documentId: string): number | undefined {
    return this.#open.get(documentId)?.response?.status ?? this.#statuses.get(documentId);
  }

  started(session: DevToolsSession, scene: Scene, event: Started): void {
    if (NOT_NETWORK.test(event.request.url)) return;
    scene.time.learn(event.timestamp, event.wallTime);
    const before = this.#open.get(event.requestId);
    const hop = before ? this.#redirected(before, event) : undefined;
    const id = hop ?? `${this.#run}.${++this.#count}`;
    const isNavigation = event.requestId === event.loaderId;
    const frame = scene.frames.place(event.frameId);
    // The document that is asked for is the page itself, not the one before it.
    const isPage = isNavigation && (event.frameId === undefined || scene.frames.isMain(event.frameId));
    const at = isPage ? { url: scene.host.privacy.url(event.documentURL) } : frame;
    const place = session.worker === undefined ? at : { ...at, worker: session.worker };
    const exchange = new Exchange(id, scene, session, place, event, before?.id);
    this.#open.set(event.requestId, exchange);
    this.extras.start(event.requestId, exchange);
    exchange.requestBody = this.#bodies.ofRequest(exchange);
  }

  servedFromCache({ requestId }: Payload<'Network.requestServedFromCache'>): void {
    const exchange = this.#open.get(requestId);
    if (exchange) exchange.isFromMemory = true;
  }

  answered(session: DevToolsSession, event: Payload<'Network.responseReceived'>): void {
    const exchange = this.#open.get(event.requestId);
    if (!exchange) return;
    exchange.session = session;
    exchange.response = event.response;
    exchange.hasExtraInfo = event.hasExtraInfo;
    if (event.type) exchange.type = event.type.toLowerCase();
  }

  received({ requestId, dataLength }: Payload<'Network.dataReceived'>): void {
    const exchange = this.#open.get(requestId);
    if (exchange) exchange.decodedBytes += dataLength;
  }

  finished(session: DevToolsSession, event: Payload<'Network.loadingFinished'>): void {
    const exchange = this.#open.get(event.requestId);
    if (!exchange) return;
    exchange.session = session;
    this.#end(exchange, { state: 'done', at: event.timestamp, transfer: event.encodedDataLength });
  }

  failed(event: Payload<'Network.loadingFailed'>): void {
    const exchange = this.#open.get(event.requestId);
    if (exchange) this.#end(exchange, { state: 'failed', at: event.timestamp, failure: event });
  }

  /**
   * A page shows another document. Of what the one before had under way nothing more may be heard, though it was
   * answered: it is told as far as it came.
   */
  documentLeft(scene: Scene, nextDocument: string): void {
    const left = [...this.#open.values()].filter(
      ({ scene: own, started, place }) =>
        own === scene && started.loaderId !== nextDocument && place.worker === undefined,
    );
    if (left.length === 0) return;
    const tell = async () => {
      await pause(PATIENCE_MS);
      for (const exchange of left)
        if (this.#open.get(exchange.started.requestId) === exchange) this.#lost(exchange);
    };
    scene.later(tell());
  }

  /** A page went away: what it had under way is told as it stood. */
  left(scene: Scene): void {
    for (const exchange of this.#open.values()) {
      if (exchange.scene === scene) this.#lost(exchange);
    }
  }

  #lost(exchange: Exchange): void {
    const { scene, started } = exchange;
    const age = Math.max(0, (scene.time.now() - scene.time.wall(started.wallTime * 1_000)) / 1e6);
    this.#end(exchange, { state: 'open', at: started.timestamp + age });
  }

  /** Ends the hop that was redirected and gives the id of the next one. */
  #redirected(before: Exchange, event: Started): string {
    const [, base = before.id, hop = '0'] = /^(.*?)(?:-(\d+))?$/.exec(before.id) ?? [];
    const next = `${base}-${Number(hop) + 1}`;
    before.response = event.redirectResponse;
    before.hasExtraInfo = event.redirectHasExtraInfo;
    const transfer = event.redirectResponse?.encodedDataLength;
    this.#end(before, {
      state: 'done',
      at: event.timestamp,
      redirectedTo: next,
      ...(transfer !== undefined && { transfer }),
    });
    return next;
  }

  #end(exchange: Exchange, end: ExchangeEnd): void {
    const { requestId } = exchange.started;
    this.#open.delete(requestId);
    remember(this.#ids, requestId, exchange.id);
    if (exchange.response && requestId === exchange.started.loaderId) {
      remember(this.#statuses, requestId, exchange.response.status);
    }
    const hasBody = end.state !== 'failed' && !end.redirectedTo;
    const body = hasBody ? this.#bodies.ofResponse(exchange, this.#reader(exchange)) : undefined;
    exchange.scene.later(this.#tell(exchange, end, body));
  }

  async #tell(exchange: Exchange, end: ExchangeEnd, body: Promise<Body | undefined> | undefined) {
    const isHalf = exchange.hasExtraInfo && !exchange.receivedExtra;
    const extra = isHalf ? this.extras.complete(exchange, PATIENCE_MS) : undefined;
    const [requestBody, responseBody] = await Promise.all([exchange.requestBody, body, extra]);
    this.extras.end(exchange);
    const { time } = exchange.scene;
    exchange.scene.emit('request', time.network(end.at), {
      ...exchange.data(end, (id) => this.idOf(id)),
      ...(requestBody && { requestBody }),
      ...(responseBody && { responseBody }),
    });
  }

  /** A script may name its source map at its end or in a header; what it throws waits until that is known. */
  #reader(exchange: Exchange): ((text: string | undefined) => void) | undefined {
    if (exchange.type !== 'script') return undefined;
    return this.#maps.scriptComing(
      exchange.started.request.url,
      headerOf(exchange.responseHeaders, 'sourcemap') ?? headerOf(exchange.responseHeaders, 'x-sourcemap'),
    );
  }
}

const MOST_REMEMBERED = 2_000;

function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.set(key, value);
  const oldest = map.keys().next().value;
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
