import { Buffer } from 'node:buffer';
import type { Body, Headers, RequestData } from '../../../../contract/network-data.ts';
import type { AskedSeen, RequestSeen, SeenBody } from '../../../../contract/watching.ts';
import { BodyCapture } from '../body-capture.ts';
import type { CaptureHost } from '../capture-host.ts';
import type { Place } from '../frame-book.ts';
import { hasAuth, headerOf, setCookieOf } from '../headers.ts';
import type { Scene } from '../scene.ts';

/** How long one side of a request waits for the other: bodies are read by the page after the answer has come. */
const PATIENCE_MS = 1_500;
/** Two clocks of one machine, and the way between the page and the network. */
const NEAR_MS = 2_000;

interface Half {
  readonly scene: Scene;
  readonly place: Place;
  readonly word: AskedSeen | RequestSeen;
  timer?: NodeJS.Timeout;
  readonly tell: (asked: AskedSeen | undefined, request: RequestSeen | undefined) => void;
}

/** Types that a script asks for: the page tells what was sent and answered, the browser the rest. */
const BY_SCRIPT = new Set(['xmlhttprequest', 'ping', 'beacon']);

/** Requests of watched pages, put together from what the browser tells of them and what the page does. */
export class WatchedRequests {
  readonly #host: CaptureHost;
  readonly #bodies: BodyCapture;
  readonly #run: string;
  readonly #halves: Half[] = [];
  /** Hops of a redirect have the same id with the browser. */
  readonly #hops = new Map<string, number>();
  #count = 0;

  constructor(host: CaptureHost, run: string) {
    this.#host = host;
    this.#bodies = new BodyCapture(host);
    this.#run = run;
  }

