/** Every text that a person reads in the app; those of pages that come later come with them, from their `words.ts`. */
export { LANE_WORDS } from '../src/contract/app.ts';

export const WORDS = {
  name: 'Sensorium',
  timeline: 'Timeline',
  views: 'Pages of the app',
  viewNames: {
    timeline: 'Timeline',
    journal: 'Journal',
    live: 'Live',
    pictures: 'Pictures',
    control: 'Control',
  },
  live: 'Live',
  paused: 'Paused',
  pauseLive: 'Pause the live view',
  resumeLive: 'Follow what comes in',
  newRows: (count: number, isMore: boolean) => `${count}${isMore ? '+' : ''} new`,
  filter: 'Filter',
  filterHint: 'Filter: words, -words, status:>=400, lane:console, /pattern/',
  clearFilter: 'Clear the filter',
  errorsOnly: 'Errors',
  errorsOnlyHint: 'Show only errors (e)',
  theme: 'Switch between dark and light',
  help: 'Keyboard and filter help',
  logout: 'Log out',
  takeAlong: 'Take this window along as one file',
  loading: 'Loading…',
  wholeRecord: 'All',
  wholeRecordHint: 'Show the whole record (0)',
  last: (words: string) => `Last ${words}`,
  overview:
    'The whole record. Drag to choose a window of time; arrow keys move it, + and - change its length.',
  lanes:
    'What happened in the window, by kind. Drag to look closer; arrow keys move, + and - zoom, 0 shows all.',
  squeeze: 'Squeeze',
  squeezeHint: 'Draw time in which nothing happened narrow (s)',
  rows: 'What was seen, newest first',
  columns: { time: 'Time', kind: 'Kind', what: 'What', mark: 'Result', took: 'Took' },
  older: 'Loading older ones…',
  oldest: 'Nothing older in this window.',
  searching: (words: string) => `Looked back to ${words}, going on…`,
  tooMany: 'That is as much as a list can show. Choose a shorter window.',
  notCounted: 'Older parts are not counted',
  count: (shown: number) => `${shown.toLocaleString('en')} shown`,
  offline: 'The connection to the server is gone. Trying again…',
  empty: {
    title: 'Nothing has been seen yet',
    text: 'Connect an agent to this server, or run a command such as “sensorium” in your client. Its first call opens the record, and everything it does appears here as it happens.',
  },
  nothing: {
    title: 'Nothing matches',
    text: 'No item of this window fits the filter.',
    clear: 'Clear the filter',
    widen: 'Show the whole record',
  },
  choose: {
    title: 'Choose an item',
    text: 'Click a line, or use ↑ and ↓. What happened around it is shown with it.',
  },
  login: {
    title: 'Open the link once more',
    text: 'This page opens by a link that works once. Start “sensorium app” anew for a fresh one, or log in with the key that it printed.',
    key: 'Key',
    go: 'Log in',
    wrong: 'This key does not fit.',
    used: 'The link was used already, or is older than five minutes.',
  },
  detail: {
    title: 'Detail',
    when: 'When',
    took: 'Took',
    tab: 'Tab',
    tests: 'Tests',
    session: 'Session',
    number: 'Number',
    data: 'All of it',
    more: (count: number) => `${count} more`,
  },
  around: 'Around this moment, three seconds each way',
  story: {
    title: 'The story of it',
    here: 'This item',
    sure: { possible: 'possibly', likely: 'likely', certain: 'certain' },
    links: {
      call: 'by an agent’s call',
      action: 'after an action in the page',
      document: 'asked for by the document',
      redirect: 'by a redirect',
      preflight: 'by a preflight',
      wire: 'seen on the wire',
      inside: 'while the service worked on it',
      trace: 'by the trace',
      answer: 'after an answer',
    } as Readonly<Record<string, string>>,
  },
  body: {
    views: 'Ways to look at the body',
    none: 'No body.',
    withheld: (why: string, length: number | undefined) =>
      `Not kept (${why})${length === undefined ? '' : `, ${length} bytes`}.`,
    picture: 'Picture',
    pictureOf: 'The picture that was recorded',
    json: 'JSON',
    text: 'Text',
    hex: 'Hex',
    cut: (shown: string) => `only the first ${shown} are shown`,
    hidden: 'secrets hidden',
  },
  request: {
    timing: 'Where the time went',
    asked: 'Request',
    answered: 'Response',
    body: 'Body',
    headers: (count: number) => `Headers (${count})`,
    query: 'Query',
    none: 'None.',
    again: 'Send it again, by the page',
    startedBy: (kind: string) => `Started by ${kind || 'something'}`,
  },
  phases: {
    blocked: 'Waiting for its turn',
    dns: 'Looking up the name',
    connect: 'Connecting',
    ssl: 'Securing',
    send: 'Sending',
    wait: 'Waiting for the answer',
    receive: 'Receiving',
  },
  copy: {
    title: 'Copy',
    as: (name: string) => `Copy as ${name}`,
    done: (name: string) => `Copied as ${name}.`,
    failed: (why: string) => `Not copied: ${why}`,
  },
  error: {
    message: 'Message',
    stack: 'Stack',
    values: 'Values',
    anonymous: '(anonymous)',
    mapped: 'source',
    source: (place: string) => `Source: ${place}`,
  },
  socket: { message: 'Message', talk: 'The conversation' },
  shot: {
    none: 'The picture lies in a file and is not kept in the record.',
    asked: (question: string) => `Asked: ${question}`,
    mark: (kind: string) => `a mark (${kind}) without words`,
    below: (element: string) => ` on ${element}`,
  },
  call: {
    one: 'Call',
    client: 'Client',
    unnamed: 'without a name',
    answer: 'Answer',
    weight: (characters: number, tokens: number) =>
      `${characters.toLocaleString('en')} characters, about ${tokens.toLocaleString('en')} tokens`,
    outcome: 'Outcome',
    args: 'Arguments',
  },
  journal: {
    title: 'Journal',
    totals: 'All calls of the window',
    calls: 'Calls',
    failed: 'Faults',
    characters: 'Characters',
    tokens: 'Tokens (estimated)',
    time: 'Time',
    over: (measure: string) => `${measure} over time`,
    part: (time: string, value: string) => `${time}: ${value}`,
    measures: 'What is drawn',
    by: 'Costs by',
    kinds: { tools: 'Tool', agents: 'Agent' },
    unnamed: 'without a name',
    others: 'others',
    mean: 'Mean',
    p95: '95 of 100',
    share: 'Share of characters',
    only: (name: string) => `Only ${name}`,
    list: 'Calls, newest first',
    columns: {
      time: 'Time',
      agent: 'Agent',
      tool: 'Tool',
      args: 'Arguments',
      size: 'Characters',
      tokens: '≈ tokens',
      took: 'Took',
      outcome: 'Outcome',
      caused: 'Caused',
    },
    caused: (count: number, lane: string) => `${count} ${lane}`,
    troubles: (count: number) => `${count} of them ${count === 1 ? 'is' : 'are'} trouble`,
    nothing: '–',
    older: 'Show older calls',
    since: (time: string) => `Calls before ${time} are not counted: it would take too long.`,
    empty: {
      title: 'No calls in this window',
      text: 'Every call of an agent appears here with its cost. Clear the filter, or choose a longer window above.',
    },
  },
  asked: {
    one: (agent: string) => `${agent} asks you`,
    somebody: 'An agent',
    more: (count: number) => `and ${count} more`,
    open: 'Answer',
    draw: 'Mark on the page what you mean',
  },
  pictures: {
    title: 'Pictures of the shelf',
    empty: {
      title: 'No pictures yet',
      text: 'Every screenshot of an agent is put on this shelf: browser_take_screenshot of pages, take_screenshot of the desktop. “sensorium shot --edit” takes one and opens it here.',
    },
    modes: {
      browser: 'Page',
      fullscreen: 'Whole screen',
      monitor: 'Monitor',
      window: 'Window',
      region: 'Part of the screen',
      redacted: 'Redacted copy',
    } as Readonly<Record<string, string>>,
    marks: (count: number) => (count === 1 ? '1 mark' : `${count} marks`),
    editor: 'Picture editor',
    back: 'All pictures',
    tools: 'What to draw',
    kinds: {
      select: 'Choose and move',
      arrow: 'Arrow',
      rect: 'Rectangle',
      ellipse: 'Ellipse',
      text: 'Text',
      blur: 'Blur',
      redact: 'Redact',
      step: 'Step number',
      freehand: 'Free line',
      highlight: 'Highlight',
      crop: 'Crop',
    },
    undo: 'Undo',
    redo: 'Redo',
    hide: 'Hide private parts',
    hideHint: 'Read the picture and cover what is private (h)',
    reading: 'Reading the picture…',
    hidden: (count: number) =>
      count === 0
        ? 'Nothing private was found.'
        : `${count} private ${count === 1 ? 'part' : 'parts'} covered.`,
    look: 'How it looks',
    colour: 'Colour',
    colours: {
      '#E5484D': 'Red',
      '#F76B15': 'Orange',
      '#FFE600': 'Yellow',
      '#30A46C': 'Green',
      '#0090FF': 'Blue',
      '#8E4EC6': 'Purple',
      '#000000': 'Black',
      '#FFFFFF': 'White',
    } as Readonly<Record<string, string>>,
    stroke: 'Width',
    size: 'Size',
    text: 'Words',
    newText: 'Text',
    remove: 'Delete',
    removed: 'The mark is deleted.',
    stage: 'The picture, to scroll',
    paper: 'The picture with its marks',
    of: (title: string) => `Picture: ${title}`,
    mark: (kind: string, number: number) => `${kind}, mark ${number}`,
    keysHint:
      'Drag to draw. Enter puts a mark in the middle, Tab goes from mark to mark, arrows move, Alt and arrows resize.',
    kept: 'All marks are kept.',
    notKept: 'Marks are not kept here: take the picture with you as a file.',
    notSaved: (why: string) => `The marks could not be kept: ${why}`,
    copy: 'Copy',
    copied: 'The picture is on the clipboard.',
    saved: (name: string) => `Saved as ${name}.`,
  },
  ratings: { good: 'good', 'needs-improvement': 'needs improvement', poor: 'poor' },
  wire: {
    from: 'From',
    to: 'To',
    up: 'Sent',
    down: 'Received',
    wait: 'Waited',
    question: 'Question',
    result: 'Answer',
    replay: 'Send the connection again',
    bytes: 'What passed, decoded and in hex',
    messages: 'Decoded',
    reveal: 'Show secrets',
    revealHint: 'Shows every byte as it passed. The journal notes that you looked.',
    bare: 'As it passed, secrets included',
    hideAgain: 'Hide them again',
    hex: 'Hex',
    shape: (statement: string) => `Grouped as ${statement}`,
  },
  close: 'Close',
  back: 'Back to the list',
  helpTitle: 'Help',
  keysTitle: 'Keyboard',
  filterTitle: 'Filter language',
  filterText:
    'All parts must hold. Put - before one to turn it round. "Quotes" keep words together, /slashes/ make a pattern.',
} as const;

