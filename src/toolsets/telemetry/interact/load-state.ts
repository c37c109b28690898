import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { findState, type SavedState } from '../saved-states.ts';
import { snapshotName } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { NAVIGATION_MS } from './loads.ts';
import { writeForms, writeScroll, writeStorage } from './page-state.ts';
import { sizes } from './save-state.ts';

export const loadState = defineAction({
  name: 'load_state',
  summary:
    'Bring a saved state back: cookies, storage, address, forms, scroll, each when the one before is done.',
  input: z.object({ ...snapshotName, include_url: z.boolean().default(true) }),
  opensPage: true,
  limitMs: () => NAVIGATION_MS * 2,
  async run({ tab, args, deps, caller, signal }) {
    const state = await findState(deps.store, caller, args.snapshot_name);
    const isSamePlace = originOf(tab.url) === originOf(state.url);
    await tab.page.context().addCookies(state.cookies as never);
    if (!args.include_url && !isSamePlace) {
      const why = `this page is ${originOf(tab.url)} and the state is of ${originOf(state.url)}`;
      return { ...loaded(state), restored: ['cookies'], skipped: ['storage', 'forms', 'scroll'], why };
    }
    if (args.include_url) {
      if (!isSamePlace) await openEmpty(tab, state.url);
      await writeStorage(tab, state);
      // Loaded once, with everything in place: the page finds its storage as it was.
      await navigate(tab, state.url, { signal, allowFiles: deps.isUnrestricted });
    } else {
      await writeStorage(tab, state);
    }
    const filled = await writeForms(tab, state.forms);
    await writeScroll(tab, state.scroll);
    const restored = ['cookies', 'storage', ...(args.include_url ? ['url'] : []), 'forms', 'scroll'];
    return { ...loaded(state), restored, fields_filled: filled };
  },
});

const loaded = (state: SavedState) => ({
  status: 'loaded',
  snapshot_name: state.name,
  state_restore: 'restored',
  state: { url: state.url, title: state.title, saved_at: state.saved_at, ...sizes(state) },
});

const originOf = (url: string) => URL.parse(url)?.origin ?? url;

/** A blank document of the same origin: its storage can be written before the page itself runs. */
async function openEmpty(tab: Tab, url: string): Promise<void> {
  const { page } = tab;
  await page.route(url, (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '' }), {
    times: 1,
  });
  try {
    await page.goto(url, { waitUntil: 'commit' });
  } finally {
    await page.unroute(url);
  }
}
