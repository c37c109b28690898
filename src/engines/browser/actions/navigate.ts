import type { Frame, Response } from 'playwright-core';
import { fault } from '../../../kernel/fault.ts';
import { given } from '../given.ts';
import { tidied } from '../page/disk-address.ts';
import type { Outcome } from '../page/outcome.ts';
import type { Tab } from '../page/tab.ts';
import { messageOf } from '../page/translate.ts';
import { setViewport } from '../page/viewport.ts';
import type { Cancel } from './pointer.ts';

const ERROR_PAGE_MS = 500;
/** The load event was waited for already; this is for what it set off. */
const QUIET_MS = 20;

export interface NavigateOptions extends Cancel {
  /** Only until the document is read, without its pictures and the like. */
  readonly untilParsed?: boolean | undefined;
  /** Somebody looks for themselves, in a tab of theirs: it is not recorded as something that was done. */
  readonly toLook?: boolean | undefined;
}

/** What the server said of the document; absent for about:, data: and for downloads. */
export interface Arrival {
  readonly status?: number;
  readonly statusText?: string;
}

/** Opens an address and waits for `load`. */
export async function navigate(
  tab: Tab,
  address: string,
  { untilParsed = false, toLook = false, signal }: NavigateOptions = {},
): Promise<Outcome<Arrival>> {
  const url = addressOf(address);
  const refusal = tab.refusal(url, true);
  if (refusal) throw refusal;
  const usual = toLook ? ('load' as const) : ('commit' as const);
  const waitUntil = untilParsed ? ('domcontentloaded' as const) : usual;
  const step = { action: 'navigate', url, quietMs: QUIET_MS, signal, isReading: untilParsed || toLook };
  return tab.perform(step, async () => {
    tab.opening();
    try {
      const go = () => leaving(tab, () => tab.page.goto(url, given({ waitUntil, signal })));
      const response = await go().catch((thrown: unknown) => {
        // The error page of an address before was late; it does not come twice.
        if (interruptedBy(thrown)?.startsWith('chrome-error:')) return again(go, url);
        throw thrown;
      });
      return response ? { status: response.status(), statusText: response.statusText() } : {};
    } catch (thrown) {
      // A download or an answer without content: the page stays, and that is no failure.
      if (/Download is starting/.test(messageOf(thrown))) return {};
      await errorPage(tab, thrown);
      throw thrown;
    }
  });
}

/** The page that is left may be what holds it up, and is given up then; the one that comes may be as busy as it likes. */
async function leaving<T>(tab: Tab, go: () => Promise<T>): Promise<T> {
  const doubting = setTimeout(() => void tab.doubt().catch(() => {}), tab.timeouts.leave);
  const onWent = (frame: Frame) => frame === tab.page.mainFrame() && clearTimeout(doubting);
  tab.page.on('framenavigated', onWent);
  try {
    return await go();
  } finally {
    clearTimeout(doubting);
    tab.page.off('framenavigated', onWent);
  }
}

/** What was interrupted may go on all the same, and arrive before it is repeated. */
async function again(go: () => Promise<Response | null>, url: string): Promise<Response | null> {
  return go().catch((thrown: unknown) => {
    if (interruptedBy(thrown) === url) return null;
    throw thrown;
  });
}

const interruptedBy = (thrown: unknown) =>
  /interrupted by another navigation to "([^"]*)/.exec(messageOf(thrown))?.[1];

/** A failed navigation shows an error page a moment later, which would get in the way of what is opened next. */
async function errorPage(tab: Tab, thrown: unknown): Promise<void> {
  const message = messageOf(thrown);
  if (!/net::ERR_/.test(message) || /net::ERR_ABORTED/.test(message) || !tab.cdp.isThere) return;
  if (tab.url.startsWith('chrome-error:')) return;
  await tab.page.waitForEvent('framenavigated', { timeout: ERROR_PAGE_MS }).catch(() => {}); // none came
}

/** `localhost:3000` and `example.org` are what people write; anything with a scheme stays as it is. */
export function addressOf(address: string): string {
  const given = tidied(address);
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?([/?#]|$)/i.test(given)) return `http://${given}`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/?#:]+:\d+([/?#]|$)/.test(given)) return given;
  return `https://${given.replace(/^\/\//, '')}`;
}

export type Direction = 'back' | 'forward';

export async function goInHistory(tab: Tab, direction: Direction, { signal }: Cancel = {}): Promise<Outcome> {
  const step = { action: `go ${direction}`, url: `the page to go ${direction} to`, signal };
  return tab.perform(step, async () => {
    if (!(await hasHistory(tab, direction))) throw fault('NO_HISTORY', { direction });
    const settings = given({ waitUntil: 'commit' as const, signal });
    await (direction === 'back' ? tab.page.goBack(settings) : tab.page.goForward(settings));
  });
}

async function hasHistory(tab: Tab, direction: Direction): Promise<boolean> {
  if (!tab.cdp.isThere) return true;
  const session = await tab.cdp.session();
  const { currentIndex, entries } = await session.send('Page.getNavigationHistory');
  return direction === 'back' ? currentIndex > 0 : currentIndex < entries.length - 1;
}

export async function reload(
  tab: Tab,
  { ignoreCache, signal }: Cancel & { readonly ignoreCache?: boolean | undefined } = {},
): Promise<Outcome> {
  return tab.perform({ action: 'reload', url: tab.url, signal }, async () => {
    if (ignoreCache && tab.cdp.isThere) {
      const session = await tab.cdp.session();
      await session.send('Network.clearBrowserCache').catch(() => {}); // the reload itself asks the server anew
    }
    await tab.page.reload(given({ waitUntil: 'commit' as const, signal }));
  });
}

export async function resize(tab: Tab, width: number, height: number): Promise<Outcome> {
  return tab.perform({ action: 'resize', detail: { width, height } }, () =>
    setViewport(tab, { width, height }),
  );
}
