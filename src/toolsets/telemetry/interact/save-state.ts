import { z } from 'zod';
import { isoMicros } from '../../../kernel/clock.ts';
import { type SavedState, stateDocuments } from '../saved-states.ts';
import { snapshotName } from './action-arguments.ts';
import { defineAction } from './define-action.ts';
import { readPageState } from './page-state.ts';

export const saveState = defineAction({
  name: 'save_state',
  summary:
    'Keep cookies, storage, form fields, scroll and address of the page under a name; never passwords or cards.',
  input: z.object({ ...snapshotName }),
  async run({ tab, args, deps, caller, signal, action }) {
    const step = { action, isReading: true, signal };
    const outcome = await tab.perform(step, async () => ({
      cookies: await tab.page.context().cookies(/^https?:/.test(tab.url) ? tab.url : []),
      ...(await readPageState(tab)),
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
    await stateDocuments(deps.store, caller).put(state.name, state);
    return {
      status: 'saved',
      snapshot_name: state.name,
      state_capture: 'captured',
      state: { url: state.url, title: state.title, ...sizes(state) },
    };
  },
});

/** How much of each: the values themselves stay in the record. */
export const sizes = ({ cookies, local_storage, session_storage, forms, scroll }: SavedState) => ({
  cookies: cookies.length,
  local_storage: Object.keys(local_storage).length,
  session_storage: Object.keys(session_storage).length,
  form_fields: forms.length,
  scroll,
});
