import type { Tab } from '../page/tab.ts';
import type { OpenContext } from './open-context.ts';

export interface Throttle {
  /** Bytes a second; -1 for as fast as it goes. */
  readonly download: number;
  readonly upload: number;
  /** Added to each request, in milliseconds. */
  readonly latency: number;
}

const kilobits = (count: number) => (count * 1000) / 8;

export const THROTTLE_PRESETS = {
  'slow-3g': { download: kilobits(500), upload: kilobits(500), latency: 400 },
  'fast-3g': { download: kilobits(1_600), upload: kilobits(750), latency: 150 },
  '4g': { download: kilobits(4_000), upload: kilobits(3_000), latency: 20 },
  wifi: { download: kilobits(30_000), upload: kilobits(15_000), latency: 2 },
  none: { download: -1, upload: -1, latency: 0 },
} as const satisfies Record<string, Throttle>;

/** How the network behaves for a context: offline, or slow. Pages that open later get it too. */
export class NetworkConditions {
  readonly #context: OpenContext;
  #throttle: Throttle | undefined;
  #isOffline = false;

  constructor(context: OpenContext) {
    this.#context = context;
  }

  get isOffline(): boolean {
    return this.#isOffline;
  }

  get throttle(): Throttle | undefined {
    return this.#throttle;
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.#context.context.setOffline(isOffline);
    this.#isOffline = isOffline;
  }

  /** Undefined takes it off again. */
  async setThrottle(throttle: Throttle | undefined): Promise<void> {
    this.#throttle = throttle;
    await Promise.all(
      this.#context.tabs.map((tab) => emulateNetwork(tab, throttle ?? THROTTLE_PRESETS.none)),
    );
  }

  async applyTo(tab: Tab): Promise<void> {
    if (this.#throttle) await emulateNetwork(tab, this.#throttle);
  }
}

/** For one tab, until it is told otherwise. */
export async function emulateNetwork(tab: Tab, throttle: Throttle): Promise<void> {
  const session = await tab.cdp.session('Throttling the network');
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throttle.latency,
    downloadThroughput: throttle.download,
    uploadThroughput: throttle.upload,
  });
}
