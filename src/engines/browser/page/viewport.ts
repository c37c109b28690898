import type { CDPSession } from 'playwright-core';
import type { Tab } from './tab.ts';
import { type Screen, screenNow } from './viewport.page.ts';

/** Gives the page another size, for this document and the next ones. */
export async function setViewport(tab: Tab, size: { readonly width: number; readonly height: number }) {
  await tab.page.setViewportSize(size);
  // What our session was told for a picture would come back with the next document.
  if (tab.cdp.isThere) await matchViewport(tab, await tab.cdp.session());
}

/**
 * Taking a picture ends with the emulation that the asking session knows of. Playwright's own session has set
 * the viewport, so ours is told the same first; without that the page would lose its pixel ratio.
 */
export async function matchViewport(tab: Tab, session: CDPSession): Promise<Screen> {
  const screen = await tab.cdp.run(screenNow);
  const viewport = tab.page.viewportSize();
  if (!viewport) return screen;
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...viewport,
    deviceScaleFactor: screen.ratio,
    mobile: tab.host.isMobile,
    screenWidth: screen.width,
    screenHeight: screen.height,
    screenOrientation: { type: screen.orientation, angle: screen.angle },
  });
  return screen;
}