  heard(scene: Scene, place: Place, word: AskedSeen | RequestSeen): void {
    if (!/^https?:/.test(word.url)) return;
    if (word.say === 'request' && (!BY_SCRIPT.has(word.type) || word.redirectedTo !== undefined)) {
      this.#tell(scene, place, undefined, word);
      return;
    }
    const other = this.#halves.find(
      (half) =>
        half.scene === scene &&
        half.word.say !== word.say &&
        half.word.method === word.method &&
        isSame(half.word, word) &&
        Math.abs(half.word.at - word.at) < NEAR_MS,
    );
    if (other) this.#meet(other, word);
    else this.#wait(scene, place, word);
  }

  /** The document has gone that asked for them: of what was under way the end comes soon, or is never told. */
  documentLeft(scene: Scene): void {
    for (const half of this.#halves) if (half.scene === scene && isUnderWay(half.word)) this.#hasten(half);
  }

  /** Nothing more comes: what still waits is told. */
  flush(scene: Scene): void {
    for (const half of this.#halves.filter((one) => one.scene === scene)) this.#meet(half);
  }

  #wait(scene: Scene, place: Place, word: Half['word']): void {
    const done = Promise.withResolvers<void>();
    const isLong = isUnderWay(word);
    // What may never end keeps nobody waiting.
    if (!isLong) scene.later(done.promise);
    const half: Half = {
      scene,
      place,
      word,
      tell: (asked, request) => {
        this.#tell(scene, place, asked, request);
        done.resolve();
      },
    };
    this.#halves.push(half);
    if (!isLong) this.#hasten(half);
  }

  #hasten(half: Half): void {
    clearTimeout(half.timer);
    half.timer = setTimeout(() => this.#meet(half), PATIENCE_MS).unref();
  }

  #meet(half: Half, other?: Half['word']): void {
    this.#halves.splice(this.#halves.indexOf(half), 1);
    clearTimeout(half.timer);
    const words = [half.word, other];
    half.tell(
      words.find((word): word is AskedSeen => word?.say === 'asked'),
      words.find((word): word is RequestSeen => word?.say === 'request'),
    );
  }

  #tell(scene: Scene, place: Place, asked: AskedSeen | undefined, request: RequestSeen | undefined): void {
    scene.later(
      this.#data(place, asked, request).then((data) => {
        const { at, ms } = (request ?? asked)!;
        scene.emit('request', scene.time.wall(at + ms), { ...data, startTime: scene.time.wall(at) });
      }),
    );
  }

  async #data(
    { url: pageUrl, ...place }: Place,
    asked: AskedSeen | undefined,
    request: RequestSeen | undefined,
  ): Promise<Omit<RequestData, 'startTime'>> {
    const { privacy } = this.#host;
    const word = (request ?? asked)!;
    const type = asked?.type ?? TYPES[request!.type] ?? request!.type;
    const sentHeaders: Headers = (request?.requestHeaders ?? []).map(([name, value]) => [name, value]);
    const gotHeaders = (request?.responseHeaders ?? asked?.responseHeaders)?.map(
      ([name, value]): [string, string] => [name, value],
    );
    const sent = privacy.headers(sentHeaders);
    const received = gotHeaders && privacy.headers(gotHeaders);
    const withheld = [...new Set([...sent.withheld, ...(received?.withheld ?? [])])];
    const cookies = (gotHeaders ?? []).filter(([name]) => name.toLowerCase() === 'set-cookie');
    const mimeType = gotHeaders && headerOf(gotHeaders, 'content-type')?.split(';')[0]?.trim();
    const failure = request?.failure ?? (request ? undefined : asked?.failure);
    const { status, statusText } = request?.status === undefined ? { ...asked } : request;
    const requestBody = await this.#kept(
      asked?.requestBody ?? request?.requestBody,
      word.url,
      type,
      headerOf(sentHeaders, 'content-type') ?? asked?.requestType ?? (request?.requestBody ? FORM : ''),
    );
    const responseBody = await this.#kept(asked?.responseBody, word.url, type, mimeType ?? '');
    return {
      ...place,
      ...this.#ids(request),
      method: word.method,
      url: privacy.url(word.url),
      ...(pageUrl && { pageUrl }),
      type,
      ...(request?.type === 'main_frame' || request?.type === 'sub_frame'
        ? { isNavigation: true as const }
        : {}),
      state: failure !== undefined ? 'failed' : !request && isUnderWay(word) ? 'open' : 'done',
      ...(status && { status }),
      ...(statusText && { statusText }),
      ...(mimeType && { mimeType }),
      ms: word.ms,
      requestHeaders: sent.headers,
      ...(received && { responseHeaders: received.headers }),
      ...(withheld.length > 0 && { withheldHeaders: withheld }),
      hasAuth: hasAuth(sentHeaders),
      ...(cookies.length > 0 && { setCookies: cookies.map(([, line]) => setCookieOf(line)) }),
      sizes: {},
      ...(request?.isFromCache && { fromCache: 'disk' as const }),
      ...(request?.ip && { remoteAddress: request.ip }),
      ...(failure !== undefined && { failure }),
      ...(requestBody && { requestBody }),
      ...(responseBody && { responseBody }),
    };
  }

  #ids(request: RequestSeen | undefined) {
    if (!request) return { requestId: `${this.#run}.p${++this.#count}` };
    const base = `${this.#run}.${request.id}`;
    const hop = this.#hops.get(request.id) ?? 0;
    if (request.redirectedTo === undefined) this.#hops.delete(request.id);
    else this.#hops.set(request.id, hop + 1);
    const id = (number: number) => (number === 0 ? base : `${base}-${number}`);
    return {
      requestId: id(hop),
      ...(hop > 0 && { redirectedFrom: id(hop - 1) }),
      ...(request.redirectedTo !== undefined && { redirectedTo: id(hop + 1) }),
    };
  }

  async #kept(
    body: SeenBody | undefined,
    url: string,
    type: string,
    mimeType: string,
  ): Promise<Body | undefined> {
    if (!body) return undefined;
    const refused = this.#bodies.refused(url, type);
    if (refused) return refused;
    if ('isTooLarge' in body) return { withheld: 'too-large', length: body.length };
    const content = 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64');
    return this.#bodies.keep(content, mimeType);
  }
}

const FORM = 'application/x-www-form-urlencoded';
const TYPES: Readonly<Record<string, string>> = {
  main_frame: 'document',
  sub_frame: 'document',
  xmlhttprequest: 'xhr',
  beacon: 'ping',
  object: 'other',
  imageset: 'image',
  csp_report: 'cspviolationreport',
};

const isUnderWay = (word: Half['word']) => word.say === 'asked' && word.isUnderWay === true;

const isSame = (one: { readonly url: string }, other: { readonly url: string }) =>
  one.url.split('#')[0] === other.url.split('#')[0];
