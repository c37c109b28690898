import type { BrowserResult } from '../browser-result.ts';
import type { StyledCall } from '../browser-style.ts';

/** The longest that browser_wait_for waits. */
export const MOST_SECONDS = 30;

/** Tools that act and yet say nothing of the page afterwards. */
const QUIET = new Set([
  'browser_emulate_media',
  'browser_evaluate',
  'browser_fill_form',
  'browser_handle_dialog',
  'browser_mouse_down',
  'browser_mouse_move_xy',
  'browser_mouse_up',
  'browser_mouse_wheel',
  'browser_resize',
  'browser_run_code',
  'browser_run_code_unsafe',
]);

/** Whether the answer has a snapshot of the page as it is afterwards. */
export function hasSnapshot({ tool, args }: StyledCall, { show }: BrowserResult): boolean {
  if (tool === 'browser_stop_recording') return true;
  if (tool === 'browser_type' && !args.submit && !args.slowly) return false;
  if (tool === 'browser_press_key' && args.key !== 'Enter') return false;
  return show === 'changes' && !QUIET.has(tool);
}

type Words = (args: StyledCall['args'], result: BrowserResult) => string | undefined;

/** What it says of having done something; of most things it shows the code and no word. */
const WORDS: Readonly<Record<string, Words>> = {
  browser_close: ({ tab, context }) =>
    tab === undefined && context === undefined ? 'No open tabs. Navigate to a URL to create one.' : undefined,
  browser_context_create: ({ name }) => `Created browser context '${name}' and set as active`,
  browser_context_switch: ({ name }, { before }) => `Switched from context '${before}' to '${name}'`,
  browser_context_close: ({ name }) => `Closed browser context '${name}'`,
  browser_pdf_save: (_, { files }) => `- [Page as pdf](${files?.[0]?.name})`,
  browser_wait_for: ({ text, textGone, time }) => `Waited for ${text ?? textGone ?? seconds(Number(time))}`,
};

export function resultWords({ tool, args }: StyledCall, result: BrowserResult): readonly string[] {
  const words = WORDS[tool]?.(args, result);
  return words === undefined ? [] : [words];
}

function seconds(time: number): string {
  return time > MOST_SECONDS
    ? `${MOST_SECONDS} seconds (requested ${time}, maximum is ${MOST_SECONDS})`
    : `${time} seconds`;
}
