/** The part of the popup that is about the site of the present tab: whether it may be watched, and the pause. */
import { pausedUntil } from './settings.ts';
import { isGranted, siteOf } from './watch/sites.ts';

const PAUSE_MS = 10 * 60_000;

const element = (id: string) => document.getElementById(id) as HTMLElement;

/** `applied` is to have the worker look. */
export async function showSite(applied: () => Promise<unknown>): Promise<void> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const site = siteOf(tab?.url);
  const show = async () => {
    const [isWatched, until] = await Promise.all([isGranted(tab?.url), pausedUntil()]);
    const isPaused = until > Date.now();
    const { hostname = '' } = (tab?.url && URL.parse(tab.url)) || {};
    element('site').hidden = site === undefined && !isPaused;
    element('watched').textContent = isPaused
      ? 'Paused: nothing is watched.'
      : isWatched
        ? `${hostname} is watched, from the next page that it loads on.`
        : `${hostname} is not watched.`;
    element('watch').textContent = isWatched ? 'Stop watching this site' : 'Watch this site';
    element('watch').hidden = site === undefined;
    element('pause').textContent = isPaused ? 'Go on' : 'Pause ten minutes';
  };
  element('watch').addEventListener('click', async () => {
    if (site === undefined) return;
    // The browser asks the person only while their click is fresh, so nothing may be awaited before.
    const isRemoved = element('watch').textContent?.startsWith('Stop');
    await (isRemoved ? chrome.permissions.remove : chrome.permissions.request)({ origins: [site] });
    await applied();
    await show();
  });
  element('pause').addEventListener('click', async () => {
    const isPaused = (await pausedUntil()) > Date.now();
    await chrome.storage.local.set({ paused: isPaused ? 0 : Date.now() + PAUSE_MS });
    await applied();
    await show();
  });
  await show();
}
