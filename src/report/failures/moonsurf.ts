import { text } from '../../kernel/content.ts';
import type { FailedReply, Fault, FaultCode } from '../../kernel/fault.ts';
import { markData } from '../../kernel/page-fence.ts';

export const MOONSURF_CODES = [
  'NO_INSTANCE',
  'NOT_CONNECTED',
  'TOOL_TIMEOUT',
  'TOOL_ERROR',
  'INVALID_ARGUMENTS',
  'ELEMENT_NOT_FOUND',
  'PROFILE_LOCKED',
  'QUEUE_FULL',
  'LIMIT_REACHED',
] as const;
type Code = (typeof MOONSURF_CODES)[number];

/** What a fault is called there; everything else is a TOOL_ERROR. */
const CODES: Partial<Record<FaultCode, Code>> = {
  NO_INSTANCE: 'NO_INSTANCE',
  NOT_CONNECTED: 'NOT_CONNECTED',
  BROWSER_CRASHED: 'NOT_CONNECTED',
  TOOL_TIMEOUT: 'TOOL_TIMEOUT',
  ACTION_TIMEOUT: 'TOOL_TIMEOUT',
  WAIT_TIMEOUT: 'TOOL_TIMEOUT',
  EVALUATION_TIMEOUT: 'TOOL_TIMEOUT',
  INVALID_ARGUMENTS: 'INVALID_ARGUMENTS',
  INVALID_LOCATOR: 'INVALID_ARGUMENTS',
  MODE_NEEDS: 'INVALID_ARGUMENTS',
  MODE_CANNOT: 'INVALID_ARGUMENTS',
  ELEMENT_NOT_FOUND: 'ELEMENT_NOT_FOUND',
  PROFILE_LOCKED: 'PROFILE_LOCKED',
  QUEUE_FULL: 'QUEUE_FULL',
  LIMIT_REACHED: 'LIMIT_REACHED',
};

const LOOK = 'Look at browser_content (action "get_viewport_dom")';

/** What to do next, where the product's own hint speaks of what is not there: refs, snapshots, other flags. */
const HINTS: Partial<Record<FaultCode, string>> = {
  NOT_CONNECTED:
    'Pass its instanceId to browser_instance (action "new") to start it again, or close it and open another.',
  ELEMENT_NOT_FOUND: `${LOOK}.`,
  INVALID_LOCATOR: 'Selectors are CSS, text=words or el:has-text(words).',
  ACTION_TIMEOUT: `${LOOK}: the element may be hidden, disabled, moving or covered.`,
  ACTION_FAILED: `${LOOK}, and check the arguments.`,
  WAIT_TIMEOUT: `${LOOK} for what the page shows instead.`,
  BROWSER_NOT_FOUND: 'Install Chrome or Chromium, or name one with --executable-path.',
  PROFILE_LOCKED: 'Close that browser, or name another profile.',
};

/** Tools of the product that hints name, and what does the same there. */
const THEIRS: readonly (readonly [string, string])[] = [
  ['browser_handle_dialog', 'browser_debug (action "dialog")'],
  ['browser_file_upload', 'browser_interact (action "upload")'],
  ['browser_tabs', 'browser_tab (action "list")'],
  ['browser_wait_for', 'browser_navigate (action "wait")'],
];

/** `{"error":{"code","message"}}` as text, the way Moonsurf fails. */
export function moonsurfFailure(fault: Fault): FailedReply {
  const hint = HINTS[fault.code] ?? fault.hint;
  const words = THEIRS.reduce(
    (sentence, [ours, theirs]) => sentence.replaceAll(ours, theirs),
    `${fault.message} ${hint}`,
  );
  const error = { code: CODES[fault.code] ?? 'TOOL_ERROR', message: words };
  // It may quote what a page said.
  const told = words.includes('"') ? markData({ error }) : { error };
  return { content: [text(JSON.stringify(told))], isError: true };
}
