import { given } from '../given.ts';
import type { Tab } from '../page/tab.ts';
import { setViewport } from '../page/viewport.ts';
import type { OpenContext } from './open-context.ts';

/** null takes a setting back; undefined leaves it as it is. */
export interface MediaFeatures {
  readonly colorScheme?: 'light' | 'dark' | 'no-preference' | null | undefined;
  readonly reducedMotion?: 'reduce' | 'no-preference' | null | undefined;
  readonly forcedColors?: 'active' | 'none' | null | undefined;
  readonly contrast?: 'more' | 'no-preference' | null | undefined;
  readonly media?: 'screen' | 'print' | null | undefined;
}

export async function emulateMedia(tab: Tab, features: MediaFeatures): Promise<void> {
  await tab.perform({ action: 'emulate media', detail: { ...features } }, () =>
    tab.page.emulateMedia(given({ ...features })),
  );
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy?: number | undefined;
}

/** Pages may ask for it without being refused; undefined takes it back. */
export async function emulateGeolocation({ context }: OpenContext, place: Place | undefined): Promise<void> {
  if (place) await context.grantPermissions(['geolocation']);
  await context.setGeolocation(place ? given({ ...place }) : null);
}

export async function emulateTimezone(tab: Tab, timezoneId: string): Promise<void> {
  await tab.perform({ action: 'emulate time zone', detail: { timezoneId } }, async () => {
    const session = await tab.cdp.session('Changing the time zone');
    await session.send('Emulation.setTimezoneOverride', { timezoneId });
  });
}

/** For the page as it is now and the ones it opens in this tab later. */
export async function emulateUserAgent(tab: Tab, userAgent: string, platform?: string): Promise<void> {
  await tab.perform({ action: 'emulate user agent', detail: { userAgent } }, async () => {
    const session = await tab.cdp.session('Changing the user agent');
    await session.send('Emulation.setUserAgentOverride', given({ userAgent, platform }));
  });
}

/** Screen metrics of a device: size, pixel ratio, touch. */
export interface DeviceMetrics {
  readonly width: number;
  readonly height: number;
  readonly deviceScaleFactor?: number | undefined;
  readonly mobile?: boolean | undefined;
}

export async function emulateDevice(tab: Tab, metrics: DeviceMetrics): Promise<void> {
  const { width, height, deviceScaleFactor, mobile = false } = metrics;
  await tab.perform({ action: 'emulate device', detail: { ...metrics } }, async () => {
    await setViewport(tab, { width, height });
    if (deviceScaleFactor === undefined && !mobile) return;
    const session = await tab.cdp.session('Emulating a device');
    const screen = { width, height, mobile, deviceScaleFactor: deviceScaleFactor ?? 0 };
    await session.send('Emulation.setDeviceMetricsOverride', screen);
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile });
  });
}
