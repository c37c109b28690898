import { type BlindSpot, blindWords } from '../../../contract/blind-spots.ts';
import type { Sink } from '../../../contract/evidence.ts';
import type { Stream } from '../../../contract/streams.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { within } from '../../../kernel/within.ts';
import type { BrowserHandle } from '../drivers/driver.ts';
import type { Observer, TabObserver } from '../observer.ts';
import type { Tab } from '../page/tab.ts';
import { BrowserCapture } from './browser-capture.ts';
import type { BrowserWatch, CaptureHost, CaptureLimits, PutBody } from './capture-host.ts';
import { DEFAULT_LIMITS } from './capture-host.ts';
import { openDevTools } from './devtools-tunnel.ts';
import { EventCapture } from './event-capture.ts';
import type { PageScriptSettings } from './in-page/capture.page.ts';
import { Privacy, type PrivacyRules } from './privacy.ts';
import { pageScript } from './target-watch.ts';
import { WatchedBrowser, type WatchedOptions } from './watched/watched-browser.ts';
import { WorkerGate } from './worker-gate.ts';

export interface CaptureOptions {
  /** The name of the browser in the record. */
  readonly instance: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly sink: Sink;
  readonly putBody: PutBody;
  /** The tests that are active now; every item is tagged with them. */
  readonly testIds?: () => readonly string[];
  readonly privacy?: Partial<PrivacyRules>;
  readonly limits?: Partial<CaptureLimits>;
  /** Attributes that hold test ids, the most wanted first. */
  readonly testIdAttributes?: readonly string[];
  /** Whether maps are fetched to name places in sources; on unless told. */
  readonly sourceMaps?: boolean;
}

export const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
/** `settled` waits for what is on its way, but not for a server that takes its time. */
const PATIENCE_MS = 2_000;

/**
 * Brings everything that happens in the pages of a browser into the record, from their first script on: console,
 * exceptions, reports, requests, sockets, actions, vitals, timings and navigations, as far as that browser tells.
 */
export class Capture implements Observer {
  readonly #host: CaptureHost;
  readonly #script: string;
  readonly #sourceMaps: boolean;
  readonly #live: Set<Live>;
  #watch: BrowserWatch | undefined;

  /** It is in `live` while a browser runs. */
  constructor(options: CaptureOptions, live = new Set<Live>()) {
    this.#host = hostOf(options);
    this.#sourceMaps = options.sourceMaps ?? true;
    this.#live = live;
    this.#script = pageScript(rulesOf(options, this.#host));
  }

  get instance(): string {
    return this.#host.instance;
  }

  get cannot(): readonly BlindSpot[] {
    return this.#watch?.cannot ?? [];
  }

  async browserStarted(handle: BrowserHandle): Promise<void> {
    await this.close();
    const watch = (await this.#overDevTools(handle)) ?? new EventCapture(this.#host);
    this.#watch = watch;
    this.#live.add(this);
    handle.browser.on('disconnected', () => {
      void watch.end();
      if (this.#watch === watch) this.#live.delete(this);
    });
  }

  tabOpened(tab: Tab): TabObserver | undefined {
    return this.#watch?.tabOpened(tab);
  }

  async settled(): Promise<void> {
    if (this.#watch) await within(this.#watch.settled(), PATIENCE_MS);
  }

  async close(): Promise<void> {
    this.#live.delete(this);
    const watch = this.#watch;
    this.#watch = undefined;
    await watch?.end();
  }

  async #overDevTools({ browser, hasOwnDevTools = true }: BrowserHandle): Promise<BrowserWatch | undefined> {
    if (!hasOwnDevTools) return undefined;
    const gate = WorkerGate.on(browser);
    const devtools = await openDevTools(browser).catch((error: unknown) => {
      this.#host.log.warning('the browser cannot be watched closely', { error });
      return undefined;
    });
    if (!devtools) {
      gate?.close();
      return undefined;
    }
    const way = { devtools, gate, script: this.#script, sourceMaps: this.#sourceMaps };
    const watch = new BrowserCapture(this.#host, way);
    await watch.start();
    return watch;
  }
}

function hostOf(options: CaptureOptions): CaptureHost {
  const { instance, clock, log, sink, putBody, testIds = () => [] } = options;
  const privacy = new Privacy(options.privacy);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  return { instance, clock, log, sink, putBody, testIds, privacy, limits };
}

/** What the script in the page has to know. */
function rulesOf({ testIdAttributes = [] }: CaptureOptions, { privacy }: CaptureHost): PageScriptSettings {
  const { secretWords, inputValues } = privacy.rules;
  return { testIds: [...new Set([...testIdAttributes, ...TEST_IDS])], secretWords, inputValues };
}

/** Watches all browsers whose pages go into one record. */
export class Observers {
  readonly #options: Omit<CaptureOptions, 'instance'>;
  readonly #live = new Set<Live>();

  constructor(options: Omit<CaptureOptions, 'instance'>) {
    this.#options = options;
  }

  /** The one that watches the browser of that name. */
  of(instance: string): Observer {
    return new Capture({ ...this.#options, instance }, this.#live);
  }

  /** A person's own browser, of which its extension tells for as long as we run. */
  ofPerson(
    instance: string,
    whose: Pick<WatchedOptions, 'nameTab' | 'session'>,
  ): { readonly browser: WatchedBrowser; readonly rules: PageScriptSettings } {
    const options = { ...this.#options, instance };
    const host = hostOf(options);
    const browser = new WatchedBrowser({ ...whose, host });
    this.#live.add(browser);
    return { browser, rules: rulesOf(options, host) };
  }

  /** Resolves when what was seen so far has been told. */
  async settled(): Promise<void> {
    await Promise.all([...this.#live].map((capture) => capture.settled()));
  }

  /** What is not seen, of these streams, of the browsers that run now. */
  cannot(streams: readonly Stream[]): readonly NotSeen[] {
    return [...this.#live].flatMap(({ instance, cannot }) => {
      const words = blindWords(cannot, streams);
      return words.length > 0 ? [{ instance, words }] : [];
    });
  }
}

/** What is watched now, in whichever way. */
type Live = Pick<Capture, 'instance' | 'cannot' | 'settled'>;

export interface NotSeen {
  readonly instance: string;
  readonly words: readonly string[];
}
