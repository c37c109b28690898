import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { within } from '../../../kernel/within.ts';
import type { Tab } from '../page/tab.ts';
import { withSecretsHidden } from '../secrets/hide-secrets.ts';
import { FrameGate, type TakeFrame } from './frame-gate.ts';

/** How much of a page is shown. */
export interface Sight {
  readonly mostWidth: number;
  readonly mostHeight: number;
  /** Of JPEG, to 100. */
  readonly quality: number;
  /** Milliseconds from one picture to the next, at least. */
  readonly gapMs: number;
  /** The same where each picture must be asked for. */
  readonly slowGapMs: number;
}

/** One of many beside each other. */
export const THUMBNAIL: Sight = {
  mostWidth: 480,
  mostHeight: 480,
  quality: 40,
  gapMs: 500,
  slowGapMs: 4_000,
};
export const WHOLE: Sight = {
  mostWidth: 1920,
  mostHeight: 1920,
  quality: 60,
  gapMs: 1000 / 15,
  slowGapMs: 1_000,
};

/** A picture that takes longer is given up: the page is busy. */
const PICTURE_MS = 5_000;

/**
 * Whether the browser tells of a page's changes by itself. Elsewhere it is asked for a picture again and again, as
 * also where named secrets must be hidden in each.
 */
export const isFilmed = (tab: Tab) => tab.cdp.isThere && tab.host.secrets.values.length === 0;

/** Shows a page as it is and as it changes, until the signal says that it is enough. */
export function showPage(tab: Tab, sight: Sight, take: TakeFrame, signal: AbortSignal): void {
  const gate = new FrameGate(isFilmed(tab) ? sight.gapMs : sight.slowGapMs, take);
  signal.addEventListener('abort', () => gate.close(), { once: true });
  const showing = isFilmed(tab) ? film(tab, sight, gate, signal) : ask(tab, sight, gate, signal);
  showing.catch((cause: unknown) => tab.host.log.debug('a page is not shown', { tab: tab.id, cause }));
}

/** In a session of its own, so that it goes on beside videos. */
async function film(
  tab: Tab,
  { mostWidth, mostHeight, quality, gapMs }: Sight,
  gate: FrameGate,
  signal: AbortSignal,
): Promise<void> {
  const session = await tab.page.context().newCDPSession(tab.page);
  if (signal.aborted) return leave(session);
  signal.addEventListener('abort', () => void leave(session), { once: true });
  let hasCome = false;
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (signal.aborted) return;
    hasCome = true;
    const { deviceWidth: width, deviceHeight: height } = metadata;
    gate.offer({ bytes: Buffer.from(data, 'base64'), width, height });
    // The browser makes the next one once it knows that this one has come.
    setTimeout(() => session.send('Page.screencastFrameAck', { sessionId }).catch(() => {}), gapMs);
  });
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality,
    maxWidth: mostWidth,
    maxHeight: mostHeight,
  });
  await pause(gapMs * 2);
  // A page on which nothing moves sends no picture by itself.
  if (!hasCome && !signal.aborted) await still(session, quality, gate);
}

async function still(session: CDPSession, quality: number, gate: FrameGate): Promise<void> {
  const { cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
  const { clientWidth: width, clientHeight: height } = cssLayoutViewport;
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality,
    optimizeForSpeed: true,
  });
  gate.offer({ bytes: Buffer.from(data, 'base64'), width, height });
}

/** Gone with its page, if that is gone. */
const leave = (session: CDPSession) => session.detach().catch(() => {});

async function ask(
  tab: Tab,
  { quality, slowGapMs }: Sight,
  gate: FrameGate,
  signal: AbortSignal,
): Promise<void> {
  let last: Buffer = Buffer.alloc(0);
  while (!signal.aborted && !tab.page.isClosed() && !tab.isCrashed) {
    const start = performance.now();
    const bytes = tab.modals.isBlocked ? undefined : await picture(tab, quality);
    const size = tab.page.viewportSize() ?? (bytes && sizeOfJpeg(bytes));
    if (bytes && size && !bytes.equals(last)) gate.offer({ bytes, ...size });
    last = bytes ?? last;
    // A page that is slow to be pictured is not asked all the time.
    const spent = performance.now() - start;
    await pause(Math.max(slowGapMs, spent * 2), undefined, { signal }).catch(() => {}); // it is enough
  }
}

function picture(tab: Tab, quality: number): Promise<Buffer | undefined> {
  const options = { type: 'jpeg', quality, scale: 'css', caret: 'initial', timeout: PICTURE_MS } as const;
  const taken = withSecretsHidden(tab, () => tab.page.screenshot(options)).catch(() => undefined); // it closed meanwhile
  return within(taken, PICTURE_MS);
}

/** From the first frame header; undefined when there is none. */
function sizeOfJpeg(bytes: Buffer): { readonly width: number; readonly height: number } | undefined {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker >= 0xffc0 && marker <= 0xffc2)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return undefined;
}
