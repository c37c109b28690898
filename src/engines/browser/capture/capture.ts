import type { RequestData } from '../../../contract/network-data.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Sink, Stream } from '../../../kernel/evidence.ts';
import type { Log } from '../../../kernel/log.ts';
import type { BrowserHandle } from '../drivers/driver.ts';
import type { Observer, TabObserver } from '../observer.ts';
import type { Step, Tab } from '../page/tab.ts';
import { BrowserCapture } from './browser-capture.ts';
import { type CaptureHost, type CaptureLimits, DEFAULT_LIMITS, type PutBody } from './capture-host.ts';
import { pageScript } from './in-page/page-script.ts';
import { openDevTools } from './open-devtools.ts';
import { Privacy, type PrivacyRules } from './privacy.ts';
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

const TEST_IDS = ['data-testid', 'data-test-id', 'data-test', 'data-cy', 'data-qa'];
const COVERED: ReadonlySet<Stream> = new Set<Stream>([
  ...(['console', 'exception', 'request', 'websocket', 'action'] as const),
  ...(['vitals', 'performance', 'navigation'] as const),
]);
/** `settled` waits for what is on its way, but not for a server that takes its time. */
const PATIENCE_MS = 2_000;

/**
 * Brings everything that happens in the pages of a Chromium into the record, from their first script on: console,
 * exceptions, reports, requests, sockets, actions, vitals, timings and navigations.
 */
export class Capture implements Observer {
  readonly #host: CaptureHost;
  readonly #script: string;
  readonly #sourceMaps: boolean;
  #browser: BrowserCapture | undefined;

  constructor(options: CaptureOptions) {
    const { instance, clock, log, sink, putBody, testIds = () => [] } = options;
    const privacy = new Privacy(options.privacy);
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#host = { instance, clock, log, sink, putBody, testIds, privacy, limits };
    this.#sourceMaps = options.sourceMaps ?? true;
    const { secretWords, inputValues } = privacy.rules;
    const testIdNames = [...new Set([...(options.testIdAttributes ?? []), ...TEST_IDS])];
    this.#script = pageScript({ testIds: testIdNames, secretWords, inputValues });
  }

  async browserStarted(handle: BrowserHandle): Promise<void> {
    await this.#browser?.end();
    this.#browser = undefined;
    const gate = WorkerGate.on(handle.browser);
    const devtools = await openDevTools(handle.browser).catch((error: unknown) => {
      this.#host.log.warning('the browser cannot be watched closely', { error });
      return undefined;
    });
    if (!devtools) return gate?.close();
    const browser = new BrowserCapture({ devtools, gate }, this.#host, {
      script: this.#script,
      sourceMaps: this.#sourceMaps,
    });
    handle.browser.on('disconnected', () => void browser.end());
    await browser.start();
    this.#browser = browser;
  }

  tabOpened(tab: Tab): TabObserver | undefined {
    const browser = this.#browser;
    if (!browser) return undefined;
    const named = this.#name(browser, tab);
    let target: string | undefined;
    const ready = named.then((targetId) => {
      target = targetId;
    });
    return {
      covers: COVERED,
      ready,
      stepStarted: (step: Step) => {
        const page = target === undefined ? undefined : browser.page(target);
        return page?.actions.stepStarted(step) ?? (() => {});
      },
    };
  }

  /** Requests that are under way now: what hangs is not in the record yet. */
  pending(): RequestData[] {
    return this.#browser?.requests.pending() ?? [];
  }

  async settled(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    await Promise.race([this.#browser?.settled(), promise]);
    clearTimeout(timer);
  }

  async close(): Promise<void> {
    await this.#browser?.end();
    this.#browser = undefined;
  }

  async #name(browser: BrowserCapture, tab: Tab): Promise<string | undefined> {
    try {
      const session = await tab.cdp.session();
      const { targetInfo } = await session.send('Target.getTargetInfo');
      browser.name(targetInfo, { context: tab.host.context, page: tab.id });
      return targetInfo.targetId;
    } catch {
      return undefined; // it closed again at once
    }
  }
}
