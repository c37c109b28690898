import type { BrowserContext, ConsoleMessage, Download, Page, Request } from 'playwright-core';
import { frameOf } from '../page/network-log.ts';
import type { Tab } from '../page/tab.ts';
import { hearConsole } from './console-inside.ts';

export interface EventSource {
  readonly context: BrowserContext;
  /** The tab of a page; undefined while it is not known yet. */
  tabOf(page: Page): Tab | undefined;
  tabs(): readonly Tab[];
  downloaded(download: Download, tab: Tab | undefined): void;
}

const MOST_EARLY = 200;

/**
 * Hands what a context reports to the tab it belongs to. Listening at the context and not at each page loses
 * nothing: a popup's first requests and messages come before the popup itself is announced.
 */
export class ContextEvents {
  readonly #source: EventSource;
  readonly #stops: (() => void)[] = [];
  /** Happened in pages that are not announced yet. */
  #early: { readonly page: () => Page | undefined; readonly tell: (tab: Tab) => void }[] = [];

  readonly #documents = new WeakMap<Tab, number>();

  constructor(source: EventSource) {
    this.#source = source;
    const context = { on: this.#listener(source.context) };
    context.on('request', (request) =>
      this.#to(pageOf(request), (tab) => tab.network.started(request, !tab.isBusy)),
    );
    context.on('response', (response) =>
      this.#to(pageOf(response.request()), (tab) => tab.network.answered(response)),
    );
    context.on('requestfinished', (request) =>
      this.#to(pageOf(request), (tab) => void tab.network.finished(request)),
    );
    context.on('requestfailed', (request) => this.#to(pageOf(request), (tab) => tab.network.failed(request)));
    const stop = hearConsole(source.context, (heard) =>
      this.#to(
        () => heard.page() ?? this.#pageOfWorker(heard.workerUrl()),
        (tab) => tab.console.message(heard),
      ),
    );
    if (stop) this.#stops.push(stop);
    else context.on('console', (message) => this.#said(message));
    context.on('weberror', (error) =>
      this.#to(
        () => error.page() ?? undefined,
        (tab) => tab.console.error(error),
      ),
    );
    context.on('dialog', (dialog) => {
      const tab = this.#tabOf(dialog.page() ?? undefined);
      if (tab) tab.modals.dialogOpened(dialog);
      else dialog.dismiss().catch(() => {}); // nobody could ever answer it
    });
    context.on('dialogclosed', (dialog) =>
      this.#tabOf(dialog.page() ?? undefined)?.modals.dialogClosed(dialog),
    );
    context.on('download', (download) => source.downloaded(download, this.#tabOf(download.page())));
    context.on('framenavigated', (frame) => {
      const tab = frame.parentFrame() === null ? this.#tabOf(frame.page()) : undefined;
      if (tab && this.#isNewDocument(tab, frame.url())) tab.console.startDocument();
    });
  }

  #said(message: ConsoleMessage): void {
    const said = {
      type: () => message.type(),
      text: () => message.text(),
      args: () => message.args(),
      location: () => message.location(),
      handles: () => message.args(),
    };
    this.#to(
      () => message.page() ?? this.#pageOfWorker(message.worker()?.url()),
      (tab) => tab.console.message(said),
    );
  }

  /** A change of the hash or of the history asks for no document; addresses that are not HTTP's never do. */
  #isNewDocument(tab: Tab, url: string): boolean {
    const before = this.#documents.get(tab);
    this.#documents.set(tab, tab.network.documents);
    return !/^https?:/.test(url) || before !== tab.network.documents;
  }

  /** Listens as the context's own `on` does, and knows how to stop it. */
  #listener(context: BrowserContext): BrowserContext['on'] {
    const on = (event: never, listener: never) => {
      this.#stops.push(() => context.off(event, listener));
      return context.on(event, listener);
    };
    return on as BrowserContext['on'];
  }

  /** The context of a profile outlives what we make of it: whoever takes it up next must be the only one to listen. */
  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#early = [];
  }

  /** A page was announced: what happened in it before is told now. */
  announced(): void {
    const early = this.#early;
    this.#early = [];
    for (const { page, tell } of early) this.#to(page, tell);
  }

  #tabOf(page: Page | undefined): Tab | undefined {
    return page && this.#source.tabOf(page);
  }

  #to(page: () => Page | undefined, tell: (tab: Tab) => void): void {
    const tab = this.#tabOf(page());
    if (tab) tell(tab);
    else if (this.#early.length < MOST_EARLY) this.#early.push({ page, tell });
  }

  /** A service worker serves all pages of its origin; its words go to the first of them. */
  #pageOfWorker(url: string | undefined): Page | undefined {
    const origin = url && URL.parse(url)?.origin;
    return this.#source.tabs().find((tab) => URL.parse(tab.url)?.origin === origin)?.page;
  }
}

const pageOf = (request: Request) => () => frameOf(request)?.page();
