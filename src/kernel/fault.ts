/**
 * The one error class. A row of the table has the sentence for what happened and the hint for what to do
 * next; the profile decides how a fault looks on the wire. Codes are never reused.
 */

/** Who can mend it: the caller's input, the state of the world, or we ourselves. Decides the JSON-RPC code. */
export type FaultKind = 'input' | 'missing' | 'state' | 'world' | 'internal';

/**
 * How a failed call looks from outside:
 * - `result`: an `isError` result, a sentence for the reader and the parts in `_meta`;
 * - `jsonrpc`: a JSON-RPC error, as RawProx answers;
 * - `error-object`: an `isError` result whose text is `{"error":{"code","message"}}`, as Moonsurf answers.
 */
export type FailureStyle = 'result' | 'jsonrpc' | 'error-object';

interface Row<D> {
  readonly kind: FaultKind;
  readonly message: (data: D) => string;
  readonly hint: (data: D) => string;
}

type NoData = Record<never, never>;

function row<D>(
  kind: FaultKind,
  message: string | ((data: D) => string),
  hint: string | ((data: D) => string),
): Row<D> {
  return {
    kind,
    message: typeof message === 'string' ? () => message : message,
    hint: typeof hint === 'string' ? () => hint : hint,
  };
}

const nearestHint = (nearest?: string) => (nearest ? `Did you mean "${nearest}"? ` : '');

