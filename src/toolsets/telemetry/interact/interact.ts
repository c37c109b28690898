import { answerBudget } from '../../../kernel/arguments.ts';
import { defineModal } from '../../../kernel/modal.ts';
import { telemetryMode } from '../arguments.ts';
import { withDeltas } from '../call-deltas.ts';
import type { TelemetryDeps } from '../deps.ts';
import { drawModeStart } from '../marks/draw-mode-start.ts';
import { recordStart, recordStop } from '../video/record-modes.ts';
import * as acting from './acting.ts';
import { everyAction } from './action-arguments.ts';
import { named } from './define-action.ts';
import { executeJs } from './execute-js.ts';
import * as going from './going.ts';
import { listInteractive } from './list-interactive.ts';
import * as reading from './reading.ts';
import * as showing from './showing.ts';
import * as states from './states.ts';
import { upload } from './upload.ts';

const MODES = named({
  highlight: showing.highlight,
  subtitle: showing.subtitle,
  save_state: states.saveState,
  load_state: states.loadState,
  list_states: states.listStates,
  delete_state: states.deleteState,
  execute_js: executeJs,
  navigate: going.navigate,
  refresh: going.refresh,
  back: going.back,
  forward: going.forward,
  new_tab: going.newTab,
  screenshot: showing.screenshot,
  click: acting.click,
  type: acting.type,
  select: acting.select,
  check: acting.check,
  get_text: reading.getText,
  get_value: reading.getValue,
  get_attribute: reading.getAttribute,
  set_attribute: acting.setAttribute,
  focus: acting.focus,
  scroll_to: acting.scrollTo,
  wait_for: reading.waitFor,
  key_press: acting.keyPress,
  paste: acting.paste,
  list_interactive: listInteractive,
  upload,
  record_start: recordStart,
  record_stop: recordStop,
  draw_mode_start: drawModeStart,
});

/** What no tool of the browser does. */
const BESIDE = [
  ...['highlight', 'subtitle', 'save_state', 'load_state', 'list_states', 'delete_state'],
  ...['refresh', 'forward', 'record_start', 'record_stop', 'draw_mode_start'],
];

const SUMMARY = 'Act on a page; answers when done. After 15 s, or with wait false: observe command_result.';

const interactBy = (modes: typeof MODES, summary: string) =>
  defineModal<TelemetryDeps>({
    name: 'interact',
    title: 'Interact',
    summary,
    effect: 'write',
    openWorld: true,
    key: 'action',
    aliases: ['what'],
    shared: { ...everyAction, ...answerBudget, ...telemetryMode },
    faults: [
      'HUMAN_IN_CONTROL',
      ...(['PILOT_DISABLED', 'NO_PAGE', 'NO_SUCH_TAB', 'QUEUE_FULL', 'COMMAND_EXISTS'] as const),
      ...(['COMMAND_EXPIRED', 'COMMAND_TIMEOUT', 'ELEMENT_NOT_FOUND', 'AMBIGUOUS_TARGET'] as const),
      ...(['ACTION_TIMEOUT', 'ACTION_FAILED', 'EVALUATION_FAILED', 'EVALUATION_TIMEOUT'] as const),
      ...(['WAIT_TIMEOUT', 'NAVIGATION_FAILED', 'NO_HISTORY', 'NO_SUCH_STATE', 'FILE_NOT_ALLOWED'] as const),
      ...(['RECORDING_ALREADY', 'NOT_RECORDING', 'NEEDS_CHROMIUM', 'FOLDER_NOT_WRITABLE'] as const),
    ],
    modes,
    async around(call, _action, run) {
      call.deps.pilot.assertOn();
      return withDeltas(call, 'interact', await run());
    },
  });

export const interact = interactBy(MODES, SUMMARY);

/** The same beside the tools of the browser: other names for what they do are taken and not listed. */
export const interactBeside: typeof interact = {
  ...interact,
  listed: interactBy(
    Object.fromEntries(Object.entries(MODES).filter(([name]) => BESIDE.includes(name))),
    `What browser_* lack (click, … are taken, too). ${SUMMARY.replace('Act on a page; a', 'A')}`,
  ),
};
