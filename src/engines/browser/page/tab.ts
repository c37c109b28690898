import type { Page } from 'playwright-core';
import type { Clock } from '../../../kernel/clock.ts';
import { Fault, fault } from '../../../kernel/fault.ts';
import type { Log } from '../../../kernel/log.ts';
import { within } from '../../../kernel/within.ts';
import type { Downloads } from '../context/downloads.ts';
import { TabVideo, type Video } from '../media/video.ts';
import type { Observer, TabObserver } from '../observer.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { parseRef } from '../snapshot/ref-book.ts';
import type { PageSnapshots } from '../snapshot/snapshot.ts';
import { Activity } from './activity.ts';
import { ConsoleLog } from './console-log.ts';
import { readsDisk } from './disk-address.ts';
import { type ModalState, Modals } from './modals.ts';
import { NetworkLog } from './network-log.ts';
import type { Outcome, Timeouts } from './outcome.ts';
import { waitOurselves } from './own-waiting.ts';
import { PageCdp } from './page-cdp.ts';
import { CHATTY, CHATTY_UNASKED, type Settled, settle } from './settle.ts';
import { SocketTalk } from './socket-talk.ts';
import { isClosedError, translate } from './translate.ts';
import { Turns } from './turns.ts';
import { unwatch, watch } from './watch.ts';

/** What a tab is given by the browser that it belongs to. */
export interface TabHost {
  readonly context: string;
  /** Whose it is; absent where it is everybody's. */
  readonly session?: string;
  readonly instance: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly timeouts: Timeouts;
  readonly downloads: Downloads;
  /** Its pages behave as on a phone. */
  readonly isMobile: boolean;
  /** Whether file: may be shown: where it may not, still if people open it in a browser that is not ours. */
  mayShowFiles(isBusy: boolean): boolean;
  /** Where files of ours go. */
  readonly outputDir: string;
  readonly keep: { readonly messages: number; readonly requests: number };
  /** What nothing that leaves the browser may show. */
  readonly secrets: Secrets;
  snapshotsOf(page: Page): PageSnapshots;
  /** Shows the tab in its window: one that lies behind another takes seconds to handle a click. */
  bringToFront(tab: Tab): Promise<void>;
  /** Ids of the tabs that were opened after that many. */
  tabsSince(count: number): readonly string[];
  tabCount(): number;
  /** Something was done, so the storage may have changed. */
  acted(): void;
  /** We are closing the tab or its context: not the page itself. */
  isClosing(tab: Tab): boolean;
  /** A tab that crashed was given up for a new one. */
  crashed(tab: Tab): void;
  /** A person who had the page gave it back, and may have said something. */
  handedBack(tab: Tab, note: string): void;
  videoSaved?(video: Video, tab: Tab): Promise<void>;
  /** Tells the record what is seen of the browser. */
  readonly observe?: Observer;
}

/** One thing that is done to a page. */
export interface Step {
  /** A word for faults and the record, such as `click`. */
  readonly action: string;
  /** The target as the caller wrote it. */
  readonly target?: string | undefined;
  /** The address that is being opened. */
  readonly url?: string | undefined;
  /** What the record may show besides; never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** The modal state that it answers. */
  readonly handles?: ModalState['kind'];
  /** Without waiting for the page to come to rest: for things that change nothing. */
  readonly isReading?: boolean;
  /** Only to try something out: what is done in the page meanwhile is no part of the record. */
  readonly isTrial?: boolean;
  /** How long nothing may happen for the step to be done, where the usual time is too long. */
  readonly quietMs?: number;
  readonly signal?: AbortSignal | undefined;
}

type Interruption = { readonly why: 'modal' | 'closed' } | { readonly why: 'fault'; readonly fault: Fault };

/** A page that was left because it must not be shown. */
interface Refused {
  readonly why: Fault;
  readonly left: Promise<unknown>;
}

/** Where everything stood before a step. */
interface Marks {
  readonly start: number;
  readonly url: string;
  readonly messages: number;
  readonly downloads: number;
  readonly tabs: number;
  readonly refused: Refused | undefined;
}

