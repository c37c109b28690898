import type { DevToolsSession } from './devtools.ts';

interface Frame {
  readonly parent: string | undefined;
  url: string;
  documentId: string | undefined;
}

/** Where in a page something happened, as every item says it. */
export interface Place {
  readonly url: string;
  readonly frame?: string;
  readonly worker?: string;
}

/** The frames of one page, whichever process they run in, and which script context belongs to which. */
export class FrameBook {
  readonly #main: string;
  readonly #frames = new Map<string, Frame>();
  /** By session and id: the frame of a script context, and whether it is the page's own world. */
  readonly #contexts = new Map<string, { readonly frame: string; readonly isPage: boolean }>();

  /** A page's main frame has the id of its target. */
  constructor(targetId: string, url: string) {
    this.#main = targetId;
    this.#frames.set(targetId, { parent: undefined, url, documentId: undefined });
  }

  get mainUrl(): string {
    return this.#frames.get(this.#main)?.url ?? '';
  }

  isMain(frame: string): boolean {
    return frame === this.#main;
  }

  attached(id: string, parent: string): void {
    if (!this.#frames.has(id)) this.#frames.set(id, { parent, url: '', documentId: undefined });
  }

  navigated(id: string, parent: string | undefined, url: string, documentId?: string): void {
    const known = this.#frames.get(id);
    const document = documentId ?? known?.documentId;
    this.#frames.set(id, { parent: known?.parent ?? parent, url, documentId: document });
  }

  /** A frame that moves to another process is attached there and stays the same frame. */
  detached(id: string, reason: string): void {
    if (reason === 'remove') this.#frames.delete(id);
  }

  urlOf(id: string): string | undefined {
    return this.#frames.get(id)?.url;
  }

  documentOf(id: string): string | undefined {
    return this.#frames.get(id)?.documentId;
  }

  contextCreated(session: DevToolsSession, context: number, frame: string, isPage: boolean): void {
    this.#contexts.set(`${session.id}/${context}`, { frame, isPage });
  }

  contextDestroyed(session: DevToolsSession, context: number): void {
    this.#contexts.delete(`${session.id}/${context}`);
  }

  /** All contexts of a session are gone: its document changed, or the session itself ended. */
  contextsCleared(session: DevToolsSession): void {
    const prefix = `${session.id}/`;
    for (const key of this.#contexts.keys()) if (key.startsWith(prefix)) this.#contexts.delete(key);
  }

  frameOf(session: DevToolsSession, context: number | undefined): string | undefined {
    return this.#contexts.get(`${session.id}/${context}`)?.frame;
  }

  /** Scripts of ours and of Playwright run in worlds of their own. */
  isOwnWorld(session: DevToolsSession, context: number | undefined): boolean {
    return this.#contexts.get(`${session.id}/${context}`)?.isPage === false;
  }

  place(frame: string | undefined): Place {
    const url = this.mainUrl;
    if (frame === undefined || frame === this.#main) return { url };
    const own = this.#frames.get(frame)?.url;
    return own ? { url, frame: own } : { url };
  }
}
