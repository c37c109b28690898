import type { CDPSession, Page } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Aside } from '../capture/devtools.ts';
import { loadResource } from './load-resource.ts';

const WORLD = 'sensorium';

/** The DevTools session of one page, made on first use, and scripts in a world that the page cannot touch. */
export class PageCdp {
  /** By which scripts of ours in the page's world and in our own find each other. */
  readonly secretName = newId('w');
  readonly #page: Page;
  #session: Promise<CDPSession> | undefined;
  #frameId: string | undefined;
  /** Of the present document. */
  #context: number | undefined;

  constructor(page: Page) {
    this.#page = page;
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#context = undefined;
    });
    // While the rest of it loads, so that whoever waits for its load need not wait for this too.
    page.on('domcontentloaded', () => void this.#prepareWorld().catch(() => {})); // it went on meanwhile
  }

  get isThere(): boolean {
    return this.#page.context().browser()?.browserType().name() === 'chromium';
  }

  async session(what = 'This'): Promise<CDPSession> {
    this.#session ??= this.#page.context().newCDPSession(this.#page);
    try {
      return await this.#session;
    } catch (cause) {
      this.#session = undefined;
      if (/only.*chromium/i.test(String(cause))) throw fault('NEEDS_CHROMIUM', { what }, cause);
      throw cause;
    }
  }

  /**
   * Lets bodies of responses outlive the document that asked for them; a browser forgets them by default. And learns
   * the frame's name, so that the first script need not ask for it.
   */
  async prepare(): Promise<void> {
    if (!this.isThere) return;
    const session = await this.session();
    // A page's main frame is called as its target is, and the browser tells that without asking the page.
    const { targetInfo } = await session.send('Target.getTargetInfo');
    this.#frameId ??= targetInfo.targetId;
    await session.send('Network.configureDurableMessages', {
      maxTotalBufferSize: 32 * 1024 * 1024,
      maxResourceBufferSize: 8 * 1024 * 1024,
    });
  }

  /** Loads something as the main frame would; it fails where that has more than so many bytes. */
  async load(url: string, most: number): Promise<Buffer> {
    const session = await this.session();
    this.#frameId ??= (await session.send('Target.getTargetInfo')).targetInfo.targetId;
    return loadResource(() => this.aside(), url, { most, frameId: this.#frameId });
  }

  /** One more session with the page, for work that can be stopped only by ending it. */
  async aside(): Promise<Aside> {
    const session = await this.#page.context().newCDPSession(this.#page);
    return {
      send: (method, params) => session.send(method as never, params as never) as never,
      end: () => session.detach(),
    };
  }

  /**
   * Runs a function in the main frame: its timers and globals are the browser's own, whatever the page has
   * replaced, and a content security policy does not concern it. Arguments and result are JSON.
   */
  run<Args extends readonly unknown[], R>(work: (...args: Args) => R, ...args: Args): Promise<Awaited<R>> {
    return this.runSource(String(work), ...args) as Promise<Awaited<R>>;
  }

  /** The same in the page's own world, for what can be known only there. Its result is not to be trusted. */
  async runInPage<Args extends readonly unknown[]>(work: (...args: Args) => void, ...args: Args) {
    const expression = `(${work})(...${JSON.stringify(args)})`;
    if (!this.isThere) return this.#page.evaluate(expression);
    return (await this.session()).send('Runtime.evaluate', { expression });
  }

  /** The same with a function that is only known as a text. */
  async runSource(source: string, ...args: readonly unknown[]): Promise<unknown> {
    if (!this.isThere) return this.#page.evaluate(`(${source})(...${JSON.stringify(args)})`);
    const session = await this.session();
    const call = (executionContextId: number) =>
      session.send('Runtime.callFunctionOn', {
        functionDeclaration: source,
        executionContextId,
        arguments: args.map((value) => ({ value })),
        awaitPromise: true,
        returnByValue: true,
      });
    const known = this.#context;
    const { result, exceptionDetails } = await call(known ?? (await this.#world(session))).catch(
      async (cause: unknown) => {
        // Another document is there, and the news of it is still on its way.
        if (known === undefined || !/Cannot find context/.test(String(cause))) throw cause;
        return call(await this.#world(session));
      },
    );
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async #prepareWorld(): Promise<void> {
    if (this.#session && this.#context === undefined) await this.#world(await this.#session);
  }

  /** The browser gives the same world for the same name, so asking anew after each navigation is enough. */
  async #world(session: CDPSession): Promise<number> {
    const create = (frameId: string) =>
      session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
    const swapped = () => undefined;
    let made = this.#frameId === undefined ? undefined : await create(this.#frameId).catch(swapped);
    if (!made) {
      const { frameTree } = await session.send('Page.getFrameTree');
      this.#frameId = frameTree.frame.id;
      made = await create(this.#frameId);
    }
    this.#context = made.executionContextId;
    return this.#context;
  }
}