/** Keys, and what they do. */
export const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'go to the filter'],
  ['↑ ↓  or  k j', 'previous and next item'],
  ['Enter', 'go to the detail of the chosen item'],
  ['Esc', 'close the detail, then the window of time'],
  ['[  ]', 'to what led to the chosen item, and to what came of it'],
  ['s', 'squeeze time in which nothing happened'],
  ['e', 'errors only, or all'],
  ['l', 'follow what comes in, or pause'],
  ['g', 'go to the newest'],
  ['+  -', 'zoom the timeline'],
  ['← →', 'move the timeline'],
  ['0', 'show the whole record'],
  ['1 2 …', 'the pages of the app, as they stand on top'],
  ['Ctrl+Alt+L', 'lock a live page that has the keyboard'],
  ['t', 'dark or light'],
  ['?', 'this help'],
];

/** A duration as people say it. */
export function took(ms: number): string {
  if (ms < 1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const step = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toFixed(1)} ${['', 'kB', 'MB', 'GB'][step]}`;
}

const pad = (number: number, length = 2) => String(number).padStart(length, '0');

/** 14:03:07.120 in the person's own time. */
export function clock(micros: number): string {
  const date = new Date(micros / 1000);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
}

const DAY = { month: 'short', day: 'numeric' } as const;

export function day(micros: number): string {
  return new Date(micros / 1000).toLocaleDateString('en', { ...DAY, year: 'numeric' });
}

/** As much of a time as tells neighbours on an axis apart. */
export function axisTime(micros: number, step: number): string {
  const whole = clock(micros);
  if (step >= 86_400e6) return new Date(micros / 1000).toLocaleDateString('en', DAY);
  if (step >= 60e6) return whole.slice(0, 5);
  return step >= 1e6 ? whole.slice(0, 8) : whole;
}
