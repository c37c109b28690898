import { navigate } from '../../../../engines/browser/actions/navigate.ts';
import type { Tab } from '../../../../engines/browser/page/tab.ts';
import type { TelemetryDeps } from '../../deps.ts';
import { type Inventory, takeInventory } from './without.page.ts';

interface Load {
  readonly inventory: Inventory;
  readonly errors: readonly string[];
  readonly blocked: number;
  readonly load_ms: number;
}

const MOST_TOLD = 20;

/** What is different when the page loads without them: it is really loaded twice, in a tab of its own that the record leaves out. */
export async function loadWithout(
  deps: TelemetryDeps,
  of: Tab,
  isMeant: (url: string) => boolean,
  signal: AbortSignal,
) {
  const url = of.url;
  const context = await deps.engine.context(of.host.context);
  const tab = await context.newTab();
  try {
    await tab.leaveRecord();
    const [before, after] = [
      await load(tab, url, () => false, signal),
      await load(tab, url, isMeant, signal),
    ];
    const gone = (one: readonly string[], other: readonly string[]) =>
      one.filter((word) => !other.includes(word));
    const missing = gone(before.inventory.controls, after.inventory.controls);
    const lines = gone(before.inventory.lines, after.inventory.lines);
    const errors = gone(after.errors, before.errors);
    const pictures = before.inventory.pictures - after.inventory.pictures;
    const breaks = missing.length + errors.length > 0 || lines.length > 0 || pictures > 0;
    return {
      url,
      blocked_requests: after.blocked,
      breaks,
      missing_controls: missing.slice(0, MOST_TOLD),
      missing_lines: lines.slice(0, MOST_TOLD),
      missing_pictures: pictures > 0 ? pictures : undefined,
      new_errors: errors.slice(0, MOST_TOLD),
      load_ms: { before: before.load_ms, without: after.load_ms },
      note: 'One load each: what only shows after an action, or differs from load to load, is not known.',
    };
  } finally {
    await context.closeTab(tab.id);
    await context.select(of.id);
  }
}

async function load(
  tab: Tab,
  url: string,
  isMeant: (url: string) => boolean,
  signal: AbortSignal,
): Promise<Load> {
  let blocked = 0;
  const { page } = tab;
  const errors = new Set<string>();
  const failed = (error: Error) => void errors.add(`${error.name}: ${error.message}`);
  page.on('pageerror', failed);
  await page.route('**/*', (route) => {
    if (!isMeant(route.request().url())) return route.fallback();
    blocked++;
    return route.abort('blockedbyclient');
  });
  try {
    const started = performance.now();
    await navigate(tab, url, { signal });
    const ms = Math.round(performance.now() - started);
    const outcome = await tab.perform({ action: 'third_party_audit', isReading: true, signal }, () =>
      tab.cdp.run(takeInventory),
    );
    if (!outcome.value) tab.modals.assertFree();
    return { inventory: outcome.value!, errors: [...errors], blocked, load_ms: ms };
  } finally {
    page.off('pageerror', failed);
    await page.unroute('**/*');
  }
}