export const faults = {
  // The call itself
  UNKNOWN_TOOL: row<{ name: string; nearest?: string | undefined }>(
    'missing',
    (d) => `Unknown tool: ${d.name}.`,
    (d) => `${nearestHint(d.nearest)}Call tools/list for the names.`,
  ),
  INVALID_ARGUMENTS: row<{ tool: string; problems: readonly string[] }>(
    'input',
    (d) => `Invalid arguments for ${d.tool}: ${d.problems.join('; ')}.`,
    'Correct the named arguments and call again.',
  ),
  UNKNOWN_RESOURCE: row<{ uri: string }>(
    'missing',
    (d) => `Resource not found: ${d.uri}.`,
    'Call resources/list and resources/templates/list for what can be read.',
  ),
  UNKNOWN_PROMPT: row<{ name: string; nearest?: string | undefined }>(
    'input',
    (d) => `Unknown prompt: ${d.name}.`,
    (d) => `${nearestHint(d.nearest)}Call prompts/list for the names.`,
  ),
  RATE_LIMITED: row<{ limit: number; retryAfterMs: number }>(
    'state',
    (d) => `Tool call rate limit exceeded (${d.limit} calls a minute).`,
    (d) => `Wait ${(d.retryAfterMs / 1000).toFixed(1)} s, or raise it with --rate-limit.`,
  ),
  TOOL_TIMEOUT: row<{ tool: string; ms: number }>(
    'world',
    (d) => `${d.tool} did not finish within ${d.ms / 1000} s.`,
    'Try a smaller step, or raise the limit with --call-timeout.',
  ),
  CANCELLED: row<{ tool: string }>(
    'state',
    (d) => `${d.tool} was cancelled.`,
    'Call it again if it is still wanted.',
  ),
  RESULT_TOO_LARGE: row<{ tool: string; bytes: number; limit: number }>(
    'world',
    (d) => `The result of ${d.tool} has ${d.bytes} bytes; at most ${d.limit} fit into one message.`,
    'Ask for less (a limit, a page, a region) or for a file.',
  ),
  SHUTTING_DOWN: row<NoData>('state', 'The server is shutting down.', 'Start it again before the next call.'),
  INTERNAL: row<NoData>(
    'internal',
    'Something unforeseen went wrong inside the server.',
    'The cause is in the log (stderr, or --log-file). Please report it.',
  ),

  // Start-up and settings
  UNKNOWN_FLAG: row<{ flag: string; nearest?: string | undefined }>(
    'input',
    (d) => `Unknown option ${d.flag}.`,
    (d) => (d.nearest ? `Did you mean ${d.nearest}?` : 'See --help for the list.'),
  ),
  UNKNOWN_SUBCOMMAND: row<{ word: string; nearest?: string | undefined }>(
    'input',
    (d) => `There is no command "sensorium ${d.word}".`,
    (d) => (d.nearest ? `Did you mean "sensorium ${d.nearest}"?` : 'See --help for those that there are.'),
  ),
  INVALID_FLAG: row<{ flag: string; problem: string }>(
    'input',
    (d) => `Invalid value for ${d.flag}: ${d.problem}.`,
    'See --help for what it takes.',
  ),
  CONFLICTING_FLAGS: row<{ one: string; other: string }>(
    'input',
    (d) => `${d.one} and ${d.other} cannot be used together.`,
    'Give one of the two.',
  ),
  INVALID_CONFIG_FILE: row<{ path: string; problem: string }>(
    'input',
    (d) => `The config file ${d.path} cannot be used: ${d.problem}.`,
    'Correct it; docs/config.md lists every key.',
  ),
  FOLDER_NOT_WRITABLE: row<{ path: string; why: string }>(
    'world',
    (d) => `The folder ${d.path} cannot be written (${d.why}).`,
    'Make it writable, or name another one with --state-dir or --output-dir.',
  ),
  FILE_NOT_ALLOWED: row<{ path: string }>(
    'input',
    (d) => `${d.path} lies outside the folders that may be written.`,
    "Give a path inside the output folder or one of the client's roots.",
  ),
  FILE_NOT_READABLE: row<{ path: string; why: string }>(
    'input',
    (d) => `The file ${d.path} cannot be read (${d.why}).`,
    'Check the path and its permissions.',
  ),

  // The app and its bridge
  APP_UNAVAILABLE: row<{ product: string }>(
    'world',
    (d) => `The ${d.product} application is not running.`,
    'Start it with "sensorium app", or start this command without --bridge.',
  ),
  APP_LOST: row<NoData>(
    'world',
    'The app went away while this call was running.',
    'Call again: the next call reconnects, or works alone when the app is gone.',
  ),
  APP_RUNS_ALREADY: row<{ pid: number; endpoint: string }>(
    'state',
    (d) => `The app runs already (process ${d.pid}, ${d.endpoint}).`,
    'Use that one, or stop it first.',
  ),

  APP_REFUSED: row<{ why: string; pid: number }>(
    'state',
    (d) => `The running app (process ${d.pid}) does not serve this command: ${d.why}.`,
    'Restart the app with the same version and settings, or start this command with --standalone.',
  ),
  APP_ADDRESS_TOO_LONG: row<{ path: string; bytes: number; limit: number }>(
    'input',
    (d) => `The path of the app's socket, ${d.path}, has ${d.bytes} bytes; the system allows ${d.limit}.`,
    'Give a shorter --state-dir.',
  ),
  CHECKS_FAILED: row<{ count: number }>(
    'world',
    (d) => (d.count === 1 ? 'One check failed.' : `${d.count} checks failed.`),
    'Follow the advice in the rows marked "fail", then run it again.',
  ),

  // The record
  STORE_UNAVAILABLE: row<{ store: string; why: string }>(
    'world',
    (d) => `The record at ${d.store} cannot be used: ${d.why}.`,
    'Check that it can be reached, or leave --store out to keep the record in the state folder.',
  ),
  STORE_TOO_NEW: row<{ store: string; found: number; known: number }>(
    'state',
    (d) => `The record at ${d.store} has format ${d.found}; this version knows formats up to ${d.known}.`,
    'Use the newer version that wrote it, or name another folder with --state-dir.',
  ),
  INVALID_CURSOR: row<{ cursor: string }>(
    'input',
    (d) => `"${d.cursor}" is not a cursor.`,
    'Give a cursor as an earlier answer returned it in its metadata, <time>:<sequence>.',
  ),
  CURSOR_EXPIRED: row<{ cursor: string; oldest: string | null }>(
    'state',
    (d) =>
      `The cursor ${d.cursor} points at items that are no longer kept${d.oldest ? `; the oldest left is ${d.oldest}` : ''}.`,
    'Call again without the cursor, or with restart_on_eviction: true to go on from the oldest item left.',
  ),

  // Ports and the wire
  PORT_IN_USE: row<{ port: number }>(
    'world',
    (d) => `Port ${d.port} already in use.`,
    'Choose another port, or 0 to let the system choose one.',
  ),
  PORT_NOT_PERMITTED: row<{ port: number }>(
    'world',
    (d) => `Port ${d.port} may not be opened by this user.`,
    'Choose a port above 1023.',
  ),
  HOST_NOT_LOCAL: row<{ host: string }>(
    'input',
    (d) => `${d.host} is not an address of this machine.`,
    'Give one that is, such as 127.0.0.1 or 0.0.0.0.',
  ),
  NO_SUCH_RULE: row<{ port: number; ports: readonly number[] }>(
    'input',
    (d) => `No port rule for ${d.port}.`,
    (d) => (d.ports.length ? `Rules exist for: ${d.ports.join(', ')}.` : 'No rules are set.'),
  ),
  INVALID_RULE: row<{ problem: string }>(
    'input',
    (d) => `The port rule cannot be used: ${d.problem}.`,
    'A rule is LOCAL_PORT:TARGET_HOST:TARGET_PORT, with ports up to 65535.',
  ),
  INVALID_FILENAME_FORMAT: row<{ format: string; problem: string }>(
    'input',
    (d) => `The filename format "${d.format}" cannot be used: ${d.problem}.`,
    'Give a strftime pattern for a file name, such as rawprox_%Y-%m-%d-%H.ndjson.',
  ),
  NOT_LOGGING: row<{ destination: string }>(
    'input',
    (d) => `Nothing is being logged to ${d.destination}.`,
    'Start logging there first.',
  ),
  LOG_DESTINATION_FAILED: row<{ destination: string; why: string }>(
    'world',
    (d) => `Logging to ${d.destination} cannot start: ${d.why}.`,
    'Check that the directory exists or can be made, and is writable.',
  ),
  NO_SUCH_FLOW: row<{ id: string }>(
    'input',
    (d) => `No flow ${d.id}.`,
    'Call wire_flows for the ids that are there.',
  ),
  FLOW_NOT_CAPTURED: row<{ id: string; why: string }>(
    'state',
    (d) => `The bytes of flow ${d.id} are not there: ${d.why}.`,
    'Capture is on while a directory is being logged to; see start-logging.',
  ),
  NO_SUCH_CONNECTION: row<{ id: string }>(
    'input',
    (d) => `No live connection ${d.id}.`,
    'List the connections for those that are open; a closed one cannot be cut or given faults.',
  ),
  INVALID_WIRE_FAULT: row<{ type: string; problem: string }>(
    'input',
    (d) => `The wire fault "${d.type}" cannot be set: ${d.problem}.`,
    'Correct the named attribute and set it again.',
  ),
  RECORDING_TOO_LARGE: row<{ id: string; limit: number }>(
    'state',
    (d) => `Flow ${d.id} is too large to be replayed; at most ${d.limit / 1024 / 1024} MiB are.`,
    'Export it with wire_export and send it with a tool of your own.',
  ),
  NO_SUCH_WIRE_FAULT: row<{ id: string }>(
    'input',
    (d) => `No wire fault ${d.id}.`,
    'Call wire_fault with action "list" for those that are set.',
  ),
  TARGET_UNREACHABLE: row<{ target: string; why: string }>(
    'world',
    (d) => `${d.target} cannot be reached (${d.why}).`,
    'Check that the target runs and that its address is right.',
  ),

  // Browser
  BROWSER_NOT_FOUND: row<{ wanted: string }>(
    'world',
    (d) => `No browser was found (${d.wanted}).`,
    'Call browser_install, install Chrome or Chromium, or name one with --executable-path.',
  ),
  BROWSER_START_FAILED: row<{ browser: string; why: string }>(
    'world',
    (d) => `${d.browser} could not be started: ${d.why}.`,
    'Check that it starts by hand; without a display use --headless, in a container --no-sandbox.',
  ),
  BROWSER_UNREACHABLE: row<{ endpoint: string; why: string }>(
    'world',
    (d) => `No browser answers at ${d.endpoint} (${d.why}).`,
    'Check that it runs with remote debugging on and that the address is right.',
  ),
  BROWSER_CRASHED: row<{ what: 'browser' | 'page' }>(
    'world',
    (d) => `The ${d.what} crashed or was killed during this call.`,
    'Call again: the next call starts a new one.',
  ),
  BROWSER_INSTALL_FAILED: row<{ browser: string; why: string }>(
    'world',
    (d) => `Installing ${d.browser} failed: ${d.why}.`,
    'Check the network, or install a browser by hand and name it with --executable-path.',
  ),
  PROFILE_LOCKED: row<{ folder: string; holder: string }>(
    'state',
    (d) => `The profile ${d.folder} is in use by ${d.holder}.`,
    'Close that browser, use --isolated, or give another --user-data-dir.',
  ),
  INVALID_PROXY: row<{ server: string }>(
    'input',
    (d) => `"${d.server}" is no proxy server.`,
    'Give it as http://host:port or socks5://host:port.',
  ),
  CONTEXT_EXISTS: row<{ name: string }>(
    'input',
    (d) => `A context "${d.name}" exists already.`,
    'Switch to it with browser_context_switch, or choose another name.',
  ),
  INVALID_CONTEXT_NAME: row<{ name: string }>(
    'input',
    (d) => `"${d.name}" cannot be the name of a context.`,
    'Use letters, digits, dots, dashes and underscores.',
  ),
  NO_SUCH_CONTEXT: row<{ name: string; names: readonly string[] }>(
    'input',
    (d) => `No context "${d.name}".`,
    (d) => `Contexts: ${d.names.join(', ')}.`,
  ),
  LAST_CONTEXT: row<{ name: string }>(
    'state',
    (d) => `"${d.name}" is the only context and cannot be closed.`,
    'Create another one first, or call browser_close.',
  ),
  NO_SUCH_TAB: row<{ tab: string; tabs: readonly string[] }>(
    'input',
    (d) => `No tab ${d.tab}.`,
    (d) => (d.tabs.length ? `Tabs: ${d.tabs.join(', ')}.` : 'No tab is open; navigate to open one.'),
  ),
  TAB_CLOSED: row<{ tab: string }>(
    'state',
    (d) => `Tab ${d.tab} was closed during this call.`,
    'Call browser_tabs for those that are open.',
  ),
  REF_GONE: row<{ ref: string; why: string; near: readonly string[] }>(
    'state',
    (d) => `The element ${d.ref} is gone: ${d.why}.`,
    (d) => (d.near.length ? `Nearest now: ${d.near.join('; ')}.` : 'Take a new snapshot.'),
  ),
  SNAPSHOT_TIMEOUT: row<{ ms: number }>(
    'world',
    (d) => `The page could not be read within ${d.ms / 1000} s.`,
    'It may be busy or hold a dialog open: try browser_handle_dialog, browser_take_screenshot, or wait and call again.',
  ),
  ELEMENT_NOT_FOUND: row<{ target: string }>(
    'input',
    (d) => `${d.target} does not match any elements.`,
    'Take a snapshot and use a ref from it.',
  ),
  AMBIGUOUS_TARGET: row<{ target: string; count: number }>(
    'input',
    (d) => `${d.target} matches ${d.count} elements.`,
    'Use a ref from a snapshot, or a locator that matches one element.',
  ),
  INVALID_LOCATOR: row<{ target: string; why: string }>(
    'input',
    (d) => `${d.target} is neither a ref nor a locator: ${d.why}.`,
    "Give a ref such as e12, a CSS selector, or a locator such as getByRole('button', { name: 'Save' }).",
  ),
  ACTION_TIMEOUT: row<{ action: string; ms: number; why: string }>(
    'world',
    (d) => `${d.action} was not possible within ${d.ms / 1000} s: ${d.why}.`,
    'Look at a snapshot: the element may be hidden, disabled, moving or covered.',
  ),
  ACTION_FAILED: row<{ action: string; why: string }>(
    'world',
    (d) => `${d.action} failed: ${d.why}.`,
    'Check the arguments against a fresh snapshot.',
  ),
  MODAL_STATE: row<{ open: readonly string[]; tools: readonly string[] }>(
    'state',
    (d) => `The page waits for an answer: ${d.open.join(', ')}.`,
    (d) => `Handle it with ${d.tools.join(' or ')} first.`,
  ),
  NO_MODAL_STATE: row<{ wanted: 'dialog' | 'file chooser' }>(
    'state',
    (d) => `No ${d.wanted} is open.`,
    (d) =>
      d.wanted === 'dialog'
        ? 'Act on the page so that one opens.'
        : 'Give the file input as target, or click it.',
  ),
  NAVIGATION_FAILED: row<{ url: string; why: string }>(
    'world',
    (d) => `${d.url} could not be opened: ${d.why}.`,
    'Check the address and that the server answers.',
  ),
  NAVIGATION_BLOCKED: row<{ url: string; why: string }>(
    'input',
    (d) => `${d.url} may not be opened: ${d.why}.`,
    'Serve the page over http, or start with --allow-unrestricted-file-access.',
  ),
  NO_HISTORY: row<{ direction: 'back' | 'forward' }>(
    'state',
    (d) => `There is no page to go ${d.direction} to.`,
    'Navigate by URL.',
  ),
  EVALUATION_FAILED: row<{ why: string }>(
    'input',
    (d) => `The function threw: ${d.why}.`,
    'Correct the function; it runs in the page, not in the server.',
  ),
  EVALUATION_TIMEOUT: row<{ ms: number }>(
    'world',
    (d) => `The function did not return within ${d.ms / 1000} s and was ended.`,
    'Make it shorter, or let it start the work and wait with browser_wait_for.',
  ),
  WAIT_TIMEOUT: row<{ what: string; ms: number }>(
    'world',
    (d) => `${d.what} within ${d.ms / 1000} s.`,
    'Look at a snapshot for what the page shows instead.',
  ),
  NO_SUCH_REQUEST: row<{ number: number; count: number }>(
    'input',
    (d) => `No request ${d.number} is kept.`,
    (d) => (d.count ? `The newest has number ${d.count}.` : 'The page has made none yet.'),
  ),
  BODY_GONE: row<{ url: string; why: string }>(
    'state',
    (d) => `The body of ${d.url} is not there: ${d.why}.`,
    'Repeat the request and ask before the page navigates.',
  ),
  INVALID_STORAGE_STATE: row<{ source: string; problem: string }>(
    'input',
    (d) => `The storage state ${d.source} cannot be used: ${d.problem}.`,
    'Give a file that browser_context_save_storage wrote: {"cookies": [], "origins": []}.',
  ),
  NO_STORAGE_HERE: row<{ url: string }>(
    'state',
    (d) => `The page ${d.url} has no web storage.`,
    'Navigate to a page of the site first.',
  ),
  INVALID_ROUTE: row<{ problem: string }>(
    'input',
    (d) => `The route cannot be set: ${d.problem}.`,
    'Give a pattern such as **/api/users and one of status, body, abort, delay or headers.',
  ),
  NOT_RECORDING: row<{ what: string }>('state', (d) => `No ${d.what} is being recorded.`, 'Start it first.'),
  RECORDING_ALREADY: row<{ what: string }>(
    'state',
    (d) => `A ${d.what} is being recorded already.`,
    'Stop it first.',
  ),
  VERIFY_FAILED: row<{ what: string }>(
    'state',
    (d) => `${d.what}.`,
    'Take a snapshot to see what the page shows.',
  ),
  NEEDS_CHROMIUM: row<{ what: string }>(
    'state',
    (d) => `${d.what} works only in a Chromium browser.`,
    'Use Chrome, Edge or Chromium for it.',
  ),
  NO_SUCH_DEVICE: row<{ name: string; nearest?: string | undefined }>(
    'input',
    (d) => `Unknown device "${d.name}".`,
    (d) => `${nearestHint(d.nearest)}Give a device name as Playwright lists them.`,
  ),
  NO_SUCH_SECRET_FILE: row<{ path: string; why: string }>(
    'input',
    (d) => `The secrets file ${d.path} cannot be used: ${d.why}.`,
    'Give a dotenv file with lines NAME=value.',
  ),
} satisfies Record<string, Row<never>>;

export type FaultCode = keyof typeof faults;
export type FaultData<C extends FaultCode> = Parameters<(typeof faults)[C]['message']>[0];

export class Fault extends Error {
  readonly code: FaultCode;
  readonly kind: FaultKind;
  readonly hint: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(code: FaultCode, data: Record<string, unknown>, cause?: unknown) {
    const found: Row<never> = faults[code];
    super(found.message(data as never), cause === undefined ? undefined : { cause });
    this.name = 'Fault';
    this.code = code;
    this.kind = found.kind;
    this.hint = found.hint(data as never);
    this.data = data;
  }
}

/** Makes a fault; the compiler checks that its data fit the row. */
export function fault<C extends FaultCode>(
  code: C,
  ...rest: keyof FaultData<C> extends never
    ? [data?: FaultData<C>, cause?: unknown]
    : [data: FaultData<C>, cause?: unknown]
): Fault {
  return new Fault(code, { ...rest[0] }, rest[1]);
}

/** Whatever was thrown, as a fault. What is not one becomes INTERNAL and keeps its cause for the log. */
export function asFault(thrown: unknown): Fault {
  return thrown instanceof Fault ? thrown : fault('INTERNAL', {}, thrown);
}
