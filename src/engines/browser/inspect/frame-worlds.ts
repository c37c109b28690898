import type { CDPSession, Frame } from 'playwright-core';
import { pageCall } from '../page/page-call.ts';
import type { Tab } from '../page/tab.ts';
import { DocumentTree } from './document-tree.ts';

interface World {
  readonly session: CDPSession;
  readonly contextId: number;
}

/** Scripts in a world of our own in every frame of a page, wherever it lives. */
export class FrameWorlds {
  readonly #tab: Tab;
  readonly #trees: DocumentTree[] = [];
  #first: Promise<unknown> | undefined;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async close(): Promise<void> {
    await Promise.all(this.#trees.map((tree) => tree.close()));
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
    // No tree is read for the page itself, which takes longer than most that is asked here.
    if (frame === this.#tab.page.mainFrame()) return this.#tab.cdp.runSource(`() => ${expression}`);
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
    this.#first ??= this.#read(this.#tab.page.mainFrame());
    await this.#first;
    const tree = this.#trees.find((one) => one.has(frame)) ?? (await this.#read(frame));
    return { session: tree.session, contextId: await tree.world(frame) };
  }

  async #read(frame: Frame): Promise<DocumentTree> {
    const tree = await DocumentTree.read(this.#tab, frame);
    this.#trees.push(tree);
    return tree;
  }
}
