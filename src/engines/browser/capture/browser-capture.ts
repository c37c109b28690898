import type { BlindSpot } from '../../../contract/blind-spots.ts';
import { within } from '../../../kernel/within.ts';
import type { TabObserver } from '../observer.ts';
import type { Step, Tab } from '../page/tab.ts';
import { type BrowserWatch, type CaptureHost, newRun } from './capture-host.ts';
import type {
  Aside,
  DevToolsConnection,
  DevToolsSession,
  EventName,
  Payload,
  TargetInfo,
} from './devtools.ts';
import { type BrowserParts, PageCapture } from './page-capture.ts';
import { RequestCapture } from './request-capture.ts';
import { Scene } from './scene.ts';
import { SourceMaps } from './source-maps.ts';
import { TargetWatch } from './target-watch.ts';
import { WebsocketCapture } from './websocket-capture.ts';
import type { WorkerGate } from './worker-gate.ts';

/** What is attached to from the start; the browser's own surfaces are none of our business. */
const WATCHED = [{ type: 'page' }, { type: 'service_worker' }, { type: 'shared_worker' }];

/** How long a page may take to say that it has said everything. */
const ANSWER_MS = 500;

interface ContextName {
  readonly context: string;
  /** Whose it is, as far as its pages tell. */
  readonly session?: string;
}

interface PageName extends ContextName {
  readonly page: string;
}

/** How we hear of the browser, what keeps its workers from running before we do, and what we ask of its pages. */
interface Way {
  readonly devtools: DevToolsConnection;
  readonly gate: WorkerGate | undefined;
  readonly script: string;
  readonly sourceMaps: boolean;
}

/** All that the browser itself tells, over DevTools. */
export class BrowserCapture implements BrowserWatch {
  readonly #devtools: DevToolsConnection;
  readonly #gate: WorkerGate | undefined;
  readonly #host: CaptureHost;
  readonly #script: string;
  readonly #parts: BrowserParts;
  readonly #watches = new Map<string, TargetWatch>();
  /** By the id of the page's target. */
  readonly #pages = new Map<string, PageCapture>();
  readonly #names = new Map<string, PageName>();
  /** Names of contexts by the browser's own ids, learned from their pages. */
  readonly #contexts = new Map<string, ContextName>();
  /** Sessions that are opened beside those that are watched, by target, until the browser has told of them. */
  readonly #opening: string[] = [];

