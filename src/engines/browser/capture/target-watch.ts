import { pageCall } from '../page/page-call.ts';
import type { DevToolsSession, EventName, Payload, TargetInfo } from './devtools.ts';
import { watchActions } from './in-page/actions.page.ts';
import { captureInPage, type PageScriptSettings } from './in-page/capture.page.ts';
import { watchChanges } from './in-page/changes.page.ts';
import { makeLocators } from './in-page/locator.page.ts';
import { makeSelectors } from './in-page/selectors.page.ts';
import { watchSocketEnds } from './in-page/socket-ends.page.ts';
import { tellStorage, watchStorage } from './in-page/storage.page.ts';
import { watchTimings } from './in-page/timings.page.ts';
import { measureVitals } from './in-page/vitals.page.ts';
import type { PageCapture } from './page-capture.ts';
import { isSecretName, looksLikeCard } from './privacy-names.page.ts';

/** Service workers and shared workers are attached to once, by the browser, not again by each of their pages. */
const OF_A_PAGE = [
  { type: 'service_worker', exclude: true },
  { type: 'shared_worker', exclude: true },
  { type: 'page', exclude: true },
  { type: 'tab', exclude: true },
  { type: 'browser', exclude: true },
  {},
];

/** The world that the script runs in: the page can neither see nor change it, and its policy does not apply. */
const WORLD = 'sensorium-capture';
const BINDING = 'sensoriumCapture';
export const pageScript = (settings: PageScriptSettings) =>
  pageCall(
    captureInPage,
    BINDING,
    settings,
    isSecretName,
    looksLikeCard,
    makeSelectors,
    makeLocators,
    watchActions,
    watchChanges,
    measureVitals,
    watchTimings,
  );

const SOCKET_BINDING = 'sensoriumSocket';
export const SOCKET_SCRIPT = pageCall(watchSocketEnds, SOCKET_BINDING);

const STORAGE_BINDING = 'sensoriumStorage';
const STORAGE_SCRIPT = pageCall(tellStorage, STORAGE_BINDING, watchStorage);

const BUFFERS = {
  maxTotalBufferSize: 128 * 2 ** 20,
  maxResourceBufferSize: 20 * 2 ** 20,
  maxPostDataSize: 2 ** 20,
};

/**
 * Bodies outlive the document that asked for them: often it is left as soon as the answer has come. What serves
 * several pages has none to leave, and the browser keeps no such bodies of it, though it would say so.
 */
const DURABLE = { maxTotalBufferSize: 64 * 2 ** 20, maxResourceBufferSize: 16 * 2 ** 20 };

/** One attached target, and where what it tells goes. */
export class TargetWatch {
  readonly session: DevToolsSession;
  readonly info: TargetInfo;
  readonly page: PageCapture;
  #script = '';

  constructor(session: DevToolsSession, info: TargetInfo, page: PageCapture) {
    this.session = session;
    this.info = info;
    this.page = page;
  }

  /**
   * Everything is sent in one go and the target let run by the last command, so that it waits for one round trip
   * only. What must not be late comes first. What a browser does not know fails by itself. Resolves when the target
   * tells us of its requests.
   */
  async start(script: string): Promise<void> {
    const { session } = this;
    const isDocument = session.frame !== undefined;
    this.#script = script;
    const sent: Promise<unknown>[] = [
      session.send('Network.enable', BUFFERS),
      session.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: OF_A_PAGE,
      }),
    ];
    if (isDocument || this.info.type === 'worker') {
      sent.push(session.send('Network.configureDurableMessages', DURABLE));
    }
    if (isDocument) {
      sent.push(
        session.send('Page.enable'),
        session.send('Page.getFrameTree').then(({ frameTree }) => this.#frames(frameTree)),
        session.send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD }),
        session.send('Runtime.addBinding', { name: SOCKET_BINDING }),
        session.send('Page.addScriptToEvaluateOnNewDocument', { source: SOCKET_SCRIPT }),
        session.send('Runtime.addBinding', { name: STORAGE_BINDING }),
        session.send('Page.addScriptToEvaluateOnNewDocument', { source: STORAGE_SCRIPT }),
        session.send('Runtime.enable'),
        session.send('Page.addScriptToEvaluateOnNewDocument', {
          source: script,
          worldName: WORLD,
          runImmediately: true,
        }),
        session.send('Audits.enable'),
        session.send('Inspector.enable'),
      );
    } else {
      sent.push(session.send('Runtime.enable'));
    }
    sent.push(session.send('Log.enable'), session.send('Runtime.runIfWaitingForDebugger'));
    const { log } = this.page.scene.host;
    for (const answer of sent) {
      answer.catch((error: unknown) => log.debug('a target could not be watched in full', { error }));
    }
    await sent[0]?.catch(() => {}); // it is gone again
  }

  handle<E extends EventName>(event: E, payload: Payload<E>): void {
    const handler = HANDLERS[event] as ((watch: TargetWatch, payload: Payload<E>) => void) | undefined;
    handler?.(this, payload);
  }

  navigated(event: Payload<'Page.frameNavigated'>): void {
    const { id } = event.frame;
    const before = this.page.scene.frames.urlOf(id);
    this.page.navigation.navigated(event);
    // A new window's first document takes over the globals of the blank one, and the browser runs no script anew.
    if (!before || before === 'about:blank') void this.#runAgain(id);
  }

  async #runAgain(frameId: string): Promise<void> {
    try {
      const { executionContextId } = await this.session.send('Page.createIsolatedWorld', {
        frameId,
        worldName: WORLD,
      });
      await this.session.send('Runtime.evaluate', {
        expression: this.#script,
        contextId: executionContextId,
        silent: true,
      });
    } catch {
      // The frame is gone again, or lives in another process, which has a session of its own.
    }
  }

  #frames(tree: FrameTree): void {
    const { frame, childFrames = [] } = tree;
    const { frames, host } = this.page.scene;
    frames.navigated(frame.id, frame.parentId, host.privacy.url(frame.url), frame.loaderId);
    for (const child of childFrames) this.#frames(child);
  }
}

