/**
 * Gasoline: the 40 faults that its original is known to have. Each row says what must hold instead. A fault
 * that spoils several tools has a row for each part.
 */
import { rowsOf } from './row.ts';

const brought = {
  'fault 01 redaction': 'secrets are taken out of what observe, configure and interact answer',
  'fault 02 noise': 'noise rules apply to what is read',
  'fault 03 streaming': 'a client that asked for it is sent messages, and one that cannot be is told later',
  'fault 04 test boundaries':
    'a test boundary tags what is seen meanwhile, and says truthfully if it was open',
  'fault 05 playback': 'playback acts on a real page',
  'fault 06 playback results': 'the outcome of every step that was played is kept and read',
  'fault 07 recordings': 'a recording holds what was done while it ran',
  'fault 08 tabs': 'every open tab is listed',
  'fault 09 vitals': 'INP and TTFB are among the vitals, and the newest document is shown',
  'fault 10 times of requests': 'requests have times, so that bundles of errors hold them',
  'fault 11 bodies': 'bodies of fetch, XHR and everything else are kept, however slowly they come',
  'fault 12 headers': 'response headers, cookies and the presence of credentials are recorded',
  'fault 13 early events': 'errors, lines and requests of the first script are recorded',
  'fault 14 times of errors': 'errors stand at their time in the timeline, with their stack',
  'fault 24 waterfall': 'status and method filter the waterfall, and reading it twice adds nothing',
  'fault 25 last_n': 'last_n limits logs and actions',
  'fault 26.1 paging back': 'the cursor of a page leads a whole page back',
  'fault 26.2 since_cursor': 'since_cursor is not limited by the page size',
  'fault 26.3 cursors under filters': 'a filter expires no cursor',
  'fault 26.4 expired cursors': 'an evicted cursor is cursor_expired',
  'fault 26.5 both ends': 'metadata holds after_cursor and before_cursor',
  'fault 26.6 cursors everywhere': 'every list mode takes cursors',
  'fault 26.7 cursors and restarts': 'a cursor is good after a restart',
  'fault 27 full queue': 'a full queue refuses, and drops nothing in silence',
  'fault 28 statuses': 'a command that failed, expired or ran out of time keeps that status',
  'fault 29 perf_diff': 'perf_diff compares two finished loads of the same page',
  'fault 30 highlight': 'highlight acts in the tab of tab_id',
  'fault 30 link_health': 'link_health checks the tab of tab_id',
  'fault 31 one frame': 'an action is done in one frame',
  'fault 32 isolated world': 'execute_js has an isolated world that no policy blocks',
  'fault 33 trusted input': 'input is trusted, Enter submits, and paste fills inputs',
  'fault 34 record path': 'record_start names the file that will be there',
  'fault 36 annotations': 'details of annotations are whole and stay',
  'fault 34 upload': 'submit and api_endpoint of upload have their effect',
  'fault 35 load_state': 'load_state waits for the page before it restores',
  'fault 14 clusters': 'clusters of errors have times and stacks',
  'fault 15 clusters': 'errors are grouped by what they are, not by their first characters',
  'fault 32 page_summary': 'page_summary works under a strict policy',
  'fault 37 api_validation': 'api_validation goes on when much has been seen',
  'fault 39 warnings': 'unknown arguments are warned about on each call, to the one who made it',
  'fault 40.1 store': 'the bare call of configure store works',
  'fault 40.2 load': 'configure load tells what was really written',
  'fault 40.3 rate limit': 'too many calls have an error code of their own',
  'fault 10 dates of archives': 'entries of a HAR have their dates',
  'fault 16 csp': 'the modes and options of csp have their effect, on all origins',
  'fault 17 sri': 'sri finds scripts and styles by the names that its schema gives',
  'fault 18 har': 'a HAR is valid',
  'fault 19 sarif': 'SARIF has places, messages, levels and passes',
  'fault 20 assertions': 'generated assertions can fail',
  'fault 21 steps': 'a test from a context has its clicks and fills',
  'fault 22 options of generate': 'every option of generate has its effect',
  'fault 23 test_heal': 'test_heal asks the page, and auto_apply writes',
};

/** Of analyze, generate and video, which are not there yet. */
const awaited = {
  'fault 12 audits': 'audits see headers, cookies and credentials',
};

const extension = {
  'fault 38 key': 'the extension sends the key, so that one can be set',
};

export const gasolineFaults = [
  ...rowsOf('gasoline', brought),
  ...rowsOf('gasoline', awaited, 'record'),
  ...rowsOf('gasoline', extension, 'web'),
];
