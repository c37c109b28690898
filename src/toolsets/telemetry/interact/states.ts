/** The actions that keep the state of a page and bring it back. */
import { z } from 'zod';
import { navigate } from '../../../engines/browser/actions/navigate.ts';
import type { Tab } from '../../../engines/browser/page/tab.ts';
import { isoMicros } from '../../../kernel/clock.ts';
import { fault } from '../../../kernel/fault.ts';
import { defineMode, type TelemetryDeps } from '../deps.ts';
import { snapshotName } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { NAVIGATION_MS } from './going.ts';
import {
  type PageState,
  readPageState,
  scrollAtOnce,
  writeFields,
  writePageStorage,
} from './page-state.page.ts';

/** Everything that makes a page what it was: kept for its project until it is deleted. */
interface SavedState extends PageState {
  readonly name: string;
  readonly url: string;
  readonly title: string;
  readonly saved_at: string;
  readonly cookies: readonly Readonly<Record<string, unknown>>[];
}

type Kept = Pick<TelemetryDeps, 'documents'>;

export const stateDocuments = ({ documents }: Kept) => documents.ofFolder('states');

/** The newest first. */
export async function statesOf(deps: Kept) {
  const all = await stateDocuments(deps).values<SavedState>();
  return all
    .toReversed()
    .map(({ value: { name, url, title, saved_at } }) => ({ name, url, title, saved_at }));
}

export async function unknownState(deps: Kept, name: string) {
  const names = (await statesOf(deps)).map((state) => state.name);
  return fault('NO_SUCH_STATE', { name, names });
}

export const saveState = defineAction({
  summary: 'Keep cookies, storage, forms, scroll, address.',
  input: z.object({ ...snapshotName }),
  async run({ tab, args, deps, signal, action }) {
    const step = { action, isReading: true, signal };
    const outcome = await tab.perform(step, async () => ({
      cookies: await tab.page.context().cookies(/^https?:/.test(tab.url) ? tab.url : []),
      ...(await tab.cdp.run(readPageState)),
    }));
    if (!outcome.value) tab.modals.assertFree();
    const state: SavedState = {
      name: args.snapshot_name,
      url: tab.url,
      title: await tab.title(),
      saved_at: isoMicros(deps.clock.micros()),
      ...outcome.value!,
      cookies: outcome.value!.cookies.map((cookie) => ({ ...cookie })),
    };
    await stateDocuments(deps).put(state.name, state);
    return {
      status: 'saved',
      snapshot_name: state.name,
      state_capture: 'captured',
      state: { url: state.url, title: state.title, ...sizes(state) },
      note: 'The record keeps its true cookies and storage, to bring them back.',
    };
  },
});

/** How much of each: the values themselves stay in the record. */
const sizes = ({ cookies, local_storage, session_storage, forms, scroll }: SavedState) => ({
  cookies: cookies.length,
  local_storage: Object.keys(local_storage).length,
  session_storage: Object.keys(session_storage).length,
  form_fields: forms.length,
  scroll,
});

export const loadState = defineAction({
  summary: 'Bring a state back.',
  isPlain: true,
  input: z.object({
    ...snapshotName,
    include_url: z.boolean().default(true).describe('Go to its address too.'),
  }),
  opensPage: true,
  limitMs: () => NAVIGATION_MS * 2,
  async run({ tab, args, deps, signal }) {
    const state = await stateDocuments(deps).get<SavedState>(args.snapshot_name);
    if (!state) throw await unknownState(deps, args.snapshot_name);
    const isSamePlace = originOf(tab.url) === originOf(state.url);
    await tab.page.context().addCookies(state.cookies as never);
    if (!args.include_url && !isSamePlace) {
      const why = `this page is ${originOf(tab.url)} and the state is of ${originOf(state.url)}`;
      return { ...loaded(state), restored: ['cookies'], skipped: ['storage', 'forms', 'scroll'], why };
    }
    if (args.include_url) {
      if (!isSamePlace) await openEmpty(tab, state.url);
      await tab.cdp.run(writePageStorage, state.local_storage, state.session_storage);
      // Loaded once, with everything in place: the page finds its storage as it was.
      await navigate(tab, state.url, { signal });
    } else {
      await tab.cdp.run(writePageStorage, state.local_storage, state.session_storage);
    }
    const filled = await tab.cdp.run(writeFields, state.forms);
    await tab.cdp.run(scrollAtOnce, state.scroll.x, state.scroll.y);
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

export const listStates = defineMode({
  summary: 'Saved states.',
  isPlain: true,
  input: z.object({}),
  async run({ deps }) {
    const states = await statesOf(deps);
    return { summary: `${states.length} saved states`, data: { states, count: states.length } };
  },
});

export const deleteState = defineMode({
  summary: 'Delete a state.',
  isPlain: true,
  input: z.object({ ...snapshotName }),
  async run({ args, deps }) {
    const name = args.snapshot_name;
    if (!(await stateDocuments(deps).delete(name))) throw await unknownState(deps, name);
    return { summary: `Deleted ${name}`, data: { status: 'deleted', snapshot_name: name } };
  },
});
