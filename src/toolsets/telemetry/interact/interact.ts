import { fields } from '../../../kernel/json-schema.ts';
import { defineModal } from '../../../kernel/modal.ts';
import { quietTelemetryMode } from '../arguments.ts';
import type { TelemetryDeps } from '../deps.ts';
import { withDeltas } from '../with-deltas.ts';
import { everyAction } from './action-arguments.ts';
import { back } from './back.ts';
import { check } from './check.ts';
import { click } from './click.ts';
import { deleteState } from './delete-state.ts';
import { executeJs } from './execute-js.ts';
import { focus } from './focus.ts';
import { forward } from './forward.ts';
import { getAttribute } from './get-attribute.ts';
import { getText } from './get-text.ts';
import { getValue } from './get-value.ts';
import { highlight } from './highlight.ts';
import { keyPress } from './key-press.ts';
import { listInteractive } from './list-interactive.ts';
import { listStates } from './list-states.ts';
import { loadState } from './load-state.ts';
import { navigate } from './navigate.ts';
import { newTab } from './new-tab.ts';
import { paste } from './paste.ts';
import { refresh } from './refresh.ts';
import { saveState } from './save-state.ts';
import { screenshotAction } from './screenshot-action.ts';
import { scrollTo } from './scroll-to.ts';
import { select } from './select.ts';
import { setAttribute } from './set-attribute.ts';
import { subtitle } from './subtitle.ts';
import { typeText } from './type-text.ts';
import { upload } from './upload.ts';
import { waitFor } from './wait-for.ts';

export const interact = defineModal<TelemetryDeps>({
  name: 'interact',
  title: 'Interact',
  summary: 'Act on a page. With background, or after 15 s: observe command_result.',
  effect: 'write',
  openWorld: true,
  key: 'action',
  aliases: ['what'],
  brief: ['selector', 'text', 'value', 'url', 'script', 'tab_id', 'background'],
  output: fields,
  shared: { ...everyAction, ...quietTelemetryMode },
  faults: [
    ...(['PILOT_DISABLED', 'NO_PAGE', 'NO_SUCH_TAB', 'QUEUE_FULL', 'COMMAND_EXISTS'] as const),
    ...(['COMMAND_EXPIRED', 'COMMAND_TIMEOUT', 'ELEMENT_NOT_FOUND', 'AMBIGUOUS_TARGET'] as const),
    ...(['ACTION_TIMEOUT', 'ACTION_FAILED', 'EVALUATION_FAILED', 'EVALUATION_TIMEOUT'] as const),
    ...(['WAIT_TIMEOUT', 'NAVIGATION_FAILED', 'NO_HISTORY', 'NO_SUCH_STATE', 'FILE_NOT_ALLOWED'] as const),
  ],
  modes: {
    highlight,
    subtitle,
    save_state: saveState,
    load_state: loadState,
    list_states: listStates,
    delete_state: deleteState,
    execute_js: executeJs,
    navigate,
    refresh,
    back,
    forward,
    new_tab: newTab,
    screenshot: screenshotAction,
    click,
    type: typeText,
    select,
    check,
    get_text: getText,
    get_value: getValue,
    get_attribute: getAttribute,
    set_attribute: setAttribute,
    focus,
    scroll_to: scrollTo,
    wait_for: waitFor,
    key_press: keyPress,
    paste,
    list_interactive: listInteractive,
    upload,
  },
  async around(call, _action, run) {
    call.deps.pilot.assertOn();
    return withDeltas(call, 'interact', await run());
  },
});
