/** Gasoline: 97 modes of five tools, 6 guarantees, 8 requirements, and the 40 known faults of its original. */
import { gasolineFaults } from './gasoline-faults.ts';
import { rowsOf } from './row.ts';

type Modes = Readonly<Record<string, string>>;

/** What each mode must do, by tool. */
const broughtModes: Readonly<Record<string, Modes>> = {
  observe: {
    errors:
      'lists exceptions, rejections, console errors and failed requests with place and id; error_id gives one in full',
    logs: 'lists console lines newest first, by level, least level, source and address',
    extension_logs: 'lists what the server itself says about browser, capture and commands',
    network_waterfall: 'lists requests with status, timing and sizes; request_id gives one in full',
    network_bodies: 'shows request and response bodies, or what body_key or body_path finds in them',
    websocket_events: 'lists the messages of sockets both ways, their opening, failing and closing',
    websocket_status: 'lists open sockets with their rates, and those that closed with code and reason',
    actions: 'lists what people, agents and the page did, each with several selectors',
    vitals: 'gives LCP, CLS, INP, FCP and TTFB that the page was measured by, with rating and cause',
    page: 'names the page that actions go to now, and starts nothing for that',
    tabs: 'lists all open tabs of all contexts, and which of them is tracked',
    pilot: 'says whether agents may act on pages, and who said so',
    timeline: 'tells browser, wire, screen and calls in one row, in the order of time',
    error_bundles: 'joins each error with the requests, actions and log lines around it',
    screenshot: 'takes a picture of the page, the whole page or an element, and writes it to a file',
    command_result: 'gives status and result of a command by its correlation id',
    pending_commands: 'lists commands that run, have ended and have failed',
    failed_commands: 'lists commands that failed, with why',
    saved_videos: 'lists the videos that were made, with length, size and file',
    recordings: 'lists recordings of what was done, the newest first',
    recording_actions: 'gives the steps of a recording with their selectors',
    playback_results: 'tells how each step of a playback went',
    log_diff_report: 'compares what was seen in two runs, as a report',
  },
  analyze: {
    dom: 'finds elements by selector with text, attributes, box and, when asked, styles and children',
    performance: 'gives the timing, sizes, long tasks and marks of each load',
    accessibility: 'finds violations by axe-core with the elements and what to do',
    error_clusters: 'groups errors that are the same one, with count, first and last time',
    history: 'lists the addresses that pages went to, each visit',
    security_audit: 'finds weak headers, cookies, mixed content, secrets and personal data, by severity',
    third_party_audit: 'lists the origins that are not ours, what they load and what is sent to them',
    link_health: 'tells of every link of the page whether it works',
    link_validation: 'tells of each given address whether it works, and asks no private one',
    page_summary: 'says what kind of page it is, its headings, links, forms and text',
    api_validation: 'finds where answers of an endpoint differ in shape from those before',
    annotations: 'gives what a person marked on the page, and waits for it when asked',
    annotation_detail: 'gives the element behind a mark with styles and flags',
    draw_history: 'lists the sessions of marking',
    draw_session: 'gives one of them',
  },
  configure: {
    store: 'saves, loads, lists and deletes values of the project by namespace and key',
    load: 'gives all that is kept for the project at once',
    noise_rule: 'adds, removes, lists, resets and proposes rules for what is not worth showing',
    clear: 'deletes what was recorded, by stream, and says how much',
    health: 'says in one line what works and what to do next, then the figures',
    streaming: 'tells the client of errors and the like as they happen, as often as it was asked to',
    test_boundary_start: 'marks all that is seen from now on with the id of a test',
    test_boundary_end: 'ends that, and counts what the test saw',
    recording_start: 'begins to record what is done',
    recording_stop: 'ends the recording and keeps its steps',
    playback: 'does the steps of a recording again in a real page, and finds moved elements',
    log_diff: 'compares what was seen in a recording and its playback',
    telemetry: 'sets how much of what is new comes with every answer',
    diff_sessions: 'keeps what a session looks like, and compares two of them',
    audit_log: 'lists the calls that were made, by whom and with which end',
  },
  interact: {
    highlight: 'marks an element for a while and says where it is',
    subtitle: 'shows a caption over the page until another one or none is given',
    save_state: 'keeps form values, scroll, storage and cookies of the page by a name',
    load_state: 'brings such a state back, with its address when asked',
    list_states: 'lists the states of the project',
    delete_state: 'deletes a state',
    execute_js: 'runs a script in the page and gives its value, or why it failed',
    navigate: 'opens an address in the tab and waits for it',
    refresh: 'loads the page again',
    back: 'goes back in the history',
    forward: 'goes forward in the history',
    new_tab: 'opens an address in another tab, which is tracked from then on',
    screenshot: 'takes a picture as observe does',
    click: 'clicks the element, and fails when something else took the click',
    type: 'types into a field, after what is there or in its place',
    select: 'chooses an option by value or text',
    check: 'sets a checkbox or radio, or unsets it',
    get_text: 'reads the text of an element',
    get_value: 'reads the value of a field, but not that of a secret one',
    get_attribute: 'reads an attribute',
    set_attribute: 'sets an attribute',
    focus: 'puts the focus on an element',
    scroll_to: 'scrolls to an element',
    wait_for: 'waits until an element is there',
    key_press: 'presses a key, with modifiers',
    paste: 'pastes a text as a person would',
    list_interactive: 'lists what can be clicked or filled, each with a selector that works',
    upload: 'puts a file into a field, and submits when asked',
    record_start: 'begins a video of the tab',
    record_stop: 'ends it and keeps the file',
    draw_mode_start: 'lets a person mark the page',
  },
  generate: {
    reproduction: 'writes the steps that led here as a script or in words',
    test: 'writes a Playwright test with assertions that can fail',
    pr_summary: 'writes what was done and seen as a summary for a pull request',
    test_from_context: 'writes a test from an error, a step or a recording',
    annotation_report: 'writes the marks as Markdown',
    annotation_issues: 'writes the marks as issues',
    har: 'writes the requests as valid HAR 1.2',
    csp: 'writes a policy that allows what the page loaded, and no more',
    sri: 'writes hashes for scripts and styles of others',
    visual_test: 'writes a test that compares what was marked with pictures',
    test_heal: 'finds selectors of a test that no longer work, and mends them',
    test_classify: 'says whether a failure is a fault, a flaky test or the surroundings',
    sarif: 'writes the findings as valid SARIF 2.1.0',
  },
};

