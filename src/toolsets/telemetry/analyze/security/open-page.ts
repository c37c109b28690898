/** What only the open page can tell an audit. */
import { PageStorage } from '../../../../engines/browser/context/storage.ts';
import { Fault } from '../../../../kernel/fault.ts';
import type { TelemetryDeps } from '../../deps.ts';
import { type InlineParts, inlineParts } from '../../generate/inline-parts.page.ts';
import { trackedTab } from '../../tabs.ts';
import type { SeenCookie } from './cookies.ts';
import { isHtml, type Site } from './site.ts';

export interface OpenPage {
  readonly stored: readonly { readonly place: string; readonly name: string; readonly value: string }[];
  readonly cookies: readonly SeenCookie[];
  readonly documents: readonly InlineParts[];
  /** Why there is less of it than could be. */
  readonly notLooked?: string;
}

const MOST_DOCUMENTS = 20;
const HTML_READ = 1_000_000;
const NOTHING: OpenPage = { stored: [], cookies: [], documents: [] };
const WITHOUT = 'storage, cookies of scripts and integrity of elements were not looked at';

/** Storage and cookies of the page in front, if it is among those that are looked at, and all documents as it reads them. */
export async function openPage(
  deps: TelemetryDeps,
  site: Site,
  wanted: string | undefined,
): Promise<OpenPage> {
  if (!deps.pilot.isOn) return { ...NOTHING, notLooked: `AI Web Pilot is off: ${WITHOUT}.` };
  const tab = await trackedTab(deps.engine);
  if (!tab) return { ...NOTHING, notLooked: `No page is open: ${WITHOUT}.` };
  const texts = new Map<string, string>();
  for (const { data } of site.requests.filter(isHtml).slice(-MOST_DOCUMENTS)) {
    const text = await site.bodies.text(data.responseBody, HTML_READ);
    if (text !== undefined) texts.set(data.url, text);
  }
  const isMeant = wanted === undefined || tab.url.includes(wanted);
  try {
    const outcome = await tab.perform({ action: 'security_audit', isReading: true }, async () => {
      const documents: InlineParts[] = [];
      for (const [url, html] of texts) documents.push(await tab.cdp.run(inlineParts, html, url));
      if (isMeant) documents.push(await tab.cdp.run(inlineParts, undefined, tab.url));
      const cookies = isMeant ? await tab.page.context().cookies(tab.url) : [];
      return { documents, cookies };
    });
    if (!outcome.value) tab.modals.assertFree();
    const { documents = [], cookies = [] } = outcome.value ?? {};
    return {
      documents,
      cookies: cookies.map((one) => ({ ...one, url: tab.url })),
      stored: isMeant
        ? [
            ...(await storedIn(new PageStorage(tab, 'localStorage'), 'localStorage')),
            ...(await storedIn(new PageStorage(tab, 'sessionStorage'), 'sessionStorage')),
          ]
        : [],
      ...(isMeant
        ? {}
        : { notLooked: 'The open page is another one: its storage and cookies were not looked at.' }),
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...NOTHING, notLooked: `The open page could not be asked (${error.message}): ${WITHOUT}.` };
  }
}

async function storedIn(storage: PageStorage, place: string) {
  try {
    return (await storage.list()).map((one) => ({ place, ...one }));
  } catch (error) {
    if (error instanceof Fault && error.code === 'NO_STORAGE_HERE') return [];
    throw error;
  }
}