interface FrameTree {
  readonly frame: Payload<'Page.frameNavigated'>['frame'];
  readonly childFrames?: readonly FrameTree[];
}

type Handlers = { readonly [E in EventName]?: (watch: TargetWatch, payload: Payload<E>) => void };

const HANDLERS: Handlers = {
  'Runtime.consoleAPICalled': ({ page, session }, event) => page.said(session, event),
  'Runtime.exceptionThrown': ({ page, session }, event) => page.threw(session, event),
  'Runtime.bindingCalled': ({ page, session }, event) => {
    if (event.name === BINDING) page.told(session, event);
    else if (event.name === SOCKET_BINDING) page.socketEnded(event);
    else if (event.name === STORAGE_BINDING) page.stored(session, event);
  },
  'Runtime.executionContextCreated': ({ page, session }, { context }) => {
    const { frameId, isDefault } = (context.auxData ?? {}) as { frameId?: string; isDefault?: boolean };
    if (frameId) page.scene.frames.contextCreated(session, context.id, frameId, isDefault ?? true);
  },
  'Runtime.executionContextDestroyed': ({ page, session }, { executionContextId }) =>
    page.scene.frames.contextDestroyed(session, executionContextId),
  'Runtime.executionContextsCleared': ({ page, session }) => page.scene.frames.contextsCleared(session),
  'Log.entryAdded': ({ page, session }, event) => page.logged(session, event),
  'Audits.issueAdded': ({ page, session }, event) => page.issued(session, event),
  'Inspector.targetCrashed': ({ page }) => page.over('crashed'),

  'Page.frameAttached': ({ page }, { frameId, parentFrameId }) =>
    page.scene.frames.attached(frameId, parentFrameId),
  'Page.frameDetached': ({ page }, { frameId, reason }) => page.scene.frames.detached(frameId, reason),
  'Page.frameNavigated': (watch, event) => watch.navigated(event),
  'Page.loadEventFired': ({ page, session }) => page.loaded(session),
  'Page.navigatedWithinDocument': ({ page }, event) => page.navigation.within(event),
  'Page.frameRequestedNavigation': ({ page }, event) => page.navigation.requested(event),
  'Page.frameStartedNavigating': ({ page }, event) => page.navigation.starting(event),
  'Page.javascriptDialogOpening': ({ page, session }, event) =>
    page.actions.dialog(page.scene.frames.place(session.frame), event),
  'Page.windowOpen': ({ page }, { url }) => page.actions.popup(page.scene.host.privacy.url(url)),
  'Page.downloadWillBegin': ({ page }, event) =>
    page.actions.download(page.scene.frames.place(event.frameId), event),

  'Network.requestWillBeSent': ({ page, session }, event) =>
    page.parts.requests.started(session, page.scene, event),
  'Network.requestWillBeSentExtraInfo': ({ page }, event) => page.parts.requests.extras.sent(event),
  'Network.requestServedFromCache': ({ page }, event) => page.parts.requests.servedFromCache(event),
  'Network.responseReceived': ({ page, session }, event) => page.parts.requests.answered(session, event),
  'Network.responseReceivedExtraInfo': ({ page }, event) => page.parts.requests.extras.received(event),
  'Network.dataReceived': ({ page }, event) => page.parts.requests.received(event),
  'Network.loadingFinished': ({ page, session }, event) => page.parts.requests.finished(session, event),
  'Network.loadingFailed': ({ page }, event) => page.parts.requests.failed(event),

  'Network.webSocketCreated': ({ page, session }, event) =>
    page.parts.sockets.created(page.scene, page.place(session), event),
  'Network.webSocketWillSendHandshakeRequest': ({ page }, event) => page.parts.sockets.asked(event),
  'Network.webSocketHandshakeResponseReceived': ({ page }, event) => page.parts.sockets.opened(event),
  'Network.webSocketFrameSent': ({ page }, event) => page.parts.sockets.message(event, 'outgoing'),
  'Network.webSocketFrameReceived': ({ page }, event) => page.parts.sockets.message(event, 'incoming'),
  'Network.webSocketFrameError': ({ page }, event) => page.parts.sockets.failed(event),
  'Network.webSocketClosed': ({ page }, event) => page.parts.sockets.closed(event),
};