/** The modes of a tool that are there. */
export const gasolineModes = (tool: string): readonly string[] => Object.keys(broughtModes[tool] ?? {});

const modeRows = Object.entries(broughtModes).flatMap(([tool, modes]) => {
  const pairs = Object.entries(modes).map(([name, sentence]) => [`${tool} ${name}`, sentence]);
  return rowsOf('gasoline', Object.fromEntries(pairs));
});

const brought = {
  'guarantee 1 schema first': 'tools/list is the contract: its enums are what the tools take',
  'guarantee 2 unknown arguments': 'unknown arguments are ignored and named in a warning',
  'guarantee 3 safety defaults': '500 calls a minute, and answers are redacted before they leave',
  'guarantee 5 async retrieval':
    'a finished command is read with observe command_result and its correlation_id',
  'guarantee 4 sync by default':
    'analyze and interact wait; background, sync=false and wait=false return a handle',
  'guarantee 6 browser dependency': 'interact and active analyze modes need pilot and extension, and say so',
  CORE_MCP_PROD_001:
    'every call goes through tools/call and a declared schema; no tool is a method of its own',
  CORE_MCP_PROD_002: 'every enum value has a handler',
  CORE_MCP_PROD_003: 'every command of the extension has a completion status by correlation id',
  CORE_MCP_PROD_004: 'sync, wait and background control waiting',
  CORE_MCP_PROD_005: 'after_cursor, before_cursor and since_cursor are stable and documented',
  CORE_MCP_PROD_006: 'invalid parameters, modes and actions are structured errors',
  CORE_MCP_PROD_007: "a command that the extension's state forbids says what to do",
  CORE_MCP_PROD_008: 'the documentation equals the schema',
};

export const gasoline = [...modeRows, ...rowsOf('gasoline', brought), ...gasolineFaults];