  constructor(host: CaptureHost, { devtools, gate, script, sourceMaps }: Way) {
    this.#devtools = devtools;
    this.#gate = gate;
    this.#host = host;
    this.#script = script;
    const run = newRun();
    const maps = new SourceMaps(host.log, { isOn: sourceMaps, mapMs: host.limits.mapMs });
    this.#parts = {
      maps,
      requests: new RequestCapture(host, maps, run),
      sockets: new WebsocketCapture(host, run),
    };
    devtools.listener = (session, event, payload) => this.#heard(session, event, payload);
  }

  get cannot(): readonly BlindSpot[] {
    return this.#gate ? [] : ['requests of workers'];
  }

  async start(): Promise<void> {
    await this.#devtools.send(undefined, 'Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: WATCHED,
    });
  }

  tabOpened(tab: Tab): TabObserver {
    let target: string | undefined;
    const ready = this.#nameTab(tab).then((targetId) => {
      target = targetId;
    });
    return {
      ready,
      stepStarted: (step: Step) => {
        const page = target === undefined ? undefined : this.#pages.get(target);
        return page?.actions.stepStarted(step) ?? (() => {});
      },
      leaveOut: async () => {
        await ready;
        if (target !== undefined) this.#pages.get(target)?.scene.leaveOut();
      },
    };
  }

  async #nameTab(tab: Tab): Promise<string | undefined> {
    try {
      const session = await tab.cdp.session();
      const { targetInfo } = await session.send('Target.getTargetInfo');
      const { context, session: whose } = tab.host;
      this.#name(targetInfo, { context, ...(whose !== undefined && { session: whose }) }, tab.id);
      return targetInfo.targetId;
    } catch {
      return undefined; // it closed again at once
    }
  }

  /** The page of that target is known by this name from now on. */
  #name(info: TargetInfo, context: ContextName, page: string): void {
    const name = { ...context, page };
    this.#names.set(info.targetId, name);
    if (info.browserContextId) this.#contexts.set(info.browserContextId, context);
    this.#pages.get(info.targetId)?.scene.name({ instance: this.#host.instance, ...name });
  }

  async settled(): Promise<void> {
    await this.#heardFromAll();
    const pages = [...this.#pages.values()];
    for (const page of pages) page.flush();
    await Promise.all(pages.map((page) => page.scene.settled()));
  }

  /** The browser is gone, or let go of. */
  async end(): Promise<void> {
    const pages = [...this.#pages.values()];
    for (const [targetId, page] of this.#pages) this.#over(targetId, page);
    this.#watches.clear();
    await this.#devtools.close();
    this.#gate?.close();
    await Promise.all(pages.map((page) => page.scene.settled()));
  }

  /** An answer of a page comes after all that the page has said before. One that shows a dialog cannot answer. */
  async #heardFromAll(): Promise<void> {
    const asked = [...this.#watches.values()].map(({ session }) => session.send('Runtime.getIsolateId'));
    await within(Promise.allSettled(asked), ANSWER_MS);
  }

  #heard<E extends EventName>(session: string | undefined, event: E, payload: Payload<E>): void {
    try {
      if (event === 'Target.attachedToTarget') {
        const attached = payload as Payload<'Target.attachedToTarget'>;
        if (!this.#isAside(session, attached)) this.#attached(session, attached);
      } else if (event === 'Target.detachedFromTarget') {
        this.#detached((payload as Payload<'Target.detachedFromTarget'>).sessionId);
      } else if (session !== undefined) {
        this.#watches.get(session)?.handle(event, payload);
      }
    } catch (error) {
      // One event that we did not understand must not keep the others from being seen.
      this.#host.log.error('an event could not be captured', { event, error });
    }
  }

  async #aside(targetId: string): Promise<Aside> {
    this.#opening.push(targetId);
    try {
      const { sessionId } = await this.#devtools.send(undefined, 'Target.attachToTarget', {
        targetId,
        flatten: true,
      });
      return {
        send: (method, params) => this.#devtools.send(sessionId, method, params),
        end: () => this.#devtools.send(undefined, 'Target.detachFromTarget', { sessionId }),
      };
    } finally {
      const at = this.#opening.indexOf(targetId);
      if (at >= 0) this.#opening.splice(at, 1);
    }
  }

  /** The browser tells of a session before it answers who asked for it. */
  #isAside(
    parent: string | undefined,
    { targetInfo, waitingForDebugger }: Payload<'Target.attachedToTarget'>,
  ) {
    return parent === undefined && !waitingForDebugger && this.#opening.includes(targetInfo.targetId);
  }

  #attached(parent: string | undefined, { sessionId, targetInfo }: Payload<'Target.attachedToTarget'>): void {
    const hasFrame = targetInfo.type === 'page' || targetInfo.type === 'iframe';
    const session: DevToolsSession = {
      id: sessionId,
      frame: hasFrame ? targetInfo.targetId : undefined,
      worker: hasFrame ? undefined : targetInfo.url,
      send: (method, params) => this.#devtools.send(sessionId, method, params),
      aside: () => this.#aside(targetInfo.targetId),
    };
    const owner = parent === undefined ? undefined : this.#watches.get(parent);
    const page = owner?.page ?? this.#newPage(targetInfo);
    const watch = new TargetWatch(session, targetInfo, page);
    this.#watches.set(sessionId, watch);
    void watch.start(this.#script).then(() => this.#gate?.open(targetInfo.targetId));
  }

  #newPage(info: TargetInfo): PageCapture {
    const { targetId, url, browserContextId, openerId } = info;
    const scene = new Scene(this.#host, targetId, this.#host.privacy.url(url));
    const page = new PageCapture(scene, this.#parts, browserContextId);
    this.#pages.set(targetId, page);
    const { instance } = this.#host;
    if (info.type !== 'page') {
      // It serves all pages of its origin, so it has none; its context is named once a page of it is.
      scene.name({ instance, ...this.#contexts.get(browserContextId ?? '') });
      return page;
    }
    const name = this.#names.get(targetId);
    if (name) scene.name({ instance, ...name });
    page.actions.isPopup = openerId !== undefined;
    const opener = openerId === undefined ? undefined : this.#pages.get(openerId);
    page.navigation.page('opened', opener?.scene.where?.page);
    return page;
  }

  #detached(sessionId: string): void {
    const watch = this.#watches.get(sessionId);
    if (!watch) return;
    this.#watches.delete(sessionId);
    watch.page.sessionEnded(watch.session);
    if (this.#pages.get(watch.info.targetId) === watch.page) this.#over(watch.info.targetId, watch.page);
  }

  #over(targetId: string, page: PageCapture): void {
    this.#pages.delete(targetId);
    page.over('closed');
    // A page of ours that closed before it had a name is told without; in a shared browser others have theirs.
    const context = this.#contexts.get(page.contextId ?? '');
    if (context === undefined) page.scene.forget();
    else page.scene.name({ instance: this.#host.instance, ...context });
    this.#names.delete(targetId);
  }
}
