import { type NoData, nearestHint, row, said } from './row.ts';

/** The browser. */
export const browserFaults = {
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
  EXTENSION_NOT_CONNECTED: row<{ why: string }>(
    'world',
    (d) => `The browser extension did not connect: ${d.why}.`,
    'Install the "Playwright Extension" in the browser, allow the connection there, or name the profile with --profile-dir-name.',
  ),
  RUNNING_BROWSER_CLOSED: row<{ why: string }>(
    'world',
    (d) => `The browser that runs cannot be reached: ${d.why}.`,
    'Start it, switch remote debugging on at chrome://inspect/#remote-debugging, allow the connection when it asks, and call again.',
  ),
  OWN_BROWSER_NOT_HERE: row<{ why: string; names: readonly string[] }>(
    'world',
    (d) => `Your own browser cannot be driven: ${d.why}.`,
    (d) =>
      d.names.length > 0
        ? `Name one of them as "profile": ${d.names.join(', ')}.`
        : 'Press "Pair" in the popup of the Sensorium extension, type "sensorium pair" and its code in a terminal, and keep that browser open.',
  ),
  OWN_BROWSER_REFUSED: row<{ why: string }>(
    'world',
    (d) => `Your own browser does not let itself be driven: ${d.why}.`,
    'Its person allows it in the popup of the Sensorium extension.',
  ),
  UNSUPPORTED_HERE: row<{ what: string; why: string }>(
    'state',
    (d) => `${d.what} is not to be had here: ${d.why}.`,
    'Use a browser that Sensorium starts: browser_instance with action "new".',
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
  BROWSER_SHARED: row<NoData>(
    'state',
    'The browser is shared between clients (--shared-browser-context), so none of them may close it.',
    'Close a tab or a context instead.',
  ),
  NO_SUCH_TAB: row<{ tab: string; tabs: readonly string[] }>(
    'input',
    (d) => `No tab ${d.tab}.`,
    (d) => (d.tabs.length ? `Tabs: ${d.tabs.join(', ')}.` : 'No tab is open; navigate to open one.'),
  ),
  HUMAN_IN_CONTROL: row<{ tab: string }>(
    'state',
    (d) => `A person has taken over tab ${d.tab}, and calls on it wait.`,
    'Call again later: it goes on as soon as they hand it back. Other tabs are free.',
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
  ELEMENT_NOT_FOUND: row<{ target: string; near?: readonly string[] }>(
    'input',
    (d) => `${d.target} does not match any elements.`,
    (d) => (d.near?.length ? `Nearest now: ${d.near.join('; ')}.` : 'Take a snapshot and use a ref from it.'),
  ),
  AMBIGUOUS_TARGET: row<{ target: string; count: number; some?: readonly string[] }>(
    'input',
    (d) => `${d.target} matches ${d.count} elements.`,
    (d) =>
      d.some?.length
        ? `Give one of these refs: ${d.some.join('; ')}${d.count > d.some.length ? '; …' : ''}.`
        : 'Use a ref from a snapshot, or a locator that matches one element.',
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
  SCRIPTS_REFUSED: row<object>(
    'state',
    'The document is in a sandbox that lets no script run, so nothing that takes time can be asked of it.',
    'Leave "sandbox" out of its policy, or give it allow-scripts. analyze dom and screenshots work all the same.',
  ),
  EVALUATION_FAILED: row<{ why: string }>(
    'input',
    (d) => `The function threw: ${said(d.why)}.`,
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
    (d) => `The body of ${said(d.url)} is not there: ${d.why}.`,
    'Repeat the request and ask before the page navigates.',
  ),
  INVALID_STORAGE_STATE: row<{ source: string; problem: string }>(
    'input',
    (d) => `The storage state ${d.source} cannot be used: ${d.problem}.`,
    'Give a file that browser_context_save_storage wrote: {"cookies": [], "origins": []}.',
  ),
  NO_STORAGE_HERE: row<{ url: string }>(
    'state',
    (d) => `The page ${said(d.url)} has no web storage.`,
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
  NO_SUCH_PAGE_TOOL: row<{ name: string; names: readonly string[] }>(
    'input',
    (d) => `The page offers no tool "${d.name}".`,
    (d) => (d.names.length ? `It offers ${d.names.map(said).join(', ')}.` : 'It offers none at all.'),
  ),
  AMBIGUOUS_PAGE_TOOL: row<{ name: string; frames: readonly string[] }>(
    'input',
    (d) => `Several frames of the page offer a tool "${d.name}".`,
    (d) => `Name one as frame: ${d.frames.map(said).join(', ')}.`,
  ),
  PAGE_TOOL_FAILED: row<{ name: string; why: string }>(
    'world',
    (d) => `The page's tool "${d.name}" says that it failed: ${said(d.why)}.`,
    'Check params against its inputSchema.',
  ),
  ANNOTATION_FAILED: row<{ why: string }>(
    'world',
    (d) => `Nobody could be asked to draw: ${d.why}.`,
    'It needs a display, and Chrome, Edge or the Chromium that "viewpoint-mcp install-browser chromium" brings.',
  ),
  LIGHTHOUSE_FAILED: row<{ why: string }>(
    'world',
    (d) => `Lighthouse could not look at the page: ${said(d.why)}.`,
    'Ask without deep; the page must be one that a browser without logins can open.',
  ),
  NOT_PAUSED: row<NoData>(
    'state',
    'No script is paused in this context.',
    'A script that shares this browser pauses by page.pause(), or when it is debugged.',
  ),
  VERIFY_FAILED: row<{ what: string; item?: string; actual?: string; expected?: string }>(
    'state',
    (d) => `${d.what}.`,
    'browser_snapshot shows what is on the page.',
  ),
  TRACE_RUNS: row<NoData>(
    'state',
    'A performance trace runs already in this browser.',
    'End it with analyze({what:"performance", trace:"stop"}) in its tab; a browser makes one at a time.',
  ),
  NO_TRACE: row<NoData>(
    'state',
    'No performance trace runs in this tab.',
    'Begin one with analyze({what:"performance", trace:"start"}), act, then stop it.',
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
};
