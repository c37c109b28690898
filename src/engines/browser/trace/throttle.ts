import { emulateNetwork, THROTTLE_PRESETS } from '../context/network-conditions.ts';
import type { OpenContext } from '../context/open-context.ts';
import type { Tab } from '../page/tab.ts';

export interface Slowness {
  /** Times slower than this machine. */
  readonly cpu?: number | undefined;
  readonly network?: keyof typeof THROTTLE_PRESETS | undefined;
}

/** Slows a tab down while something is done; afterwards it is as it was. */
export async function whileSlow<T>(
  tab: Tab,
  { conditions }: Pick<OpenContext, 'conditions'>,
  { cpu, network }: Slowness,
  work: () => Promise<T>,
): Promise<T> {
  const session = await tab.cdp.session('Throttling');
  try {
    if (cpu !== undefined) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    if (network !== undefined) await emulateNetwork(tab, THROTTLE_PRESETS[network]);
    return await work();
  } finally {
    if (!tab.page.isClosed()) {
      const gone = () => {}; // with its page
      if (cpu !== undefined) await session.send('Emulation.setCPUThrottlingRate', { rate: 1 }).catch(gone);
      if (network !== undefined)
        await emulateNetwork(tab, conditions.throttle ?? THROTTLE_PRESETS.none).catch(gone);
    }
  }
}
