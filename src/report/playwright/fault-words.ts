import { text } from '../../kernel/content.ts';
import type { FailedReply, Fault } from '../../kernel/fault.ts';
import { type Answer, renderSections } from './sections.ts';

/** What a fault does not know itself of the call that failed. */
export interface FailedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The file that the fault names, and the folders that are open to the client, as absolute paths. */
  readonly file?: { readonly path: string; readonly folders: readonly string[] } | undefined;
}

/** What a browser tool tells of its call that failed. */
export interface Account extends FailedCall {
  /** What the page shows, where that is said beside the failure. */
  readonly answer?: Answer | undefined;
  /** Refs in the words as the agent knows them. */
  readonly inNames?: ((words: string) => string) | undefined;
}

/** A failed call: the section `### Error`, and for some failures what the page shows. */
export function renderFault(fault: Fault, tool: string): FailedReply {
  const account = fault.account as Account | undefined;
  const words = account ? faultWords(fault, account).text : plainWords(fault, tool);
  const errors = [account?.inNames?.(words) ?? words];
  return { content: [text(renderSections({ ...account?.answer, errors }))], isError: true };
}

/** Of a tool that playwright-mcp does not have, or a call that came to no tool. */
function plainWords(fault: Fault, tool: string): string {
  if (fault.code === 'UNKNOWN_TOOL') return `Tool "${tool}" not found`;
  return fault.code === 'INVALID_ARGUMENTS'
    ? argumentWords(fault, tool)
    : `Error: ${fault.message} ${fault.hint}`;
}

export interface FaultWords {
  readonly text: string;
  /** It goes on with what the page shows, as after a call that worked. */
  readonly hasPage: boolean;
}

/** A failed call in the words of playwright-mcp, where it has any. */
export function faultWords(fault: Fault, call: FailedCall): FaultWords {
  const beside = BESIDE[fault.code]?.(fault, call);
  if (beside !== undefined) return { text: beside, hasPage: true };
  const alone = ALONE[fault.code]?.(fault, call) ?? `Error: ${fault.message} ${fault.hint}`;
  return { text: alone, hasPage: false };
}

type Words = (fault: Fault, call: FailedCall) => string | undefined;
type Table = Readonly<Partial<Record<Fault['code'], Words>>>;

const NO_FUNCTION = 'TypeError: __fn__ is not a function';

/** What it says when arguments fit their types and yet not each other; the problem is as our tools word it. */
const PROBLEMS: Readonly<Record<string, string | ((problem: string) => string | undefined)>> = {
  browser_tabs: 'Error: Tab index is required',
  browser_take_screenshot: 'Error: fullPage cannot be used with element screenshots.',
  browser_wait_for: 'Error: Either time, text or textGone must be provided',
  browser_drop: 'Error: At least one of "paths" or "data" must be provided.',
  browser_emulate_media: 'Error: Specify at least one media feature to emulate.',
  browser_run_code: NO_FUNCTION,
  browser_run_code_unsafe: NO_FUNCTION,
};

/** Likewise, where it goes on with the page. */
const PROBLEMS_BESIDE: typeof PROBLEMS = {
  browser_find: (problem) => {
    if (problem.startsWith('give one')) return 'Provide only one of "text" or "regex", not both.';
    return problem.startsWith('give') ? 'Provide either "text" or "regex" to search for.' : undefined;
  },
  browser_route: (problem) => {
    const header = /^"headers": (".*") does not read/.exec(problem)?.[1];
    return header && `Invalid header ${header.replaceAll(/\\(.)/g, '$1')}: expected "Name: Value"`;
  },
};

function problemWords(table: typeof PROBLEMS): Words {
  return ({ data, cause }, { tool }) => {
    const found = cause === undefined ? table[tool] : undefined; // else the check of the arguments found it
    return typeof found === 'function' ? found(String([data.problems].flat()[0])) : found;
  };
}

/** Where it takes the failure for a part of the answer. */
const BESIDE: Table = {
  INVALID_ARGUMENTS: problemWords(PROBLEMS_BESIDE),
  MODAL_STATE: (_, { tool }) => `Error: Tool "${tool}" does not handle the modal state.`,
  NO_MODAL_STATE: (_, { tool }) =>
    `Error: The tool "${tool}" can only be used when there is related modal state present.`,
  VERIFY_FAILED: ({ data }, { tool, args }) =>
    ({
      browser_verify_text_visible: 'Text not found',
      browser_verify_element_visible: `Element with role "${args.role}" and accessible name "${args.accessibleName}" not found`,
      browser_verify_list_visible: `Item "${data.item}" not found`,
      browser_verify_value: `Expected value "${data.expected}", but got "${data.actual}"`,
    })[tool],
  NO_SUCH_REQUEST: ({ data }) =>
    `Request #${data.number} not found. Use browser_network_requests to see available indexes.`,
  EVALUATION_FAILED: ({ cause }, { tool }) =>
    tool === 'browser_evaluate' && cause !== undefined ? evaluated(cause) : undefined,
  FILE_NOT_READABLE: ({ cause }, { tool, file }) =>
    tool === 'browser_file_upload' && isMissing(cause) ? missing('stat', file) : undefined,
};

