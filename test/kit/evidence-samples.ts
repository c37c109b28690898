/** What the capture of a page tells, made by hand: for tests that need no browser. */
import type { EvidenceData } from '../../src/contract/evidence.ts';

const URL = 'http://localhost:3000/orders';

export const consoleLine = (
  message: string,
  changes: Partial<EvidenceData['console']> = {},
): EvidenceData['console'] => ({
  url: URL,
  level: 'log',
  category: 'console',
  api: 'log',
  message,
  location: { url: 'http://localhost:3000/app.js', line: 7, column: 3 },
  ...changes,
});

export const exception = (
  message: string,
  changes: Partial<EvidenceData['exception']> = {},
): EvidenceData['exception'] => ({
  url: URL,
  level: 'error',
  kind: 'exception',
  name: 'TypeError',
  message,
  text: `TypeError: ${message}\n    at pay (app.js:12:5)`,
  location: { url: 'http://localhost:3000/app.js', line: 12, column: 5, function: 'pay' },
  stack: [{ url: 'http://localhost:3000/app.js', line: 12, column: 5, function: 'pay' }],
  ...changes,
});

let requests = 0;

export const request = (
  path: string,
  changes: Partial<EvidenceData['request']> = {},
): EvidenceData['request'] => ({
  url: `http://localhost:3000${path}`,
  pageUrl: URL,
  requestId: `r-${++requests}`,
  method: 'GET',
  type: 'fetch',
  state: 'done',
  status: 200,
  startTime: Date.now() * 1000,
  ms: 12.34,
  requestHeaders: [['accept', '*/*']],
  responseHeaders: [
    ['content-type', 'application/json'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ],
  hasAuth: false,
  sizes: { transfer: 300, encodedBody: 120, decodedBody: 240 },
  initiator: { type: 'script' },
  ...changes,
});

export const frame = (
  connectionId: string,
  event: EvidenceData['websocket']['event'],
  changes: Partial<EvidenceData['websocket']> = {},
): EvidenceData['websocket'] => ({
  url: 'ws://localhost:3000/live',
  pageUrl: URL,
  connectionId,
  event,
  ...changes,
});

export const action = (
  type: EvidenceData['action']['type'],
  name: string,
  changes: Partial<EvidenceData['action']> = {},
): EvidenceData['action'] => ({
  url: URL,
  type,
  source: 'human',
  selectors: {
    testId: `${name}-id`,
    role: { role: 'button', name },
    text: name,
    css: `#${name}`,
    tag: 'button',
  },
  ...changes,
});

export const vitals = (
  documentId: string,
  changes: Partial<EvidenceData['vitals']> = {},
): EvidenceData['vitals'] => ({
  url: URL,
  documentId,
  navigationType: 'navigate',
  isFinal: false,
  lcp: { value: 1234, rating: 'good', attribution: { element: 'h1' } },
  cls: { value: 0.02, rating: 'good', attribution: {} },
  inp: { value: 350, rating: 'needs-improvement', attribution: { event: 'click' } },
  fcp: { value: 400, rating: 'good', attribution: {} },
  ttfb: { value: 80, rating: 'good', attribution: {} },
  ...changes,
});

export const loadSnapshot = (documentId: string, load: number): EvidenceData['performance'] => ({
  url: URL,
  kind: 'snapshot',
  documentId,
  navigationType: 'navigate',
  isFinal: false,
  timing: { domContentLoaded: load - 50, load },
  network: { requests: 4, transferSize: 4000, decodedSize: 9000, byType: {}, slowest: [] },
  resources: [],
  longTasks: { count: 0, totalBlockingTime: 0, longest: 0 },
  userTiming: { marks: [], measures: [] },
});

export const exchange = (
  exchangeId: string,
  changes: Partial<EvidenceData['exchange']> = {},
): EvidenceData['exchange'] => ({
  exchangeId,
  protocol: 'postgres',
  kind: 'query',
  port: 9,
  connection: exchangeId.replace(/\.\d+$/, ''),
  client: '127.0.0.1:5',
  target: 'db:5432',
  state: 'done',
  startTime: Date.now() * 1000,
  ms: 1.5,
  question: 'select name from users where id = 7',
  statement: 'select name from users where id = ?',
  result: 'SELECT 1: name=Ann',
  rows: 1,
  bytesUp: 42,
  bytesDown: 80,
  firstMessage: 0,
  lastMessage: 4,
  ...changes,
});

export const flow = (id: string, changes: Partial<EvidenceData['flow']> = {}): EvidenceData['flow'] => ({
  id,
  port: 9,
  client: '127.0.0.1:5',
  target: { host: 'db', port: 5432, address: '10.0.0.1' },
  state: 'closed',
  start: Date.now() * 1000,
  end: Date.now() * 1000,
  upstream: { bytes: 3, chunks: 1, firstByte: null, lastByte: null, gapBytes: 0 },
  downstream: { bytes: 4, chunks: 1, firstByte: null, lastByte: null, gapBytes: 0 },
  ended: { how: 'fin', first: 'client' },
  ranges: [],
  ...changes,
});
