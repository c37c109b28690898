import type { Frame, Page, Request, Response } from 'playwright-core';
import { DATA, frameOf } from './network-log.ts';
import type { SocketTalk } from './socket-talk.ts';

/** Requests whose end changes what a reader sees. Streams, pings, media and pictures are not waited for. */
const AWAITED = new Set(['document', 'stylesheet', 'script', 'xhr', 'fetch']);

/** What an action sets off asks for less. */
const OFTEN = 4;

/** A body that is not at its end by then may be one that nobody reads. */
const BODY_MS = 3_000;

/** What a page does from now on: documents that it opens, requests under way. */
export class Activity {
  readonly #page: Page;
  readonly #inFlight = new Set<Request>();
  readonly #changed = new Set<() => void>();
  /** How often each address was asked for data, whatever stands behind its question mark. */
  readonly #asked = new Map<string, number>();
  #navigation: Request | undefined;
  #isLoading = false;
  #isParsed = false;
  #documents = 0;
  #ended = 0;
  readonly #sockets: SocketTalk | undefined;
  readonly #bodies = new Set<NodeJS.Timeout>();

  constructor(page: Page, sockets?: SocketTalk) {
    this.#page = page;
    this.#sockets = sockets;
    sockets?.begin(() => this.#tell());
    this.#listen('on');
  }

  /** A new document was asked for or has begun, and is not loaded yet. */
  get isNavigating(): boolean {
    return this.#navigation !== undefined || this.#isLoading;
  }

  /** The newest document can be read whole. */
  get isParsed(): boolean {
    return this.#isParsed;
  }

  /** Its load event is no longer waited for. */
  letLoad(): void {
    this.#isLoading = false;
    this.#navigation = undefined;
  }

  get requestsInFlight(): number {
    return this.#inFlight.size;
  }

  /** How many questions have been answered; that a document has come is told otherwise. */
  get ended(): number {
    return this.#ended;
  }

  /** Something was said over a socket and has no answer yet. */
  get awaitsSocket(): boolean {
    return this.#sockets?.isWaiting ?? false;
  }

  letSocketsBe(): void {
    this.#sockets?.giveUp();
  }

  /** The page asks for the same again and again, so it will go on with that. */
  get repeatsItself(): boolean {
    return Math.max(0, ...this.#asked.values()) >= OFTEN;
  }

  /** A question that is answered with yes once the requests that are under way now have ended. */
  theseEnded(): () => boolean {
    const these = [...this.#inFlight];
    return () => these.every((request) => !this.#inFlight.has(request));
  }

  get documents(): number {
    return this.#documents;
  }

  /** Waits until the question is answered with yes, at most so long. Says whether it was. */
  async until(isTrue: () => boolean, ms: number, signal: AbortSignal): Promise<boolean> {
    if (isTrue()) return true;
    if (ms <= 0 || signal.aborted) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const check = () => isTrue() && resolve(true);
    const stop = () => resolve(isTrue());
    const timer = setTimeout(stop, ms);
    signal.addEventListener('abort', stop);
    this.#changed.add(check);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      this.#changed.delete(check);
    }
  }

  dispose(): void {
    this.#listen('off');
    for (const timer of this.#bodies) clearTimeout(timer);
  }

  #listen(how: 'on' | 'off'): void {
    const listen = this.#page[how].bind(this.#page) as Page['on'];
    listen('request', this.#onRequest);
    listen('response', this.#onResponse);
    listen('requestfinished', this.#onEnd);
    listen('requestfailed', this.#onEnd);
    listen('framenavigated', this.#onNavigated);
    listen('domcontentloaded', this.#onParsed);
    listen('load', this.#onLoad);
    listen('close', this.#onClose);
  }

  readonly #onRequest = (request: Request) => {
    const type = request.resourceType();
    if (AWAITED.has(type)) this.#inFlight.add(request);
    if (DATA.has(type)) {
      const address = `${request.method()} ${request.url().split(/[?#]/, 1)[0]}`;
      this.#asked.set(address, (this.#asked.get(address) ?? 0) + 1);
    }
    const isMain = frameOf(request) === this.#page.mainFrame();
    if (isMain && request.isNavigationRequest()) this.#navigation = request;
    this.#tell();
  };

  readonly #onResponse = (response: Response) => {
    const request = response.request();
    if (this.#inFlight.has(request) && request !== this.#navigation)
      this.#bodies.add(setTimeout(() => this.#onEnd(request), BODY_MS));
  };

  readonly #onEnd = (request: Request) => {
    const isAnswer = this.#inFlight.delete(request) && request.resourceType() !== 'document';
    if (isAnswer) this.#ended++;
    // Failed, a download, or "204 No Content": it ended and no document came of it.
    if (request === this.#navigation) this.#navigation = undefined;
    this.#tell();
  };

  readonly #onNavigated = (frame: Frame) => {
    // A change of the hash or of the history makes no request and loads nothing.
    if (frame !== this.#page.mainFrame() || !this.#navigation) return;
    this.#navigation = undefined;
    this.#documents++;
    this.#isLoading = true;
    this.#isParsed = false;
    this.#asked.clear();
    this.#inFlight.clear(); // the old document's requests end with it, mostly without a word
    this.#tell();
  };

  readonly #onParsed = () => {
    this.#isParsed = true;
    this.#tell();
  };

  readonly #onLoad = () => {
    this.#isLoading = false;
    this.#tell();
  };

  readonly #onClose = () => {
    this.#isLoading = false;
    this.#navigation = undefined;
    this.#inFlight.clear();
    this.#tell();
  };

  #tell(): void {
    for (const check of this.#changed) check();
  }
}
