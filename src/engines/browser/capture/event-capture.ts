import type { BrowserContext, Frame, Page, Request, WebSocket } from 'playwright-core';
import type { BlindSpot } from '../../../contract/blind-spots.ts';
import type { TabObserver } from '../observer.ts';
import { oneBased } from '../page/console-log.ts';
import { frameOf } from '../page/network-log.ts';
import type { Tab } from '../page/tab.ts';
import { ActionCapture } from './action-capture.ts';
import { type BrowserWatch, type CaptureHost, newRun } from './capture-host.ts';
import { LEVEL_OF } from './console-capture.ts';
import { EventRequests } from './event-requests.ts';
import type { Place } from './frame-book.ts';
import { Scene } from './scene.ts';
import { WebsocketCapture } from './websocket-capture.ts';

interface WatchedPage {
  readonly scene: Scene;
  readonly actions: ActionCapture;
  /** The address that its main frame showed last. */
  url: string;
}

/**
 * What Playwright's own events tell of a browser that gives us no DevTools connection of our own: Firefox, WebKit,
 * and tabs that an extension shares.
 */
export class EventCapture implements BrowserWatch {
  readonly cannot: readonly BlindSpot[] = [
    'console values',
    'browser reports',
    'rejections',
    'request details',
    'requests of workers',
    'socket handshakes',
    'navigation details',
    'people',
    'vitals',
    'timings',
    'storage',
  ];
  readonly #host: CaptureHost;
  readonly #requests: EventRequests;
  readonly #sockets: WebsocketCapture;
  readonly #contexts = new Set<BrowserContext>();
  readonly #pages = new Map<Page, WatchedPage>();
  #lastSocket = 0;

  constructor(host: CaptureHost) {
    const run = newRun();
    this.#host = host;
    this.#requests = new EventRequests(host, run);
    this.#sockets = new WebsocketCapture(host, run);
  }

  tabOpened({ id, page, host }: Tab): TabObserver {
    this.#watch(page.context());
    const watched = this.#pageOf(page);
    const { context, session } = host;
    const { instance } = this.#host;
    watched.scene.name({ instance, context, page: id, ...(session !== undefined && { session }) });
    return {
      ready: Promise.resolve(),
      stepStarted: (step) => watched.actions.stepStarted(step),
      leaveOut: async () => watched.scene.leaveOut(),
    };
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#pages.values()].map(({ scene }) => scene.settled()));
  }

