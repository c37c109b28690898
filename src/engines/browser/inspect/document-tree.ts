import type { CDPSession, Frame } from 'playwright-core';
import type { Tab } from '../page/tab.ts';
import { pathOf } from './element-facts.page.ts';

/** A node as DevTools tells it. */
interface Node {
  readonly nodeId: number;
  readonly backendNodeId: number;
  readonly nodeType: number;
  readonly frameId?: string;
  readonly shadowRootType?: 'user-agent' | 'open' | 'closed';
  readonly children?: readonly Node[];
  readonly shadowRoots?: readonly Node[];
  readonly contentDocument?: Node;
}

/** A document or shadow root, in which selectors are asked for. */
interface Root {
  readonly node: Node;
  /** Shadow roots on the way to it: how many, and whether one of them is closed. */
  readonly shadows: number;
  readonly isClosed: boolean;
}

/** An element that was found, for the session that knows it. */
export interface FoundNode {
  readonly nodeId: number;
  readonly frame: Frame;
  /** 0-based among the frames inside the page; absent for the page itself. */
  readonly frameNumber?: number | undefined;
  readonly shadow?: 'open' | 'closed' | undefined;
}

const ELEMENT = 1;
const WORLD = 'sensorium';
const isRealShadow = ({ shadowRootType: type }: Node) => type === 'open' || type === 'closed';

/** The documents of a page with everything in them, closed shadow roots too, as one DevTools session sees them. */
export class DocumentTree {
  readonly session: CDPSession;
  readonly #tab: Tab;
  readonly #worlds = new Map<Frame, Promise<number>>();
  readonly #documents = new Map<Frame, { readonly node: Node; readonly frameId: string }>();

  private constructor(tab: Tab, session: CDPSession) {
    this.#tab = tab;
    this.session = session;
  }

  /** Of the page, or of a frame that lives in another process. */
  static async read(tab: Tab, of: Frame): Promise<DocumentTree> {
    const { page } = tab;
    // One of its own: what is switched on in it ends with it.
    const session = await page.context().newCDPSession(of === page.mainFrame() ? page : of);
    await session.send('DOM.enable');
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
    const tree = new DocumentTree(tab, session);
    const { frameTree } = await session.send('Page.getFrameTree');
    await tree.#place(of, root as Node, frameTree.frame.id);
    return tree;
  }

  close(): Promise<unknown> {
    return this.session.detach().catch(() => {}); // it went away with its page
  }

  /** Frames of other processes are told by a tree of their own. */
  has(frame: Frame): boolean {
    return this.#documents.has(frame);
  }

  /** All elements that a CSS selector means, in every root of the frame; undefined when it is no CSS. */
  async query(frame: Frame, selector: string): Promise<readonly FoundNode[] | undefined> {
    const document = this.#documents.get(frame)?.node;
    if (!document) return [];
    const found: FoundNode[] = [];
    for (const { node, shadows, isClosed } of rootsOf(document)) {
      const asked = await this.session
        .send('DOM.querySelectorAll', { nodeId: node.nodeId, selector })
        .catch((error: unknown) => {
          if (/querying/i.test(String(error))) return undefined; // no CSS
          throw error;
        });
      if (!asked) return undefined;
      const shadow = isClosed ? 'closed' : shadows > 0 ? 'open' : undefined;
      found.push(...asked.nodeIds.map((nodeId) => ({ nodeId, ...this.#frameOf(frame), shadow }) as const));
    }
    return found;
  }

  /** The node that stands at this place of the frame's document. */
  at(frame: Frame, path: readonly (number | 's')[]): FoundNode | undefined {
    const node = walk(this.#documents.get(frame)?.node, path);
    const shadow = path.includes('s') ? ('open' as const) : undefined;
    return node && { nodeId: node.nodeId, ...this.#frameOf(frame), shadow };
  }

  /** A world of the frame that the page cannot touch. */
  world(frame: Frame): Promise<number> {
    const known = this.#worlds.get(frame) ?? this.#makeWorld(frame);
    this.#worlds.set(frame, known);
    return known;
  }

  async #makeWorld(frame: Frame): Promise<number> {
    const { frameId } = this.#documents.get(frame)!;
    const made = await this.session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
    return made.executionContextId;
  }

  #frameOf(frame: Frame) {
    const number = this.#tab.page.frames().slice(1).indexOf(frame);
    return { frame, frameNumber: number < 0 ? undefined : number };
  }

  /** Frames are found by the place of their elements: Playwright and DevTools have no name in common for them. */
  async #place(frame: Frame, document: Node, frameId: string): Promise<void> {
    this.#documents.set(frame, { node: document, frameId });
    for (const child of frame.childFrames()) {
      const element = await child.frameElement().catch(() => undefined); // on its way out
      const path = await element?.evaluate(pathOf).catch(() => undefined);
      await element?.dispose();
      const owner = path && walk(document, path);
      if (owner?.contentDocument) await this.#place(child, owner.contentDocument, owner.frameId!);
    }
  }
}

function walk(from: Node | undefined, path: readonly (number | 's')[]): Node | undefined {
  let at = from;
  for (const step of path) {
    at =
      step === 's'
        ? at?.shadowRoots?.find(isRealShadow)
        : at?.children?.filter(({ nodeType }) => nodeType === ELEMENT)[step];
  }
  return at;
}

/** The document and every shadow root in it, but not the browser's own. Frames inside are documents of their own. */
function rootsOf(document: Node): readonly Root[] {
  const roots: Root[] = [{ node: document, shadows: 0, isClosed: false }];
  const visit = (node: Node, shadows: number, isClosed: boolean) => {
    for (const root of (node.shadowRoots ?? []).filter(isRealShadow)) {
      const closed = isClosed || root.shadowRootType === 'closed';
      roots.push({ node: root, shadows: shadows + 1, isClosed: closed });
      visit(root, shadows + 1, closed);
    }
    for (const child of node.children ?? []) visit(child, shadows, isClosed);
  };
  visit(document, 0, false);
  return roots;
}
