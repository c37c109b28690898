import type { Payload } from './devtools.ts';
import type { Scene } from './scene.ts';

/** Who began a navigation, as far as it can be told. */
export interface Departure {
  readonly reason: string;
  /** A script, a link or a form asked for it, not the address bar or its buttons. */
  readonly isOfPage: boolean;
}

export interface NavigationHost {
  /** The main frame's document is about to be another one. */
  documentLeft(next: string): void;
  statusOf(documentId: string): number | undefined;
  /** The main frame shows another document, or another address of the same. */
  departed(fromUrl: string, toUrl: string, departure: Departure | undefined): void;
}

/** Where the frames of a page go. */
export class NavigationCapture {
  readonly #scene: Scene;
  readonly #host: NavigationHost;
  /** What is known of navigations under way, by frame. */
  readonly #under = new Map<string, Departure>();

  constructor(scene: Scene, host: NavigationHost) {
    this.#scene = scene;
    this.#host = host;
  }

  requested({ frameId, reason }: Payload<'Page.frameRequestedNavigation'>): void {
    this.#under.set(frameId, { reason: WORDS[reason] ?? reason, isOfPage: true });
  }

  starting({ frameId, navigationType }: Payload<'Page.frameStartedNavigating'>): void {
    const known = this.#under.get(frameId);
    if (this.#scene.frames.isMain(frameId)) this.#scene.load.end();
    if (navigationType.startsWith('reload')) {
      this.#under.set(frameId, { reason: 'reload', isOfPage: known?.isOfPage ?? false });
    } else if (navigationType.startsWith('history') || navigationType.startsWith('restore')) {
      this.#under.set(frameId, { reason: 'back_forward', isOfPage: known?.isOfPage ?? false });
    } else if (!known) {
      this.#under.set(frameId, { reason: 'address', isOfPage: false });
    }
  }

  navigated({ frame }: Payload<'Page.frameNavigated'>): void {
    const { frames, host, time } = this.#scene;
    const fromUrl = frames.urlOf(frame.id);
    const departure = this.#under.get(frame.id);
    this.#under.delete(frame.id);
    if (frames.isMain(frame.id)) this.#host.documentLeft(frame.loaderId);
    const url = host.privacy.url(frame.url + (frame.urlFragment ?? ''));
    frames.navigated(frame.id, frame.parentId, url, frame.loaderId);
    const status = this.#host.statusOf(frame.loaderId);
    this.#scene.emit('navigation', time.now(), {
      ...frames.place(frame.id),
      kind: 'document',
      documentId: frame.loaderId,
      ...(fromUrl && { fromUrl }),
      ...(departure && { reason: departure.reason }),
      ...(status !== undefined && { status }),
      ...(frame.mimeType && { mimeType: frame.mimeType }),
      ...(frame.unreachableUrl && { unreachableUrl: host.privacy.url(frame.unreachableUrl) }),
    });
    if (frames.isMain(frame.id)) this.#host.departed(fromUrl ?? '', url, departure);
  }

  within({ frameId, url: raw, navigationType }: Payload<'Page.navigatedWithinDocument'>): void {
    const { frames, host, time } = this.#scene;
    const fromUrl = frames.urlOf(frameId);
    const departure = this.#under.get(frameId);
    this.#under.delete(frameId);
    const url = host.privacy.url(raw);
    frames.navigated(frameId, undefined, url);
    const documentId = frames.documentOf(frameId);
    const reason = departure?.reason === 'back_forward' ? 'back_forward' : navigationType;
    this.#scene.emit('navigation', time.now(), {
      ...frames.place(frameId),
      kind: 'same-document',
      ...(documentId && { documentId }),
      ...(fromUrl && { fromUrl }),
      reason,
    });
    if (frames.isMain(frameId) && departure && !departure.isOfPage) {
      this.#host.departed(fromUrl ?? '', url, departure);
    }
  }

  /** Of the page as a whole. */
  page(kind: 'opened' | 'closed' | 'crashed', opener?: string): void {
    const { frames, time } = this.#scene;
    this.#scene.emit('navigation', time.now(), { url: frames.mainUrl, kind, ...(opener && { opener }) });
  }
}

const WORDS: Readonly<Record<string, string>> = {
  anchorClick: 'link',
  formSubmissionGet: 'form',
  formSubmissionPost: 'form',
  scriptInitiated: 'script',
  initialFrameNavigation: 'frame',
  metaTagRefresh: 'refresh',
  httpHeaderRefresh: 'refresh',
};
