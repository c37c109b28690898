/** Sites that the person granted, and the scripts that watch them. */
const SCRIPTS = [
  { id: 'page', js: ['page.js'], world: 'MAIN' },
  { id: 'content', js: ['content.js'], world: 'ISOLATED' },
] as const;
const EVERYWHERE = { allFrames: true, matchOriginAsFallback: true, runAt: 'document_start' } as const;

/** Has the browser run our scripts on all granted sites, and on no other, from the next document on. */
export async function watchGranted(isWanted: boolean): Promise<void> {
  const matches = isWanted ? await grantedSites() : [];
  const known = (await chrome.scripting.getRegisteredContentScripts()).map(({ id }) => id);
  if (matches.length === 0) {
    if (known.length > 0) await chrome.scripting.unregisterContentScripts();
    return;
  }
  const scripts = SCRIPTS.map((script) => ({
    ...script,
    js: [...script.js],
    matches: [...matches],
    ...EVERYWHERE,
    persistAcrossSessions: true,
  }));
  if (known.length > 0) await chrome.scripting.updateContentScripts(scripts);
  else await chrome.scripting.registerContentScripts(scripts);
}

async function grantedSites(): Promise<readonly string[]> {
  const { origins = [] } = await chrome.permissions.getAll();
  return origins.filter((origin) => /^(https?|\*):/.test(origin));
}

/** As permissions name the site of an address; undefined where there is nothing to grant. */
export function siteOf(address: string | undefined): string | undefined {
  const url = address === undefined ? undefined : URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? `${url.protocol}//${url.hostname}/*` : undefined;
}

/** What the browser has answered, good until the person grants or takes back something. */
const answers = new Map<string, Promise<boolean>>();
const forget = () => answers.clear();
chrome.permissions.onAdded.addListener(forget);
chrome.permissions.onRemoved.addListener(forget);

export async function isGranted(address: string | undefined): Promise<boolean> {
  const site = siteOf(address);
  if (site === undefined) return false;
  const answer = answers.get(site) ?? chrome.permissions.contains({ origins: [site] });
  answers.set(site, answer);
  return answer;
}
