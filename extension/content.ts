/**
 * Runs beside each document of a site that the person granted, in a world that no page can reach: it listens to what
 * people do and how the page performs, and tells it on with what comes from the page's own world.
 */
import type { FromWorker, OwnSeen, ToWorker, WatchRules } from '../src/contract/watching.ts';
import { MOST_KEPT } from '../src/contract/watching.ts';
import { watchActions } from '../src/engines/browser/capture/in-page/actions.page.ts';
import { captureInPage } from '../src/engines/browser/capture/in-page/capture.page.ts';
import { watchChanges } from '../src/engines/browser/capture/in-page/changes.page.ts';
import { makeLocators } from '../src/engines/browser/capture/in-page/locator.page.ts';
import { makeSelectors } from '../src/engines/browser/capture/in-page/selectors.page.ts';
import { watchTimings } from '../src/engines/browser/capture/in-page/timings.page.ts';
import { measureVitals } from '../src/engines/browser/capture/in-page/vitals.page.ts';
import { isSecretName, looksLikeCard } from '../src/engines/browser/capture/privacy-names.page.ts';

const BINDING = 'sensoriumTell';
const AGAIN_MS = 200;

/** The name of this document: nobody else knows it. */
const own = [...crypto.getRandomValues(new Uint8Array(12))]
  .map((byte) => byte.toString(16).padStart(2, '0'))
  .join('');
/** Told and not kept yet; told again when the worker died before it was. */
const unkept = new Map<number, ToWorker>();
let size = 0;
let lost = 0;
let part = 0;
let port: chrome.runtime.Port | undefined;
let isOver = false;
let hasStarted = false;

/** `words` are a list, in JSON. */
function tell(words: string): void {
  if (isOver) return;
  if (size + words.length > MOST_KEPT) {
    lost++;
    return;
  }
  if (lost > 0) {
    const word: OwnSeen = { say: 'lost', at: Date.now(), count: lost };
    lost = 0;
    tell(JSON.stringify([word]));
  }
  size += words.length;
  const batch: ToWorker = { document: own, part: ++part, url: location.href, words };
  unkept.set(part, batch);
  port?.postMessage(batch);
}

function connect(): void {
  if (isOver || port) return;
  try {
    port = chrome.runtime.connect({ name: 'seen' });
  } catch {
    end(); // the extension was taken away, or is another one by now
    return;
  }
  port.onMessage.addListener((message) => heard(message as FromWorker));
  port.onDisconnect.addListener(() => {
    port = undefined;
    if (!isOver) setTimeout(connect, AGAIN_MS);
  });
  for (const batch of unkept.values()) port.postMessage(batch);
}

function heard(message: FromWorker): void {
  if ('rules' in message) start(message.rules);
  else if ('isOver' in message) end();
  else {
    const batch = unkept.get(message.kept);
    if (batch) size -= batch.words.length;
    unkept.delete(message.kept);
  }
}

function end(): void {
  isOver = true;
  unkept.clear();
  (globalThis as { sensoriumStop?: () => void }).sensoriumStop?.();
  port?.disconnect();
}

function start(rules: WatchRules): void {
  if (hasStarted) return;
  hasStarted = true;
  Object.assign(globalThis, { [BINDING]: tell });
  const parts = [isSecretName, looksLikeCard, makeSelectors, makeLocators] as const;
  captureInPage(BINDING, rules, ...parts, watchActions, watchChanges, measureVitals, watchTimings);
  // After all others that have something to say then.
  addEventListener('pagehide', leave);
}

/** The script in the page's own world hands over its node once, before the first script of the page runs. */
function listenTo(event: Event): void {
  const node = (event as MouseEvent).relatedTarget;
  document.removeEventListener('sensorium', listenTo);
  if (!node) return;
  node.dispatchEvent(new Event('heard'));
  node.addEventListener('words', (told) => tell(String((told as CustomEvent).detail)));
  addEventListener('pagehide', () => node.dispatchEvent(new Event('flush')), { capture: true });
}

/** The way of a page that is left is closed before all of it has gone through. */
function leave(): void {
  if (isOver || unkept.size === 0) return;
  try {
    void chrome.runtime.sendMessage({ left: [...unkept.values()] }).catch(() => {}); // nobody answers
  } catch {
    end();
  }
}
document.addEventListener('sensorium', listenTo);
document.dispatchEvent(new Event('sensorium-late'));
addEventListener('DOMContentLoaded', () => document.removeEventListener('sensorium', listenTo), {
  once: true,
});

const seen = (word: OwnSeen) => tell(JSON.stringify([word]));
const [navigated] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
seen({
  say: 'document',
  kind: 'begun',
  at: Date.now(),
  ...(navigated && navigated.type !== 'navigate' && { reason: navigated.type }),
  ...(navigated?.responseStatus && { status: navigated.responseStatus }),
  mimeType: document.contentType,
});
let address = location.href;
const moved = () => {
  if (location.href === address) return;
  address = location.href;
  seen({ say: 'document', kind: 'same-document', at: Date.now() });
};
const { navigation } = globalThis as { readonly navigation?: EventTarget };
navigation?.addEventListener('currententrychange', moved);
addEventListener('popstate', moved, { capture: true });
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  // The port was closed when the page was laid aside.
  port = undefined;
  connect();
  seen({ say: 'document', kind: 'restored', at: Date.now(), reason: 'back_forward' });
});
connect();
