import { text } from '../../kernel/content.ts';
import type { FailedReply, Fault, FaultCode } from '../../kernel/fault.ts';
import type { FaultKind } from '../../kernel/faults/row.ts';
import { markData } from '../../kernel/page-fence.ts';

/** What a fault is called there, how long to wait before the next try, and the call that would help. */
interface Case {
  readonly error: string;
  /** Absent when the same call would fail again. */
  readonly retryAfterMs?: number;
  readonly recovery?: (data: Fault['data']) => ToolCall | undefined;
}

interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const list = (what: string) => () => ({ tool: 'observe', arguments: { what } });
const interact = (action: string) => () => ({ tool: 'interact', arguments: { action } });
const configure = (args: ToolCall['arguments']) => () => ({ tool: 'configure', arguments: args });

const CASES: Partial<Record<FaultCode, Case>> = {
  RATE_LIMITED: { error: 'rate_limited', retryAfterMs: 1000 },
  CURSOR_EXPIRED: { error: 'cursor_expired', retryAfterMs: 500 },
  INVALID_CURSOR: { error: 'invalid_param' },
  PILOT_DISABLED: {
    error: 'pilot_disabled',
    recovery: ({ isLocked }) =>
      isLocked ? undefined : { tool: 'configure', arguments: { action: 'telemetry', pilot: true } },
  },
  NO_PAGE: { error: 'no_data', recovery: list('tabs') },
  QUEUE_FULL: { error: 'queue_full', retryAfterMs: 1000, recovery: list('pending_commands') },
  NO_SUCH_COMMAND: { error: 'no_data', recovery: list('pending_commands') },
  NO_SUCH_RECORDING: { error: 'no_data', recovery: list('recordings') },
  NO_SUCH_MARK: { error: 'no_data' },
  NO_SUCH_ITEM: { error: 'no_data' },
  NO_SUCH_DOCUMENT: { error: 'no_data', recovery: configure({ action: 'store' }) },
  NO_SUCH_STATE: { error: 'no_data', recovery: interact('list_states') },
  NO_SUCH_SNAPSHOT: { error: 'no_data', recovery: configure({ action: 'diff_sessions' }) },
  NO_SUCH_NOISE_RULE: { error: 'no_data', recovery: configure({ action: 'noise_rule' }) },
  NO_SUCH_TAB: { error: 'invalid_param', recovery: list('tabs') },
  COMMAND_EXPIRED: { error: 'extension_timeout', retryAfterMs: 1000, recovery: list('tabs') },
  COMMAND_TIMEOUT: { error: 'extension_timeout', retryAfterMs: 1000, recovery: list('screenshot') },
  TOOL_TIMEOUT: { error: 'extension_timeout', retryAfterMs: 1000 },
  ELEMENT_NOT_FOUND: {
    error: 'element_not_found',
    retryAfterMs: 1000,
    recovery: interact('list_interactive'),
  },
  AMBIGUOUS_TARGET: { error: 'ambiguous_target', recovery: interact('list_interactive') },
  FILE_NOT_ALLOWED: { error: 'path_not_allowed' },
  INTERNAL: { error: 'internal_error' },
};

const BY_KIND: Record<FaultKind, Case> = {
  input: { error: 'invalid_param' },
  missing: { error: 'no_data' },
  state: { error: 'no_data', retryAfterMs: 2000 },
  world: { error: 'extension_error', retryAfterMs: 2000 },
  internal: { error: 'internal_error' },
};

/** The fault as `Error: code — what to do`, and its parts as JSON below and as structured content. */
export function gasolineFailure(fault: Fault, tool: string): FailedReply {
  const found = CASES[fault.code] ?? BY_KIND[fault.kind];
  const told = {
    error: fault.code === 'INVALID_ARGUMENTS' ? argumentError(fault.data) : found.error,
    message: fault.message,
    retry: fault.hint,
    retryable: found.retryAfterMs !== undefined,
    ...(found.retryAfterMs === undefined ? {} : { retry_after_ms: waitOf(fault, found.retryAfterMs) }),
    ...named(fault.data, 'param', 'action', 'selector', 'correlation_id'),
    ...hintOf(fault),
    ...recoveryOf(found, fault),
    tool,
    code: fault.code,
  };
  const parts = QUOTED.test(fault.message) ? markData(told) : told;
  return {
    content: [text(`Error: ${parts.error} — ${fault.hint}\n${JSON.stringify(parts)}`)],
    structuredContent: parts,
    isError: true,
    _meta: { 'sensorium/fault': { code: fault.code, message: fault.message, hint: fault.hint } },
  };
}

/** It quotes somebody. */
const QUOTED = /"/;

/** The keys that choose a mode: to give one that does not exist is another mistake than a wrong value. */
const MODE_KEYS = ['what', 'action', 'format'];

function argumentError({ param, isMissing }: Fault['data']): string {
  if (isMissing) return 'missing_param';
  return MODE_KEYS.includes(String(param)) ? 'unknown_mode' : 'invalid_param';
}

const waitOf = ({ data }: Fault, usual: number) =>
  typeof data.retryAfterMs === 'number' ? data.retryAfterMs : usual;

const named = (data: Fault['data'], ...names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => data[name] !== undefined).map((name) => [name, data[name]]));

/** What is known besides: the problems with arguments one by one, or the state that the command met. */
function hintOf({ data }: Fault): { hint?: string } {
  if (Array.isArray(data.problems)) return { hint: data.problems.join('; ') };
  return typeof data.state === 'string' ? { hint: `Current state: ${data.state}` } : {};
}

function recoveryOf({ recovery }: Case, { data }: Fault): { recovery_tool_call?: ToolCall } {
  const call = recovery?.(data);
  return call ? { recovery_tool_call: call } : {};
}