/** Where everything stood when an address was last opened on purpose: that, not a link, begins a new chapter. */
export interface Opened {
  /** Microseconds since the epoch. */
  readonly time: number;
  readonly messages: number;
  readonly requests: number;
  readonly downloads: number;
}

/** One page and everything that was seen of it since it was opened. */
export class Tab {
  /** t1, t2, …: never used again within its browser, nor in the record that it is told to. */
  readonly id: string;
  readonly page: Page;
  readonly console: ConsoleLog;
  readonly network: NetworkLog;
  readonly modals: Modals;
  readonly cdp: PageCdp;
  readonly snapshots: PageSnapshots;
  readonly video: TabVideo;
  readonly host: TabHost;
  readonly timeouts: Timeouts;
  readonly turns: Turns;
  /** Playwright waits for nothing after an action. */
  readonly waitsItself: boolean;
  #title = '';
  #isCrashed = false;
  #steps = 0;
  #refused: Refused | undefined;
  #opened: Opened;
  readonly #over = new AbortController();
  readonly #observer: TabObserver | undefined;
  readonly #sockets: SocketTalk;

  constructor(id: string, page: Page, host: TabHost) {
    this.id = id;
    this.page = page;
    this.host = host;
    this.timeouts = host.timeouts;
    this.turns = new Turns(id);
    this.modals = new Modals(id);
    this.console = new ConsoleLog(host.clock, host.keep.messages, (text) => host.secrets.hide(text));
    this.network = new NetworkLog(host.clock, host.keep.requests);
    this.cdp = new PageCdp(page);
    this.#sockets = new SocketTalk(page);
    this.waitsItself = waitOurselves(page);
    this.snapshots = host.snapshotsOf(page);
    this.video = new TabVideo(this, host.outputDir);
    this.#opened = this.#standing();
    this.#observer = host.observe?.tabOpened(this);
    this.cdp.prepare().catch(() => {}); // an old browser; bodies then last as long as their document
    page.on('filechooser', (chooser) => this.modals.chooserOpened(chooser));
    page.on('crash', () => {
      this.#isCrashed = true;
      this.#over.abort(fault('BROWSER_CRASHED', { what: 'page' }));
    });
    page.on('close', () => {
      this.console.close();
      this.modals.leave();
      this.#over.abort();
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.modals.documentStarted();
      this.#leaveRefused(frame.url());
    });
  }

  get opened(): Opened {
    return this.#opened;
  }

  /** An address is about to be opened. */
  opening(): void {
    this.#opened = this.#standing();
    this.network.opening();
    this.snapshots.opening();
  }

