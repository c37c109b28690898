/** The part of the popup that is about the site of the present tab: whether it may be watched, and the pause. */
import { isLeftAlone, pausedUntil } from '../settings.ts';
import { isGranted, siteOf } from '../watch/sites.ts';
import { element } from './elements.ts';
import type { Here } from './standing.ts';

const PAUSE_MS = 10 * 60_000;

type Tab = chrome.tabs.Tab | undefined;

/** Also shows what can be done about it. */
export async function hereOf(tab: Tab): Promise<Here> {
  const [isWatched, until, isAlone] = await Promise.all([
    isGranted(tab?.url),
    pausedUntil(),
    isLeftAlone(tab),
  ]);
  const site = isAlone ? undefined : siteOf(tab?.url);
  const isPaused = until > Date.now();
  element('site').hidden = site === undefined && !isPaused;
  element('watch').textContent = isWatched ? 'Stop watching this site' : 'Watch this site';
  element('watch').className = isWatched ? '' : 'main';
  element('watch').hidden = site === undefined;
  element('pause').textContent = isPaused ? 'Go on' : 'Pause ten minutes';
  return {
    host: (site && tab?.url && URL.parse(tab.url)?.hostname) || '',
    isWatched,
    pausedUntil: until,
    isLeftAlone: isAlone,
  };
}

/** `applied` has the worker look, and shows what is so now. */
export function bindSite(tab: Tab, applied: () => Promise<unknown>): void {
  const site = siteOf(tab?.url);
  element('watch').addEventListener('click', async () => {
    if (site === undefined) return;
    // The browser asks the person only while their click is fresh, so nothing may be awaited before.
    const isRemoved = element('watch').textContent?.startsWith('Stop');
    await (isRemoved ? chrome.permissions.remove : chrome.permissions.request)({ origins: [site] });
    await applied();
  });
  element('pause').addEventListener('click', async () => {
    const isPaused = (await pausedUntil()) > Date.now();
    await chrome.storage.local.set({ paused: isPaused ? 0 : Date.now() + PAUSE_MS });
    await applied();
  });
}
