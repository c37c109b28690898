import type { CDPSession, Frame } from 'playwright-core';
import { pageCall } from '../page/page-call.ts';
import type { Tab } from '../page/tab.ts';
import { DocumentTree, WORLD } from './document-tree.ts';

interface World {
  readonly session: CDPSession;
  readonly contextId: number;
}

/** Scripts in a world of our own in every frame of a page, wherever it lives. */
export class FrameWorlds {
  readonly #tab: Tab;
  readonly #trees: DocumentTree[] = [];
  /** Of the page itself: no tree is read for it alone, which takes longer than most that is asked here. */
  #main: Promise<World> | undefined;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async close(): Promise<void> {
    await Promise.all(this.#trees.map((tree) => tree.close()));
    const main = await this.#main?.catch(() => undefined); // whoever asked heard of it
    await main?.session.detach().catch(() => {}); // it went away with its page
  }

  /** The value of a call, as JSON; functions among the arguments stand for themselves. */
  async run<Args extends readonly unknown[], R>(
    frame: Frame,
    work: (...args: Args) => R,
    ...args: Args
  ): Promise<Awaited<R>> {
    return (await this.evaluate(frame, pageCall(work, ...args))) as Awaited<R>;
  }

  async evaluate(frame: Frame, expression: string): Promise<unknown> {
    const { session, contextId } = await this.#world(frame);
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async #world(frame: Frame): Promise<World> {
    const main = this.#tab.page.mainFrame();
    if (frame === main) {
      this.#main ??= this.#ofPage();
      return this.#main;
    }
    if (this.#trees.length === 0) this.#trees.push(await DocumentTree.read(this.#tab, main));
    let tree = this.#trees.find((one) => one.has(frame));
    if (!tree) {
      tree = await DocumentTree.read(this.#tab, frame);
      this.#trees.push(tree);
    }
    return { session: tree.session, contextId: await tree.world(frame) };
  }

  async #ofPage(): Promise<World> {
    const { page } = this.#tab;
    const session = await page.context().newCDPSession(page);
    const { frameTree } = await session.send('Page.getFrameTree');
    const made = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
      worldName: WORLD,
    });
    return { session, contextId: made.executionContextId };
  }
}