  #standing(): Opened {
    const { clock, downloads } = this.host;
    const marks = { messages: this.console.last, requests: this.network.last, downloads: downloads.last };
    return { time: clock.micros(), ...marks };
  }

  /** Something is being done to it: whatever can wait should. */
  get isBusy(): boolean {
    return this.#steps > 0;
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  get url(): string {
    return this.page.url();
  }

  /** Why an address must not be shown, if it must not. */
  refusal(url: string, isBusy: boolean): Fault | undefined {
    if (!readsDisk(url) || this.host.mayShowFiles(isBusy)) return undefined;
    return fault('NAVIGATION_BLOCKED', { url, why: 'the file: protocol is blocked' });
  }

  /** However it came there, a page that shows what must not be shown is left. */
  #leaveRefused(url: string): void {
    const why = this.refusal(url, this.isBusy);
    if (!why) return;
    this.host.log.warning('left a page that may not be shown', { tab: this.id, url });
    const left = this.page.goto('about:blank').catch(() => this.page.close());
    this.#refused = { why, left: left.catch(() => {}) }; // it may have gone by itself
  }

  /** The title as it is, or as it was last known when the page cannot be asked. */
  async title(): Promise<string> {
    if (this.#isCrashed || this.page.isClosed()) return this.#title;
    this.#title = (await this.#titleFromPage()) ?? (await this.#titleFromHistory()) ?? this.#title;
    return this.#title;
  }

  /** Undefined when the page does not answer soon, or a dialog keeps it from that. */
  async #titleFromPage(): Promise<string | undefined> {
    if (this.modals.isBlocked) return undefined;
    const modal = new AbortController();
    const stopListening = this.modals.onNext(() => modal.abort());
    const asked = this.page.title().catch(() => undefined);
    return within(asked, 500, modal.signal).finally(stopListening);
  }

  /** The browser knows it too, and answers while the page is busy or shows a dialog. */
  async #titleFromHistory(): Promise<string | undefined> {
    const asked = this.cdp.session().then((session) => session.send('Page.getNavigationHistory'));
    const history = await within(
      asked.catch(() => undefined), // no Chromium, or it is gone
      this.timeouts.action,
    );
    // A page that asks whether it may go is still there, but no longer where the history stands.
    const entry = history?.entries[history.currentIndex];
    return entry?.url === this.url ? entry.title : undefined;
  }

  /**
   * Gives the page up if it does not answer, without harm where it does: whoever comes next is given a new one, as
   * after a crash. One that only waits for an answer of ours is left alone.
   */
  async doubt(): Promise<void> {
    if (this.#isCrashed || this.page.isClosed() || this.modals.isBlocked) return;
    const answer = this.page.evaluate('1').catch(() => 1); // it went elsewhere, so it is alive
    if ((await within(answer, this.timeouts.leave)) !== undefined || this.modals.isBlocked) return;
    this.#isCrashed = true;
    this.#over.abort();
    if (!this.cdp.isThere) return;
    // Its process would go on with whatever keeps it busy.
    const session = await this.cdp.session();
    await session.send('Page.crash').catch(() => {}); // that is its answer
  }

  /** Something is tried out here: what happens from now on is no part of the record. */
  leaveRecord = async (): Promise<void> => this.#observer?.leaveOut();

  /**
   * Does one thing and waits until the page has come to rest. It returns at once when a dialog or a file
   * chooser opens, and raises at once when the page or its browser dies.
   */
  async perform<T>(step: Step, work: () => Promise<T>): Promise<Outcome<T>> {
    if (this.#isCrashed) throw fault('BROWSER_CRASHED', { what: 'page' });
    if (this.page.isClosed()) throw fault('TAB_CLOSED', { tab: this.id });
    this.modals.assertFree(step.handles);
    await Promise.all([this.#observer?.ready, this.#refused?.left]);
    const before = this.#marks();
    const isChatty = () => this.network.recent(1_000) >= CHATTY;
    const wasChatty = isChatty() || this.network.recent(1_000, 'unasked') >= CHATTY_UNASKED;
    const ended = this.#observer?.stepStarted(step);
    const isWatched = !step.isReading && step.url === undefined; // a document that is left tells nothing
    const activity = new Activity(this.page, isWatched ? this.#sockets : undefined);
    const stop = new AbortController();
    const interruption = this.#interruption(step, stop);
    this.#steps++;
    try {
      if (isWatched) await watch(this.cdp, this.modals);
      const done = await Promise.race([this.#attempt(step, work), interruption]);
      const worked = this.host.clock.monotonic();
      let settled: Settled = { by: 'nothing' };
      if ('value' in done && !step.isReading) {
        settled = await settle(activity, this.cdp, this.timeouts, stop.signal, {
          quietMs: step.quietMs,
          wasChatty,
          isChatty,
        });
        await this.host.downloads.settle(before.downloads, this.timeouts.settle);
      }
      const end = 'value' in done ? stop.signal.aborted && (await interruption) : done;
      if (end && end.why === 'fault') throw end.fault;
      if (this.#refused !== before.refused) throw this.#refused?.why;
      const isNew = activity.documents > 0;
      const outcome = this.#outcome<T>(before, worked, isNew, end ? { by: end.why } : settled);
      ended?.(outcome);
      this.host.acted();
      return 'value' in done ? { ...outcome, value: done.value } : outcome;
    } catch (thrown) {
      const refused = this.#refused === before.refused ? undefined : this.#refused;
      await refused?.left;
      const raised = refused?.why ?? (await this.#explained(translate(thrown, step), step));
      ended?.({ error: raised.code, ms: this.host.clock.monotonic() - before.start });
      throw raised;
    } finally {
      this.#steps--;
      if (isWatched) unwatch(this.cdp, this.modals);
      activity.dispose();
      stop.abort();
    }
  }

  /** The work's own end. A page that closes itself is an outcome; one that dies is a fault. */
  async #attempt<T>(step: Step, work: () => Promise<T>): Promise<{ readonly value: T } | Interruption> {
    try {
      if (!step.isReading && !step.handles) await this.host.bringToFront(this);
      return { value: await work() };
    } catch (thrown) {
      const isOver = isClosedError(thrown) || this.page.isClosed();
      // The news of a crash may come a moment after the calls that it broke.
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (isOver || this.#isCrashed) return this.#end(step);
      throw thrown;
    }
  }

  /** Playwright waits for an element that was taken away meanwhile, and then only says that it was not ready. */
  async #explained(raised: Fault, { target }: Step): Promise<Fault> {
    if (raised.code !== 'ACTION_TIMEOUT' || target === undefined || !parseRef(target)) return raised;
    const gone = await this.snapshots.locate(target).then(
      () => undefined,
      (error: unknown) => error,
    );
    return gone instanceof Fault && gone.code === 'REF_GONE' ? gone : raised;
  }

  #end(step: Step): Interruption {
    const isLost = this.page.context().browser()?.isConnected() === false;
    if (isLost) return { why: 'fault', fault: fault('BROWSER_CRASHED', { what: 'browser' }) };
    if (this.#isCrashed) return { why: 'fault', fault: fault('BROWSER_CRASHED', { what: 'page' }) };
    if (step.isReading || this.host.isClosing(this))
      return { why: 'fault', fault: fault('TAB_CLOSED', { tab: this.id }) };
    return { why: 'closed' };
  }

  /** Comes when something cuts the step short, and then ends the waiting as well. */
  #interruption(step: Step, stop: AbortController): Promise<Interruption> {
    const { promise, resolve } = Promise.withResolvers<Interruption>();
    const cut = (interruption: Interruption) => {
      resolve(interruption);
      stop.abort();
    };
    const onModal = this.modals.onNext(() => cut({ why: 'modal' }));
    const onOver = () => setTimeout(() => cut(this.#end(step)), 20);
    const onCancel = () =>
      cut({ why: 'fault', fault: translate(step.signal?.reason, { action: step.action }) });
    this.#over.signal.addEventListener('abort', onOver);
    step.signal?.addEventListener('abort', onCancel);
    if (step.signal?.aborted) onCancel();
    stop.signal.addEventListener('abort', () => {
      onModal();
      this.#over.signal.removeEventListener('abort', onOver);
      step.signal?.removeEventListener('abort', onCancel);
    });
    return promise;
  }

  #marks(): Marks {
    return {
      start: this.host.clock.monotonic(),
      url: this.url,
      messages: this.console.last,
      downloads: this.host.downloads.last,
      tabs: this.host.tabCount(),
      refused: this.#refused,
    };
  }

  #outcome<T>(before: Marks, worked: number, navigated: boolean, { by, seen }: Settled): Outcome<T> {
    const now = this.host.clock.monotonic();
    const messages = this.console.since(before.messages);
    return {
      settledBy: by,
      ...(seen && { seen }),
      ms: now - before.start,
      settleMs: now - worked,
      url: this.url,
      urlBefore: before.url,
      navigated,
      modals: this.modals.open,
      problems: messages.filter(({ level }) => level === 'error' || level === 'warning'),
      newMessages: messages.length,
      downloads: this.host.downloads.since(before.downloads).filter(({ tab }) => tab === this.id),
      opened: this.host.tabsSince(before.tabs),
    };
  }
}