/** Where the failure is all that it says. */
const ALONE: Table = {
  INVALID_ARGUMENTS: (fault, call) => problemWords(PROBLEMS)(fault, call) ?? argumentWords(fault, call.tool),
  REF_GONE: ({ data }) =>
    `Error: Ref ${String(data.ref).split(' ')[0]} not found in the current page snapshot. Try capturing new snapshot.`,
  ELEMENT_NOT_FOUND: ({ data }) =>
    `Error: "${String(data.target).replace(/^"(.*)"$/s, '$1')}" does not match any elements.`,
  // It forgets what was given as soon as it cannot read it.
  INVALID_LOCATOR: () =>
    `${CALL}Unexpected token "" while parsing css selector "". Did you mean to CSS.escape it?`,
  AMBIGUOUS_TARGET: thrownWords,
  ACTION_TIMEOUT: thrownWords,
  ACTION_FAILED: thrownWords,
  NAVIGATION_FAILED: thrownWords,
  WAIT_TIMEOUT: ({ cause }) =>
    cause instanceof Error
      ? `TimeoutError: ${withoutApi(messageOf(cause)).replaceAll(/\.visible\(\)|\.filter\(\{ visible: true \}\)/g, '')}`
      : undefined,
  EVALUATION_FAILED: ({ cause, data }) => {
    if (/^it is no function /.test(String(data.why))) return NO_FUNCTION;
    return cause === undefined ? undefined : messageOf(String(cause));
  },
  NAVIGATION_BLOCKED: ({ data }) =>
    /file:/.test(String(data.url))
      ? `Error: Access to "file:" protocol is blocked. Attempted URL: "${data.url}"`
      : undefined,
  NO_SUCH_TAB: ({ data }) => `Error: Tab ${data.tab === 'to close' ? undefined : data.tab} not found`,
  BROWSER_NOT_FOUND: ({ data }) =>
    /[\\/]|^[\w.-]+$/.test(String(data.wanted))
      ? `Error: browserType.launch: Failed to launch chromium because executable doesn't exist at ${data.wanted}`
      : undefined,
  // Its first line alone: what follows repeats the address with the tokens in it.
  BROWSER_UNREACHABLE: ({ cause, data }) =>
    cause instanceof Error
      ? `Error: ${messageOf(cause)
          .split('\n', 1)[0]!
          .replaceAll(/\b(?:https?|wss?):\/\/\S+/g, String(data.endpoint))}`
      : undefined,
  PROFILE_LOCKED: ({ data }) =>
    `Error: Browser is already in use for ${data.folder}, use --isolated to run multiple instances of the same browser`,
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
    tool === 'browser_cookie_set'
      ? `${CALL}Cookie should have a url or a domain/path pair`
      : thrownWords(fault),
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

function thrownWords({ cause }: Fault): string | undefined {
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

const NO_PATTERN = /^"(\w+)" is no regular expression/;

/** What is wrong with the arguments, each problem with its place. */
function argumentWords({ data, cause }: Fault, tool: string): string {
  const problems = [data.problems].flat().map(String);
  const lines = issuesOf(cause)?.map(issueWords) ?? problems.map(problemLine);
  return [`Invalid arguments for tool "${tool}":`, ...lines].join('\n');
}

function problemLine(problem: string): string {
  const argument = NO_PATTERN.exec(problem)?.[1];
  return argument === undefined ? `✖ ${problem}` : `✖ Invalid regular expression\n  → at ${argument}`;
}

interface Issue {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** What the check of the arguments found. */
function issuesOf(cause: unknown): readonly Issue[] | undefined {
  const isCheck = typeof cause === 'object' && cause !== null && 'issues' in cause;
  if (!isCheck || !Array.isArray(cause.issues)) return undefined;
  const issues: readonly Issue[] = cause.issues;
  return [...issues].sort((a, b) => a.path.length - b.path.length);
}

const issueWords = ({ message, path }: Issue) =>
  path.length > 0 ? `✖ ${message}\n  → at ${writtenPath(path)}` : `✖ ${message}`;

/** `fields[0].type`, `data["text/plain"]`. */
function writtenPath(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`;
    return /^\w+$/.test(String(step)) ? `.${String(step)}` : `[${JSON.stringify(String(step))}]`;
  });
  return steps.join('').replace(/^\./, '');
}
