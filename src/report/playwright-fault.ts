import type { Fault } from '../kernel/fault.ts';

/** What a fault does not know itself of the call that failed. */
export interface FailedCall {
  readonly tool: string;
  /** The file that the fault names, and the folders that are open to the client, as absolute paths. */
  readonly file?: { readonly path: string; readonly folders: readonly string[] } | undefined;
}

export interface PlaywrightFault {
  readonly text: string;
  /** It goes on with what the page shows, as after a call that worked. */
  readonly hasPage: boolean;
}

/** A failed call in the words of playwright-mcp, where it has any. */
export function playwrightFault(fault: Fault, call: FailedCall): PlaywrightFault {
  const beside = BESIDE[fault.code]?.(fault, call);
  if (beside !== undefined) return { text: beside, hasPage: true };
  const given = givenWords(fault.cause);
  if (given !== undefined)
    return { text: given, hasPage: !/^((Type)?Error: |Invalid arguments )/.test(given) };
  const text = ALONE[fault.code]?.(fault, call) ?? `Error: ${fault.message} ${fault.hint}`;
  return { text, hasPage: false };
}

/** A tool that knows what playwright-mcp says to the same slip gives it as the cause: `{ playwright: '…' }`. */
function givenWords(cause: unknown): string | undefined {
  const isGiven = typeof cause === 'object' && cause !== null && 'playwright' in cause;
  return isGiven ? String(cause.playwright) : undefined;
}

type Words = (fault: Fault, call: FailedCall) => string | undefined;
type Table = Readonly<Partial<Record<Fault['code'], Words>>>;

/** Where it takes the failure for a part of the answer. */
const BESIDE: Table = {
  MODAL_STATE: (_, { tool }) => `Error: Tool "${tool}" does not handle the modal state.`,
  NO_MODAL_STATE: (_, { tool }) =>
    `Error: The tool "${tool}" can only be used when there is related modal state present.`,
  NO_SUCH_REQUEST: ({ data }) =>
    `Request #${data.number} not found. Use browser_network_requests to see available indexes.`,
  EVALUATION_FAILED: ({ cause }, { tool }) =>
    tool === 'browser_evaluate' && cause !== undefined ? evaluated(cause) : undefined,
  FILE_NOT_READABLE: ({ cause }, { tool, file }) =>
    tool === 'browser_file_upload' && isMissing(cause) ? missing('stat', file) : undefined,
};

/** Where the failure is all that it says. */
const ALONE: Table = {
  INVALID_ARGUMENTS: ({ data }, { tool }) =>
    [`Invalid arguments for tool "${tool}":`, ...[data.problems].flat().map((one) => `✖ ${one}`)].join('\n'),
  REF_GONE: ({ data }) =>
    `Error: Ref ${String(data.ref).split(' ')[0]} not found in the current page snapshot. Try capturing new snapshot.`,
  ELEMENT_NOT_FOUND: ({ data }) =>
    `Error: "${String(data.target).replace(/^"(.*)"$/s, '$1')}" does not match any elements.`,
  // It forgets what was given as soon as it cannot read it.
  INVALID_LOCATOR: () =>
    `${CALL}Unexpected token "" while parsing css selector "". Did you mean to CSS.escape it?`,
  AMBIGUOUS_TARGET: raised,
  ACTION_TIMEOUT: raised,
  ACTION_FAILED: raised,
  NAVIGATION_FAILED: raised,
  WAIT_TIMEOUT: ({ cause }) =>
    cause instanceof Error
      ? `TimeoutError: ${withoutApi(messageOf(cause)).replaceAll(/\.visible\(\)|\.filter\(\{ visible: true \}\)/g, '')}`
      : undefined,
  EVALUATION_FAILED: ({ cause }) => (cause === undefined ? undefined : messageOf(String(cause))),
  NAVIGATION_BLOCKED: ({ data }) =>
    /file:/.test(String(data.url))
      ? `Error: Access to "file:" protocol is blocked. Attempted URL: "${data.url}"`
      : undefined,
  NO_SUCH_TAB: ({ data }) => `Error: Tab ${data.tab === 'to close' ? undefined : data.tab} not found`,
  BROWSER_SHARED: () => 'Error: The browser context is shared between clients and cannot be closed.',
  NOT_RECORDING: ({ data }) =>
    ({
      trace: 'Error: Tracing is not started',
      recording: 'Error: No recording in progress, use browser_start_recording to start one.',
    })[String(data.what)],
  RECORDING_ALREADY: ({ data }) =>
    ({
      trace: `${CALL}Tracing has been already started`,
      video: 'Error: Video recording has already been started.',
      recording: 'Error: Recording is already in progress.',
    })[String(data.what)],
  NO_STORAGE_HERE: (fault, { tool }) =>
    tool === 'browser_cookie_set' ? `${CALL}Cookie should have a url or a domain/path pair` : raised(fault),
  FILE_NOT_ALLOWED: (_, { file }) => denied(file),
  INVALID_STORAGE_STATE: ({ data, cause }) =>
    cause instanceof SyntaxError
      ? `SyntaxError: Error reading storage state from ${data.source}:\n${cause.message}`
      : undefined,
  FILE_NOT_READABLE: ({ cause }, { tool, file }) => {
    if (!isMissing(cause)) return denied(file);
    if (tool !== 'browser_set_storage_state')
      return `Error: ${missing(tool === 'browser_drop' ? 'stat' : 'open', file)}`;
    return `Error: Error reading storage state from ${file?.path}:\n${missing('open', file)}`;
  },
};

/** What Playwright says is headed by the one function through which all calls of playwright-mcp go. */
const CALL = 'Error: browserBackend.callTool: ';

function raised({ cause }: Fault): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const message = withoutApi(messageOf(cause)).replace(
    'waiting until "commit"',
    'waiting until "domcontentloaded"',
  );
  return `${cause.name}: browserBackend.callTool: ${message}`;
}

/** Playwright hands on what the page threw, name and stack included. */
const evaluated = (cause: unknown) =>
  cause instanceof SyntaxError
    ? String(cause)
    : withoutApi(messageOf(cause).replace(/^locator\.evaluate: /, 'browserBackend.callTool: '));

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with one
const COLOUR = /\u001b\[[0-9;]*m/g;
const messageOf = (cause: unknown) =>
  (cause instanceof Error ? cause.message : String(cause)).replaceAll(COLOUR, '');
const withoutApi = (message: string) => message.replace(/^(?!browserBackend)[a-zA-Z]+\.[a-zA-Z]+: /, '');

const isMissing = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
const missing = (step: string, file: FailedCall['file']) =>
  `ENOENT: no such file or directory, ${step} '${file?.path}'`;
const denied = (file: FailedCall['file']) =>
  file &&
  `Error: File access denied: ${file.path} is outside allowed roots. Allowed roots: ${file.folders.join(', ')}`;
