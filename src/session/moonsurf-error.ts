import { text } from '../kernel/content.ts';
import type { Fault, FaultCode } from '../kernel/fault.ts';
import type { ToolResult } from './service.ts';

export const MOONSURF_CODES = [
  ...['NO_INSTANCE', 'NOT_CONNECTED', 'TOOL_TIMEOUT', 'TOOL_ERROR', 'INVALID_ARGUMENTS'],
  ...['ELEMENT_NOT_FOUND', 'PROFILE_LOCKED', 'QUEUE_FULL', 'LIMIT_REACHED'],
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

/** Hints name tools of the product; this is what they are called there. */
const THEIRS: readonly (readonly [string, string])[] = [
  ['browser_handle_dialog', 'browser_debug (action "dialog")'],
  ['browser_file_upload', 'browser_interact (action "upload")'],
  ['browser_tabs', 'browser_tab (action "list")'],
  ['browser_wait_for', 'browser_navigate (action "wait")'],
  [
    'Call browser_instance with action "activate" to start it again',
    'Pass its instanceId to browser_instance new',
  ],
  ['Take a snapshot and use a ref from it.', 'Look at browser_content (action "get_viewport_dom").'],
];

/** `{"error":{"code","message"}}` as text, the way Moonsurf fails. */
export function moonsurfError(fault: Fault): ToolResult {
  const words = THEIRS.reduce(
    (sentence, [ours, theirs]) => sentence.replaceAll(ours, theirs),
    `${fault.message} ${fault.hint}`,
  );
  const error = { code: CODES[fault.code] ?? 'TOOL_ERROR', message: words };
  return { content: [text(JSON.stringify({ error }))], isError: true };
}
