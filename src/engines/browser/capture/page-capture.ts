import { ActionCapture } from './action-capture.ts';
import { ConsoleCapture } from './console-capture.ts';
import type { DevToolsSession, Payload } from './devtools.ts';
import { ExceptionCapture } from './exception-capture.ts';
import type { Place } from './frame-book.ts';
import type { PageWord } from './in-page/capture.page.ts';
import { NavigationCapture } from './navigation-capture.ts';
import { PerformanceBook } from './performance-book.ts';
import { ReportCapture } from './report-capture.ts';
import type { RequestCapture } from './request-capture.ts';
import type { Scene } from './scene.ts';
import type { SourceMaps } from './source-maps.ts';
import { storageChanged, storageSeen } from './storage-capture.ts';
import type { SocketEnding, WebsocketCapture } from './websocket-capture.ts';

/** What all pages of a browser share. */
export interface BrowserParts {
  readonly requests: RequestCapture;
  readonly sockets: WebsocketCapture;
  readonly maps: SourceMaps;
}

/** Everything that is seen of one page with its frames and workers, or of a worker that serves several pages. */
export class PageCapture {
  readonly scene: Scene;
  readonly actions: ActionCapture;
  readonly navigation: NavigationCapture;
  readonly parts: BrowserParts;
  /** The browser's own name of the context that it belongs to. */
  readonly contextId: string | undefined;
  readonly #console: ConsoleCapture;
  readonly #exceptions: ExceptionCapture;
  readonly #reports: ReportCapture;
  readonly #performance: PerformanceBook;
  #isOver = false;

  constructor(scene: Scene, parts: BrowserParts, contextId: string | undefined) {
    const { maps, requests } = parts;
    this.scene = scene;
    this.parts = parts;
    this.contextId = contextId;
    this.actions = new ActionCapture(scene);
    this.navigation = new NavigationCapture(scene, {
      statusOf: (documentId) => requests.statusOf(documentId),
      departed: (from, to, departure) => this.actions.departed(from, to, departure),
      documentLeft: (next) => this.#documentLeft(next),
    });
    this.#performance = new PerformanceBook(scene);
    this.#console = new ConsoleCapture(scene, maps);
    this.#exceptions = new ExceptionCapture(scene, maps);
    this.#reports = new ReportCapture(scene, maps, (id) => requests.idOf(id));
  }

  said(session: DevToolsSession, event: Payload<'Runtime.consoleAPICalled'>): void {
    this.#console.called(session, this.place(session, event.executionContextId), event);
  }

  threw(session: DevToolsSession, event: Payload<'Runtime.exceptionThrown'>): void {
    const context = event.exceptionDetails.executionContextId;
    if (this.scene.frames.isOwnWorld(session, context)) return; // ours or Playwright's, not the page's
    this.#exceptions.thrown(session, this.place(session, context), event);
  }

  logged(session: DevToolsSession, event: Payload<'Log.entryAdded'>): void {
    this.#reports.entry(session, this.place(session), event.entry);
  }

  issued(session: DevToolsSession, { issue }: Payload<'Audits.issueAdded'>): void {
    this.#reports.issue(this.place(session), issue);
  }

  /** The script in the page has something to say. */
  told(session: DevToolsSession, { executionContextId, payload }: Payload<'Runtime.bindingCalled'>): void {
    const { frames, host } = this.scene;
    const frame = frames.frameOf(session, executionContextId) ?? session.frame ?? '';
    for (const word of JSON.parse(payload) as PageWord[]) {
      if (word.say === 'action') this.actions.seen(frames.place(frame), word);
      else if (word.say === 'fault')
        host.log.warning('the script in the page failed', { error: word.message });
      else this.#performance.told(frame, word);
    }
  }

  /** Comes from the page's own world, so it is looked at before it is believed. */
  socketEnded({ payload }: Payload<'Runtime.bindingCalled'>): void {
    const { url, code, reason, wasClean } = JSON.parse(payload) as Partial<SocketEnding>;
    if (typeof url !== 'string' || typeof code !== 'number') return;
    const words = String(reason ?? '').slice(0, 200);
    this.parts.sockets.explained(this.scene, { url, code, reason: words, wasClean: wasClean === true });
  }

  /** Comes from there as well. */
  stored(session: DevToolsSession, { executionContextId, payload }: Payload<'Runtime.bindingCalled'>): void {
    const { success, data } = storageSeen.safeParse(JSON.parse(payload));
    if (success) storageChanged(this.scene, this.place(session, executionContextId), data);
  }

  sessionEnded(session: DevToolsSession): void {
    this.scene.frames.contextsCleared(session);
    this.#console.ended(session);
  }

  /** A frame of another site loads by itself. */
  loaded(session: DevToolsSession): void {
    if (this.scene.frames.isMain(session.frame ?? '')) this.scene.load.end();
  }

  /** What waits for more is told as it stands. */
  flush(): void {
    this.scene.load.end();
    this.actions.flush();
    this.#reports.close();
  }

  over(kind: 'closed' | 'crashed'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.flush();
    this.#performance.documentLeft();
    this.parts.requests.left(this.scene);
    this.parts.sockets.left(this.scene);
    this.navigation.page(kind);
  }

  #documentLeft(next: string): void {
    this.scene.load.begin();
    this.parts.requests.documentLeft(this.scene, next);
    this.#performance.documentLeft();
    this.#reports.documentStarted();
  }

  place(session: DevToolsSession, context?: number): Place {
    const { frames } = this.scene;
    const place = frames.place(frames.frameOf(session, context) ?? session.frame);
    return session.worker === undefined ? place : { ...place, worker: session.worker };
  }
}