  async end(): Promise<void> {
    for (const page of [...this.#pages.keys()]) this.#over(page, 'closed');
  }

  /** At the context and not at each page: a popup's first requests come before the popup itself is announced. */
  #watch(context: BrowserContext): void {
    if (this.#contexts.has(context)) return;
    this.#contexts.add(context);
    context.on('console', (message) => {
      const page = message.page();
      if (!page) return;
      const location = oneBased(message.location());
      const worker = message.worker()?.url();
      this.#pageOf(page).scene.emit('console', this.#host.clock.micros(), {
        ...this.#place(page),
        ...(worker && { worker }),
        level: LEVEL_OF[message.type()] ?? 'log',
        // Playwright passes on what Chromium says about a request, as if a script had said it.
        category: message.text().startsWith('Failed to load resource') ? 'network' : 'console',
        api: message.type() === 'warning' ? 'warn' : message.type(),
        message: message.text().slice(0, this.#host.limits.text),
        ...(location.url && { location }),
      });
    });
    context.on('weberror', (thrown) => {
      const page = thrown.page();
      if (!page) return;
      const { name, message, stack } = thrown.error();
      const location = oneBased(thrown.location());
      this.#pageOf(page).scene.emit('exception', this.#host.clock.micros(), {
        ...this.#place(page),
        level: 'error',
        kind: 'exception',
        ...(name && { name }),
        message,
        text: (stack ?? message).slice(0, this.#host.limits.text),
        ...(location.url && { location }),
      });
    });
    context.on('requestfinished', (request) => this.#ended(request));
    context.on('requestfailed', (request) => this.#ended(request));
    context.on('framenavigated', (frame) => this.#navigated(frame));
    context.on('dialog', (dialog) => {
      const page = dialog.page();
      const asked = { type: dialog.type(), message: dialog.message(), defaultPrompt: dialog.defaultValue() };
      if (page) this.#pageOf(page).actions.dialog(this.#place(page), asked);
    });
    context.on('download', (download) => {
      const page = download.page();
      const begun = { url: download.url(), suggestedFilename: download.suggestedFilename() };
      this.#pageOf(page).actions.download(this.#place(page), begun);
    });
  }

  #pageOf(page: Page): WatchedPage {
    const known = this.#pages.get(page);
    if (known) return known;
    const url = this.#host.privacy.url(page.url());
    const scene = new Scene(this.#host, 'main', url);
    const watched: WatchedPage = { scene, actions: new ActionCapture(scene), url };
    this.#pages.set(page, watched);
    scene.emit('navigation', this.#host.clock.micros(), { url, kind: 'opened' });
    page.on('websocket', (socket) => this.#socket(page, watched, socket));
    page.on('popup', (popup) => watched.actions.popup(this.#host.privacy.url(popup.url())));
    page.on('crash', () => this.#over(page, 'crashed'));
    page.on('close', () => this.#over(page, 'closed'));
    return watched;
  }

  #place(page: Page, frame?: Frame): Place {
    const url = this.#host.privacy.url(page.url());
    if (!frame || frame === page.mainFrame()) return { url };
    return { url, frame: this.#host.privacy.url(frame.url()) };
  }

  #navigated(frame: Frame): void {
    const page = frame.page();
    const watched = this.#pageOf(page);
    const place = this.#place(page, frame);
    const isMain = frame === page.mainFrame();
    const from = isMain ? watched.url : '';
    if (isMain) {
      watched.url = place.url;
      watched.scene.frames.navigated('main', undefined, place.url);
    }
    const kind = isMain && sameDocument(from, place.url) ? 'same-document' : 'document';
    const data = { ...place, kind, ...(from && { fromUrl: from }) } as const;
    watched.scene.emit('navigation', this.#host.clock.micros(), data);
  }

  #ended(request: Request): void {
    const frame = frameOf(request);
    if (!frame) return; // a service worker's
    const page = frame.page();
    this.#requests.ended(request, this.#pageOf(page).scene, this.#place(page, frame));
  }

  /** Playwright tells of a socket before it is open, and not that it is: the first message does. */
  #socket(page: Page, { scene }: WatchedPage, socket: WebSocket): void {
    const id = String(++this.#lastSocket);
    let isOpen = false;
    const opened = () => {
      if (!isOpen) this.#sockets.began(id);
      isOpen = true;
    };
    this.#sockets.created(scene, this.#place(page), { requestId: id, url: socket.url() });
    const told = (payload: string | Buffer) => {
      opened();
      const isText = typeof payload === 'string';
      const payloadData = isText ? payload : payload.toString('base64');
      return { requestId: id, timestamp: 0, response: { opcode: isText ? 1 : 2, mask: false, payloadData } };
    };
    socket.on('framesent', ({ payload }) => this.#sockets.message(told(payload), 'outgoing'));
    socket.on('framereceived', ({ payload }) => this.#sockets.message(told(payload), 'incoming'));
    socket.on('socketerror', (error) =>
      this.#sockets.failed({ requestId: id, timestamp: 0, errorMessage: error }),
    );
    socket.on('close', () => this.#sockets.closed({ requestId: id, timestamp: 0 }));
  }

  #over(page: Page, kind: 'closed' | 'crashed'): void {
    const watched = this.#pages.get(page);
    if (!watched) return;
    this.#pages.delete(page);
    watched.actions.flush();
    this.#sockets.left(watched.scene);
    watched.scene.emit('navigation', this.#host.clock.micros(), { url: watched.url, kind });
  }
}

/** A change of the hash; what the history API does looks like a new document. */
const sameDocument = (from: string, to: string) =>
  to.includes('#') && from.split('#')[0] === to.split('#')[0];
